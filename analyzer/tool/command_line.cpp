#include "analyzer/tool/command_line.h"

#include "llvm/ADT/StringRef.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace cuda_lint {

std::optional<Answer> parseCommandLine(CLI::App& app, int argc, const char* const* argv,
                                       std::vector<std::string>& clangArguments) {
  // CLI11 would take what follows `--` for more paths.
  const char* const* end = argv + argc;
  const char* const* separator =
      std::find_if(argv, end, [](llvm::StringRef argument) { return argument == "--"; });
  if (separator != end)
    clangArguments.assign(separator + 1, end);
  try {
    app.parse(static_cast<int>(separator - argv), argv);
  } catch (const CLI::CallForHelp&) {
    return Answer{exitClean, app.help()};
  } catch (const CLI::ParseError& error) {
    std::string sentence = error.what();
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    return Answer{exitUsage, app.get_name() + ": " + llvm::StringRef(sentence).rtrim().str() + "; " +
                                 app.get_name() + " --help lists the options\n"};
  }
  return std::nullopt;
}

} // namespace cuda_lint
