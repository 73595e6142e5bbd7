#pragma once

#include "analyzer/warp/kernel_run.h"
#include "analyzer/warp/request_cost.h"

#include "lane_values.h"

#include <functional>
#include <string>
#include <vector>

namespace cuda_lint {

/// What a MemoryAccess told, kept beyond the run.
struct RecordedAccess {
  const llvm::Instruction* instruction;
  AccessKind kind;
  AddressSpace space;
  unsigned bytes;
  ActiveMask mask;
  LaneVector address;
  bool possible;
  bool lanesUnknown;
  bool isAssumed;
  bool aside;
  std::optional<RequestOffsets> request;
  /// Name of the allocation that the address lies in; empty where it is not one.
  std::string base;
  /// As LaneVector::symbolAlignment.
  uint64_t alignment;
  WarpPosition position;

  /// Offset of each lane from the allocation; a marker in lanes that take no part.
  Lanes lanes() const;
};

struct RecordedBarrier {
  BarrierKind kind;
  ActiveMask active;
};

struct RecordedRemainder {
  LaneVector dividend;
  LaneVector divisor;
  ActiveMask mask;
};

/// `value(lane)` in the lanes of `mask`, the marker of RecordedAccess::lanes() in the others.
Lanes lanesIn(ActiveMask mask, const std::function<int64_t(int64_t)>& value);

/// Keeps all events.
class Recording : public RunSink {
public:
  void beginBlock(const BlockClass& block) override { blocks.push_back(block); }
  void beginWarp(const WarpPosition& position) override { warps.push_back(position); }
  void memoryAccess(const MemoryAccess& access) override;
  void branch(const BranchExecution& branch) override { branches.push_back(branch); }
  void remainder(const RemainderExecution& remainder) override {
    remainders.push_back({remainder.dividend, remainder.divisor, remainder.mask});
  }
  void barrier(const Barrier& barrier) override { barriers.push_back({barrier.kind, barrier.active}); }
  void shuffle(const llvm::Instruction& instruction, ActiveMask active) override {
    shuffles.push_back(active);
  }
  void instructions(unsigned count, ActiveMask active) override { instructionCount += count; }
  void restart() override;

  /// Stores of the constant `label`: how a kernel of a test marks a place.
  std::vector<RecordedAccess> marks(int64_t label) const;
  /// The only such store. A failure of the test where there is none or another one.
  RecordedAccess mark(int64_t label) const;
  /// The lanes that made such a store.
  ActiveMask lanesAt(int64_t label) const;
  std::vector<RecordedAccess> accesses(AccessKind kind, AddressSpace space) const;

  std::vector<RecordedAccess> all;
  std::vector<BranchExecution> branches;
  std::vector<RecordedRemainder> remainders;
  std::vector<RecordedBarrier> barriers;
  std::vector<ActiveMask> shuffles;
  std::vector<BlockClass> blocks;
  std::vector<WarpPosition> warps;
  uint64_t instructionCount = 0;
  unsigned restarts = 0;
};

} // namespace cuda_lint
