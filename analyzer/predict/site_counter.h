#pragma once

#include "analyzer/predict/prediction.h"
#include "analyzer/warp/grid_run.h"
#include "analyzer/warp/request_cost.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <set>

namespace cuda_lint {

/// Counts what the blocks of a grid run do, with bounds where something is not known.
class SiteCounter : public GridSink {
public:
  /// Accesses and branches of one instruction; an instruction of assembly can load and store.
  using Key = std::pair<const llvm::Instruction*, SiteKind>;
  using Sites = llvm::MapVector<Key, SiteCounts>;

  /// Why a number is bounded, and the instruction that it hangs on.
  enum class Reason : uint8_t {
    DataAddress,
    UnknownAddress,
    UnknownBase,
    AddressSpace,
    DataLanes,
    UnknownCondition,
    TripCount,
    Retry
  };

  void memoryAccess(const MemoryAccess& access) override;
  void branch(const BranchExecution& branch) override;
  void issued(unsigned count, ActiveMask active) override;
  void endBlock(uint64_t blocks) override;
  void dropBlock() override;

  const Sites& sites() const { return sites_; }
  uint64_t warpInstructions() const { return instructions_; }
  uint64_t laneInstructions() const { return laneInstructions_; }
  const llvm::MapVector<const llvm::Instruction*, std::set<Reason>>& reasons() const { return reasons_; }

  /// Loops that lanes of a warp leave in different rounds, by the branch that ends them.
  const llvm::SetVector<const llvm::Instruction*>& unevenLoops() const { return unevenLoops_; }

private:
  SiteCounts& site(const llvm::Instruction* instruction, SiteKind kind);
  void give(const llvm::Instruction* instruction, Reason reason) { reasons_[instruction].insert(reason); }

  Sites block_;
  Sites sites_;
  llvm::SetVector<const llvm::Instruction*> unevenLoops_;
  uint64_t blockInstructions_ = 0, blockLanes_ = 0;
  uint64_t instructions_ = 0, laneInstructions_ = 0;
  llvm::MapVector<const llvm::Instruction*, std::set<Reason>> reasons_;
};

} // namespace cuda_lint
