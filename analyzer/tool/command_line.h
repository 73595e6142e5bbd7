#pragma once

#include "analyzer/tool/options.h"

namespace CLI {
class App;
} // namespace CLI

namespace cuda_lint {

/// Parses what stands before `--`; what stands behind it is Clang's and goes to `clangArguments`. The answer
/// to
/// --help, or the reason why the line is wrong, in one line that begins with the name of `app`; nullopt where
/// all is well.
std::optional<Answer> parseCommandLine(CLI::App& app, int argc, const char* const* argv,
                                       std::vector<std::string>& clangArguments);

} // namespace cuda_lint
