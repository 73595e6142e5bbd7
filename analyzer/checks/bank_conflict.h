#pragma once

#include "analyzer/checks/check.h"
#include "analyzer/checks/site_counts.h"
#include "analyzer/warp/request_cost.h"

#include <array>
#include <vector>

namespace cuda_lint {

/// Shared-memory requests that take more wavefronts than they would without two words in one bank.
class BankConflict : public Check {
public:
  using Check::Check;

  void beginBlock(const BlockClass& block) override;
  void beginWarp(const WarpPosition& position) override;
  void restart() override;
  void memoryAccess(const MemoryAccess& access) override;
  CheckResult finish() override;

  /// How a shared variable is divided into rows: what padding and swizzling change.
  struct Layout {
    const llvm::GlobalVariable* variable = nullptr;
    int64_t start = 0;
    int64_t rowBytes = 0;
    int64_t elementBytes = 0;
    int64_t rows = 0;
    /// Declared with rows, not merely indexed by them.
    bool isTwoDimensional = false;
  };

private:
  struct Counts {
    uint64_t wavefronts = 0;
    uint64_t ideal = 0;
    uint64_t conflictFree = 0;
    double degree = 0;
    /// Of the first warp's requests in turn, repetitions left out.
    std::vector<unsigned> degrees;
    uint64_t unfollowed = 0;
    bool isBounded = false;
    bool isPossible = false;
    /// Some request ran with lanes that are known.
    bool lanesKnown = false;
    /// Every conflicting request lies in a variable with rows.
    bool curable = true;
    std::optional<Layout> layout;
    /// Wavefronts with each row 1, 2 and 4 elements longer.
    std::array<uint64_t, 3> padded{};
    uint64_t swizzled = 0;
  };

  /// Wavefronts of all accesses to one variable: now, and with each cure.
  struct VariableCounts {
    uint64_t now = 0;
    std::array<uint64_t, 3> padded{};
    uint64_t swizzled = 0;
  };

  std::optional<Layout> layoutOf(const RequestOffsets& request, ActiveMask mask, unsigned bytes) const;
  std::string cure(const Counts& counts) const;

  SiteCounts<Counts> sites_;
  /// Of the first block.
  llvm::DenseMap<const llvm::GlobalVariable*, VariableCounts> variables_;
  unsigned blocks_ = 0;
  bool isFirstWarp_ = false;
};

} // namespace cuda_lint
