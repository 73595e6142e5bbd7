#pragma once

#include "analyzer/warp/program.h"

namespace cuda_lint {

/// Gives every shared variable that `kernel` uses its place in the window, in the order of the module; all
/// `extern __shared__` arrays start behind the others.
void layOutSharedVariables(const llvm::Function& kernel, Program& program);

} // namespace cuda_lint
