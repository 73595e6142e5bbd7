#pragma once

#include "analyzer/warp/interpreter.h"

#include "recording.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>

namespace cuda_lint {

/// A block of one warp, in a grid of one block.
Launch oneWarp();
/// The whole warp of oneWarp().
WarpPosition firstWarp();

/// A kernel written as the body of an LLVM function. It has `ptr addrspace(1) %out` as its first parameter;
/// %x is the thread's x, an i32.
class IrKernel {
public:
  /// `parameters` follow %out: ", i32 %n". The body starts in the block `entry`.
  explicit IrKernel(const std::string& body, const std::string& parameters = "",
                    const std::string& globals = "");

  const Program& program() const { return *program_; }

  /// What warp `warp` of block 0 does.
  Recording runWarp(const Launch& launch = oneWarp(), const WarpPosition& position = firstWarp()) const;

private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<Program> program_;
};

/// Instructions that store `label` at %out plus `value` bytes: the lanes of the address are those of the
/// value. `type`: the value's.
std::string mark(int label, const std::string& value, const std::string& type = "i32");

/// The store of `label` at %out itself.
std::string markPlace(int label);

/// What lanes have in %v, of `type`, that the instructions compute from %x.
Lanes lanesComputed(const std::string& instructions, const std::string& type = "i32");

} // namespace cuda_lint
