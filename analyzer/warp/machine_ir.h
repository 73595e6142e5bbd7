#pragma once

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cuda_lint {

/// Optimises prepared device code the way nvcc does before it counts: loads that are known are not repeated,
/// invariant ones leave their loops, loops are unrolled, neighbouring accesses become one.
/// docs/machine_code.md has the evidence for each step. What nvcc keeps out of line must still be so.
void optimizeLikeNvcc(llvm::Module& module);

/// LLVM lets lanes with too few rounds for an unrolled loop jump into the remainder loop; nvcc has them wait
/// for the others, and all run the remainder together. Must come last: LLVM's passes would undo it.
void joinUnrolledRemainders(llvm::Function& function);

} // namespace cuda_lint
