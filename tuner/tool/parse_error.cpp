#include "tuner/tool/parse_error.h"

#include <algorithm>

namespace cuda_tune {

namespace {

/// Optimal string alignment.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// "; did you mean …?" or the list of what there is.
std::string advice(const std::string& word, const std::vector<std::string>& candidates,
                   const std::string& what) {
  const std::string guess = nearest(word, candidates);
  return guess.empty() ? "; " + what + ": " + join(candidates) : "; did you mean '" + guess + "'?";
}

std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({}))
    // One without a group is for the program itself.
    if (!command->get_group().empty())
      names.push_back(command->get_name());
  return names;
}

std::vector<std::string> optionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options({}))
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

/// `where` is the program or the command that does not know the argument.
std::string unexpected(const std::string& argument, const CLI::App& where, const CLI::App& app,
                       const CLI::App& command) {
  if (argument.starts_with('-')) {
    const std::string name = argument.substr(0, argument.find('='));
    const std::vector<std::string> known = optionNames(command);
    if (std::find(known.begin(), known.end(), name) != known.end())
      return "'" + name + "' belongs behind the command: cuda-tune " + command.get_name() + " " + name;
    return "unknown option '" + name + "'" + advice(name, optionNames(where), "the options are");
  }
  if (&where == &app)
    return "unknown command '" + argument + "'" + advice(argument, commandNames(app), "the commands are");
  return "'" + argument + "' is one argument too many for '" + command.get_name() + "'";
}

} // namespace

std::string describe(const CLI::ParseError& error, const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.back();
  // A missing command or argument is, more often than not, a misspelt one.
  if (const std::vector<std::string> extras = app.remaining(); !extras.empty())
    return unexpected(extras.front(), app, app, command);
  if (const std::vector<std::string> extras = command.remaining(); !extras.empty())
    return unexpected(extras.front(), command, app, command);
  if (chosen.empty())
    return "no command given; the commands are: " + join(commandNames(app));

  const std::string message = error.what();
  const std::string help = "; see 'cuda-tune " + command.get_name() + " --help'";
  // Only flags are converted: the other options read their text by themselves.
  constexpr std::string_view kNotConverted = "Could not convert: ";
  if (dynamic_cast<const CLI::ConversionError*>(&error) && message.starts_with(kNotConverted))
    return message.substr(kNotConverted.size(),
                          message.find(' ', kNotConverted.size()) - kNotConverted.size()) +
           " takes no value" + help;
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const std::string name = message.substr(0, message.find(':'));
    if (message.find("missing") != std::string::npos)
      return name + " needs a value" + help;
    if (message.find("At Most") != std::string::npos)
      return name + " is given more than once" + help;
  }
  if (const std::size_t excludes = message.find(" excludes ");
      dynamic_cast<const CLI::ExcludesError*>(&error) && excludes != std::string::npos)
    return message.substr(0, excludes) + " and " + message.substr(excludes + 10) +
           " cannot be given together" + help;
  return message + help;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = (word.size() + 2) / 3 + 1;
  for (const std::string& candidate : candidates)
    if (const std::size_t d = distance(word, candidate); d < least) {
      least = d;
      best = candidate;
    }
  return best;
}

} // namespace cuda_tune
