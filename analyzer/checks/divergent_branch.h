#pragma once

#include "analyzer/checks/check.h"
#include "analyzer/checks/site_counts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_lint {

/// Branches whose lanes part, so that the sides run one after the other and lanes wait.
class DivergentBranch : public Check {
public:
  using Check::Check;

  void beginBlock(const BlockClass& block) override;
  void beginWarp(const WarpPosition& position) override;
  void restart() override;
  void branch(const BranchExecution& branch) override;
  void instructions(unsigned count, ActiveMask active) override;
  void idle(const llvm::Instruction& branch, unsigned count, ActiveMask idleLanes,
            ActiveMask active) override;
  void dataDependent(const llvm::Instruction& branch, unsigned count) override;
  CheckResult finish() override;

private:
  struct Counts {
    uint64_t executions = 0;
    uint64_t divergent = 0;
    /// Lane-instructions that ran while lanes waited.
    uint64_t active = 0;
    /// Lane-instructions during which lanes waited.
    uint64_t lost = 0;
    /// Warp instructions that ran while they did.
    uint64_t instructions = 0;
    /// The k-th execution of the branch diverged in more than one warp of the block.
    bool manyWarps = false;
    /// Some split was not a run of lanes from one end.
    bool scattered = false;
    /// Most lanes that ever were the smaller side.
    unsigned minority = 0;
    /// Lanes went more than two ways.
    bool manySides = false;
    /// A loop's exit at which lanes of one warp left in one round after the other.
    bool unevenTrips = false;
    bool leavesLoop = false;
    /// Warp instructions on sides that data decides on.
    uint64_t dataInstructions = 0;
    bool isAssumed = false;
    bool isPossible = false;
    /// By the number of the execution within a warp: how many warps diverged there.
    std::vector<uint8_t> warpsByExecution;
  };
  struct BlockTotals {
    uint64_t weight = 1;
    uint64_t laneInstructions = 0;
    uint64_t instructions = 0;
  };

  bool isCheap(const Counts& counts) const;
  bool rarelyParts(const llvm::Instruction& branch, const Counts& counts) const;
  bool retriesAtomic(const llvm::Instruction& branch) const;
  bool bisects(const llvm::Instruction& branch) const;
  bool isGuard(const llvm::Instruction& branch) const;
  /// Blocks reached from `successors` of a branch in block `own`, up to the place where its lanes meet.
  std::vector<bool> blocksBehind(uint32_t own, std::vector<uint32_t> successors) const;
  /// The block that a terminator ends, and the innermost loop that it lies in.
  uint32_t blockOf(const llvm::Instruction& branch) const;
  uint32_t loopOf(const llvm::Instruction& branch) const;
  /// The run was longer than what the engine saw of it, by rounds of a loop that the branch is not part of
  /// and that does not lie behind it.
  bool isOverestimated(const llvm::Instruction& branch) const;

  SiteCounts<Counts> sites_;
  std::vector<BlockTotals> totals_;
  /// Branches at which loops were left whose trip counts are not known.
  llvm::DenseSet<const llvm::Instruction*> unknownExits_;
  struct InWarp {
    unsigned executions = 0;
    bool divergedLast = false;
  };
  /// What the warp that runs has done at each branch.
  llvm::DenseMap<const llvm::Instruction*, InWarp> inWarp_;
};

} // namespace cuda_lint
