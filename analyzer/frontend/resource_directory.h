#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace cuda_lint {

/// The folder of Clang's own headers (`lib/clang/22`) that belongs to the Clang library in this process:
/// where it was when this program was configured, else beside the library, else beside `clang-22` on PATH.
/// Error: none of them holds Clang's CUDA headers.
llvm::Expected<std::string> clangResourceDirectory();

} // namespace cuda_lint
