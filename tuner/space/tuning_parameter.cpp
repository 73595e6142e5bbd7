#include "tuner/space/tuning_parameter.h"

#include "tuner/space/parameter_spelling.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>

namespace cuda_tune {
namespace {

constexpr std::string_view kBlank = " \t\r";
constexpr std::string_view kMarker = "@tune";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

/// Takes the first word off `text`; empty when there is none.
std::string_view takeWord(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text.remove_prefix(word.size());
  return word;
}

/// What follows the marker; nullopt when the line is no declaration.
std::optional<std::string_view> declarationOf(std::string_view line) {
  // Spacing is free: a declaration that is overlooked would shrink the search space without a word.
  line = trimmed(line);
  if (!line.starts_with("//"))
    return std::nullopt;
  line = trimmed(line.substr(2));
  if (!line.starts_with(kMarker))
    return std::nullopt;
  line.remove_prefix(kMarker.size());
  // "@tuned" is another word; "@tune:" is a slip that the caller complains about.
  if (isParameterName(line.substr(0, 1)))
    return std::nullopt;
  return line;
}

class DeclarationError {
public:
  DeclarationError(std::size_t number, std::string_view line)
      : place_("line " + std::to_string(number) + ", '" + std::string(trimmed(line)) + "': ") {}

  [[noreturn]] void raise(const std::string& what) const {
    throw std::invalid_argument(place_ + what + "; write '// @tune name: value value -- meaning'");
  }

private:
  std::string place_;
};

TuningParameter parseDeclaration(std::string_view declaration, const DeclarationError& error) {
  const std::size_t colon = declaration.find(':');
  if (colon == std::string_view::npos)
    error.raise("no ':' after the parameter's name");
  const std::string_view name = trimmed(declaration.substr(0, colon));
  if (name.empty())
    error.raise("the parameter has no name");
  if (!isParameterName(name))
    error.raise("'" + std::string(name) + "' is not an identifier");

  TuningParameter parameter;
  parameter.name = name;
  std::string_view rest = declaration.substr(colon + 1);
  for (std::string_view word = takeWord(rest); !word.empty(); word = takeWord(rest)) {
    if (word == "--") {
      parameter.meaning = trimmed(rest);
      break;
    }
    if (!isParameterValue(word))
      error.raise("'" + std::string(word) +
                  "' is not a value: values are printable, apart by spaces, "
                  "without '=' and ','");
    if (std::find(parameter.values.begin(), parameter.values.end(), word) != parameter.values.end())
      error.raise("the value '" + std::string(word) + "' is there twice");
    parameter.values.emplace_back(word);
  }
  if (parameter.values.empty())
    error.raise("the parameter '" + parameter.name + "' has no value");
  return parameter;
}

} // namespace

std::vector<TuningParameter> declaredParameters(std::string_view templateSource) {
  std::vector<TuningParameter> parameters;
  for (std::size_t number = 1; !templateSource.empty(); ++number) {
    const std::string_view line = templateSource.substr(0, templateSource.find('\n'));
    templateSource.remove_prefix(std::min(line.size() + 1, templateSource.size()));
    const std::optional<std::string_view> declaration = declarationOf(line);
    if (!declaration)
      continue;
    const DeclarationError error(number, line);
    TuningParameter parameter = parseDeclaration(*declaration, error);
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const TuningParameter& earlier) { return earlier.name == parameter.name; }))
      error.raise("the parameter '" + parameter.name + "' is declared twice");
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

} // namespace cuda_tune
