#pragma once

#include "recording.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>

namespace cuda_lint {

/// A CUDA source with one kernel, compiled and prepared as the linter does it.
class CudaKernel {
public:
  explicit CudaKernel(const std::string& source);

  const Program& program() const { return *program_; }

  /// What the warps of the representative blocks do. In one block of one warp where `launch` does not say
  /// otherwise.
  Recording run(const Launch& launch) const;
  Recording run() const;

private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<Program> program_;
};

} // namespace cuda_lint
