#pragma once

#include "analyzer/checks/check.h"
#include "analyzer/checks/site_counts.h"
#include "analyzer/warp/request_cost.h"

namespace cuda_lint {

/// Global-memory requests that touch more sectors than their bytes need.
class UncoalescedAccess : public Check {
public:
  using Check::Check;

  void beginBlock(const BlockClass& block) override;
  void restart() override;
  void memoryAccess(const MemoryAccess& access) override;
  CheckResult finish() override;

private:
  struct Counts {
    uint64_t requests = 0;
    uint64_t lanes = 0;
    uint64_t sectors = 0;
    uint64_t ideal = 0;
    /// The same with the other plausible value for what the lanes' distances hang on.
    uint64_t otherSectors = 0;
    std::optional<int64_t> stride;
    bool strideVaries = false;
    /// The distance of neighbouring lanes hangs on a symbol.
    bool strideIsSymbolic = false;
    /// The lanes' distance is an entry of a table in a parameter, which may well be 1.
    bool mayBeOne = false;
    /// An argument moves the start of short rows: `sectors` is what most starts cost, `otherSectors` the
    /// best.
    bool isMoved = false;
    /// The lanes' distance hangs on a symbol of this name.
    std::string strideSymbol;
    uint64_t dataDependent = 0;
    uint64_t unfollowed = 0;
    unsigned bytes = 0;
    bool isBounded = false;
    bool isPossible = false;
  };

  std::string message(const Counts& counts, const llvm::Instruction& instruction) const;

  SiteCounts<Counts> sites_;
};

} // namespace cuda_lint
