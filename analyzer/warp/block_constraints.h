#pragma once

#include "analyzer/warp/block_set.h"
#include "analyzer/warp/lane_vector.h"

namespace cuda_lint {

/// The blocks that do just what the one that runs does. While a block runs with its index as a symbol, every
/// outcome that hangs on the index (a comparison, a quotient, the place of an address within a sector) takes
/// away the blocks for which it would be another. What is left at the end is proven equal: never more blocks
/// than that, sometimes fewer.
class BlockConstraints {
public:
  using Index = std::array<int64_t, 3>;

  /// `block` runs; `candidates`, which holds it, may be like it. `symbols` stand for the index, x y z.
  BlockConstraints(const BlockSet& candidates, const Index& block, const std::array<SymbolId, 3>& symbols)
      : left_(candidates), block_(block), symbols_(symbols) {}

  const BlockSet& blocks() const { return left_; }
  /// More than one index is possible in this dimension: its symbol takes part.
  bool isFree(unsigned dimension) const { return left_.ranges[dimension].count() > 1; }
  int64_t index(unsigned dimension) const { return block_[dimension]; }

  bool hangsOn(const LaneVector& value) const;
  /// All that is not known of `value` is the block.
  bool hangsOnNothingElse(const LaneVector& value) const;
  /// `value` in the block that runs.
  LaneVector here(const LaneVector& value) const;

  /// Keeps the blocks in which `value` is at least (at most) `bounds` in each lane of `mask`. It must be in
  /// the block that runs.
  void keepAtLeast(const LaneVector& value, ActiveMask mask, const Lanes& bounds);
  void keepAtMost(const LaneVector& value, ActiveMask mask, const Lanes& bounds);
  /// Keeps the blocks in which `value` leaves the same remainder, in each lane of `mask`.
  void keepRemainder(const LaneVector& value, ActiveMask mask, uint64_t modulus);
  /// How many classes of blocks keepRemainder would make of those that are left.
  double remainderClasses(const LaneVector& value, uint64_t modulus) const;
  /// The largest difference that `value` takes between two of the blocks left.
  double span(const LaneVector& value) const;
  /// The largest magnitude that `value` takes in the blocks left, roughly.
  double magnitude(const LaneVector& value) const;
  /// Keeps the blocks in which `value` is the same.
  void keepValue(const LaneVector& value, ActiveMask mask);

private:
  struct Coefficients {
    std::array<int64_t, 3> of{};
    friend bool operator==(const Coefficients&, const Coefficients&) = default;
  };
  bool isBlock(SymbolId symbol) const {
    return symbol == symbols_[0] || symbol == symbols_[1] || symbol == symbols_[2];
  }
  Coefficients coefficients(const LaneVector& value, unsigned lane) const;
  /// Keeps the blocks with sum of coefficient * index >= least.
  void keepSum(const Coefficients& coefficients, int64_t least);
  void keepBounds(const LaneVector& value, ActiveMask mask, const Lanes& bounds, int64_t sign);
  void keepMultiples(unsigned dimension, int64_t of);
  void pin(unsigned dimension);

  BlockSet left_;
  Index block_;
  std::array<SymbolId, 3> symbols_;
};

} // namespace cuda_lint
