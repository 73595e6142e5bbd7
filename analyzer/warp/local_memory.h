#pragma once

#include "analyzer/warp/lane_arithmetic.h"

#include <map>
#include <unordered_map>

namespace cuda_lint {

/// The contents of one local variable (a stack slot, an array with run-time indices) of the threads of a
/// warp, as far as they are written and read at known offsets.
class LocalVariable {
public:
  /// `offset` in bytes from the variable's start, known and the same in every lane.
  void store(int64_t offset, unsigned bytes, const LaneVector& value, ActiveMask mask, bool keepOld,
             LaneArithmetic& arithmetic, unsigned place);
  /// At an offset that is not known.
  void storeAnywhere(const LaneVector& value);
  /// Bytes [offset, offset + bytes) now equal those at `source`.
  void copyFrom(int64_t offset, uint64_t bytes, const LaneVector& source);

  /// nullptr where nothing is known of these bytes.
  const LaneVector* load(int64_t offset, unsigned bytes) const;
  /// The address that these bytes were copied from, if they were.
  std::optional<LaneVector> copiedFrom(int64_t offset, unsigned bytes, LaneArithmetic& arithmetic,
                                       unsigned place) const;
  /// Every value ever stored was the same in every lane.
  bool holdsUniform() const { return allUniform_; }
  uint8_t flags() const { return flags_; }
  void clear();

private:
  struct Cell {
    unsigned bytes;
    LaneVector value;
  };
  struct Copy {
    int64_t offset;
    uint64_t bytes;
    /// Where the copy was made from; these bytes lie `skipped` bytes further.
    LaneVector source;
    int64_t skipped;
  };
  void forget(int64_t offset, uint64_t bytes);
  /// Something was stored that overlaps these bytes, or may overlap them.
  bool mayHold(int64_t offset, uint64_t bytes) const;
  void note(const LaneVector& value);

  std::map<int64_t, Cell> cells_;
  std::vector<Copy> copies_;
  bool storedAnywhere_ = false;
  bool allUniform_ = true;
  uint8_t flags_ = 0;
};

} // namespace cuda_lint
