#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace cuda_lint {

/// Gives accesses the width that nvcc compiles them to, where Clang's IR says less. To run before any other
/// pass.
/// - Copies of aligned vectors (`float4 v = a[i]`) become one load and one store each: left as copies, later
/// passes would take
///   them apart by the members that are used.
/// - An access through a cast pointer (`*reinterpret_cast<float4*>(&tile[i])`) is as aligned as its type
/// demands, not as the
///   array below the cast happens to be.
void makeAccessesWhole(llvm::Module& module);

} // namespace cuda_lint
