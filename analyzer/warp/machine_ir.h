#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace cuda_lint {

/// Optimises prepared device code the way nvcc does before it counts: loads that are known are not repeated,
/// invariant ones leave their loops, loops are unrolled, neighbouring accesses become one. docs/machine_code.md
/// has the evidence for each step. What nvcc keeps out of line must still be so.
void optimizeLikeNvcc(llvm::Module& module);

} // namespace cuda_lint
