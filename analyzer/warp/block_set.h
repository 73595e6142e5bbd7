#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace cuda_lint {

/// Block indices in one dimension: first, first + step, ..., last.
struct IndexRange {
  int64_t first = 0;
  int64_t last = 0;
  /// At least 1; 1 where first == last.
  int64_t step = 1;

  int64_t count() const { return (last - first) / step + 1; }
  bool contains(int64_t index) const {
    return index >= first && index <= last && (index - first) % step == 0;
  }
  /// A member as near the middle as there is.
  int64_t middle() const { return first + count() / 2 * step; }

  friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

/// Blocks of a grid: the product of one range a dimension, x y z.
struct BlockSet {
  std::array<IndexRange, 3> ranges;

  uint64_t count() const;
  bool contains(const std::array<int64_t, 3>& block) const;

  friend bool operator==(const BlockSet&, const BlockSet&) = default;
};

/// The blocks of `whole` that are not in `part`, which lies inside it, as disjoint sets.
std::vector<BlockSet> withoutPart(const BlockSet& whole, const BlockSet& part);

} // namespace cuda_lint
