#pragma once

#include "analyzer/frontend/nvcc_arguments.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace cuda_lint {

/// Of a host compiler's options (Clang's, GCC's, or MSVC's /D and /I) those that decide how source text is
/// read: macros, include paths, the language. The rest, and what this Clang does not know, is dropped.
std::vector<std::string> sourceOptions(llvm::ArrayRef<std::string> options);

/// A Clang or GCC command line's `arguments` (without the program), which somebody else wrote for a build:
/// only its `sourceOptions` stay. `@file` is read relative to `directory`. Error: a response file that cannot
/// be read.
llvm::Expected<TranslatedArguments> translateClangArguments(llvm::ArrayRef<std::string> arguments,
                                                            llvm::StringRef directory);

/// Clang's arguments that the user wrote for this analysis: all stay, so that a wrong one is an error, less
/// what names inputs, outputs and the architecture.
llvm::Expected<TranslatedArguments> userClangArguments(llvm::ArrayRef<std::string> arguments,
                                                       llvm::StringRef directory);

/// Makes relative paths of include options in `arguments` absolute, for use in another working directory.
void makeIncludePathsAbsolute(std::vector<std::string>& arguments, llvm::StringRef directory);

} // namespace cuda_lint
