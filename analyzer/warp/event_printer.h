#pragma once

#include "analyzer/warp/kernel_run.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_lint {

/// Writes every event as a line: what the engine believes a warp does.
class EventPrinter : public RunSink {
public:
  explicit EventPrinter(llvm::raw_ostream& out) : out_(out) {}

  void beginBlock(const BlockClass& block) override;
  void beginWarp(const WarpPosition& position) override;
  void memoryAccess(const MemoryAccess& access) override;
  void branch(const BranchExecution& branch) override;
  void barrier(const Barrier& barrier) override;
  void shuffle(const llvm::Instruction& instruction, ActiveMask active) override;
  void restart() override;

private:
  void place(const llvm::Instruction& instruction);

  llvm::raw_ostream& out_;
};

} // namespace cuda_lint
