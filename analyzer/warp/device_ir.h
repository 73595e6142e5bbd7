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

/// What the instructions of prepared kernels are near to.
enum class CodeShape : uint8_t {
  /// The source: no unrolling, no vectorising.
  Source,
  /// The machine code that nvcc makes.
  Machine
};

/// Brings the kernels of `module` into the form that Program decodes: every call inlined, variables in
/// registers, address spaces on pointers. Functions that no kernel needs are dropped. Kernels that would grow
/// beyond measure are dropped too and returned.
std::vector<UnusableKernel> prepareKernels(llvm::Module& module, CodeShape shape = CodeShape::Source);

} // namespace cuda_lint
