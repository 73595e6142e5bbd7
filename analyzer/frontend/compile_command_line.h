#pragma once

#include "analyzer/frontend/nvcc_arguments.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace cuda_lint {

/// Splits a command as the shell that it was written for does: a Windows shell where its program is a Windows
/// path.
std::vector<std::string> splitCommandLine(llvm::StringRef command);

/// What an entry of a compilation database runs, in Clang's terms.
struct TranslatedCommand {
  TranslatedArguments translated;
  /// Absolute: the entry's, or where a leading `cd` goes.
  std::string directory;
};

/// Translates `command`: launchers such as ccache, then nvcc, Clang or GCC with its arguments. Of commands
/// joined by `&&` the first that compiles counts. A command without any known compiler has no arguments to
/// give. Error: a response file that cannot be read.
llvm::Expected<TranslatedCommand> translateCommand(llvm::ArrayRef<std::string> command,
                                                   llvm::StringRef directory);

} // namespace cuda_lint
