#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace cuda_lint {

/// The arguments in `file` (relative to `directory`), quoted as a shell has it.
/// Error: the file cannot be read.
llvm::Expected<std::vector<std::string>> readResponseFile(llvm::StringRef file, llvm::StringRef directory);

/// `arguments` with every `@file` replaced by what the file holds, also within such files.
/// Error: a file cannot be read, or includes itself.
llvm::Expected<std::vector<std::string>> expandResponseFiles(llvm::ArrayRef<std::string> arguments,
                                                             llvm::StringRef directory);

} // namespace cuda_lint
