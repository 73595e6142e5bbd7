#pragma once

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cuda_lint {

/// Why a kernel cannot be brought into the interpreter's form.
struct UnusableKernel {
  std::string mangledName;
  std::string reason;
};

/// The kernels of `module` (PTX calling convention, with a body), in the order of the source.
std::vector<llvm::Function*> kernelsOf(llvm::Module& module);

/// Brings the kernels of `module` into the form that Program decodes: every call inlined, variables in
/// registers, address spaces on pointers, the shape of the source otherwise kept (no unrolling, no
/// vectorising). Functions that no kernel needs are dropped. Kernels that would grow beyond measure are
/// dropped too and returned.
std::vector<UnusableKernel> prepareKernels(llvm::Module& module);

} // namespace cuda_lint
