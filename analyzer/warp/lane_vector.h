#pragma once

#include "analyzer/warp/active_mask.h"
#include "analyzer/warp/symbol.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <cassert>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cuda_lint {

/// One integer a lane.
using Lanes = std::array<int64_t, kWarpSize>;

/// `coefficient * symbol`, the same in every lane.
struct Term {
  SymbolId symbol;
  int64_t coefficient;

  friend bool operator==(const Term&, const Term&) = default;
};

/// `coefficients[lane] * symbol`: what `threadIdx.x * height` needs.
struct LaneTerm {
  SymbolId symbol;
  Lanes coefficients;

  friend bool operator==(const LaneTerm&, const LaneTerm&) = default;
};

/// The value of an integer or pointer in the 32 lanes of a warp:
///
///     value[lane] = offset[lane] + sum_i coefficient_i * symbol_i + sum_j coefficients_j[lane] * symbol_j
///
/// or not known and different from lane to lane (`divergent`). A value that is not known but the same in
/// every lane is a fresh symbol. Symbolic parts are mathematical integers: index arithmetic is taken not to
/// wrap. Known values of n-bit integers are kept sign-extended.
class LaneVector {
public:
  enum class Shape : uint8_t { Uniform, PerLane, Divergent };

  /// How the value came about; the union over its operands.
  enum Flag : uint8_t {
    /// Hangs on the contents of memory.
    Data = 1,
    /// Right under an assumption (an index inside its bounds, a plausible size), not in every case.
    Assumed = 2,
    /// Not followed, for a reason other than data.
    Unfollowed = 4,
    /// A condition taken to be false that at most one lane of the grid meets (`i == n - 1`).
    OneLane = 8,
  };

  static constexpr unsigned kMaxTerms = 6;

  LaneVector() = default;
  LaneVector(const LaneVector& other) { *this = other; }
  LaneVector& operator=(const LaneVector& other);

  static LaneVector uniform(int64_t value);
  static LaneVector symbol(SymbolId id, int64_t coefficient = 1);
  static LaneVector perLane(const Lanes& lanes);
  static LaneVector divergent(uint8_t flags);

  Shape shape() const { return shape_; }
  uint8_t flags() const { return flags_; }
  void addFlags(uint8_t flags) { flags_ |= flags; }
  bool has(Flag flag) const { return flags_ & flag; }

  bool isDivergentUnknown() const { return shape_ == Shape::Divergent; }
  /// No symbol takes part.
  bool isKnown() const { return shape_ != Shape::Divergent && termCount_ == 0 && !laneTerms_; }
  bool isKnownUniform() const { return shape_ == Shape::Uniform && termCount_ == 0 && !laneTerms_; }
  /// The same in every lane, known or not.
  bool isUniform() const { return shape_ == Shape::Uniform && !laneTerms_; }
  bool isZero() const { return isKnownUniform() && base_ == 0; }
  /// The same in every lane of `mask`; the value outside of it does not count.
  bool isUniformIn(ActiveMask mask) const;

  /// The known part of a uniform value.
  int64_t base() const { return base_; }
  /// The known part in one lane.
  int64_t offset(unsigned lane) const { return shape_ == Shape::PerLane ? lanes_[lane] : base_; }
  const Lanes& lanes() const { return lanes_; }
  /// `offset` of every lane.
  Lanes offsetsOfLanes() const {
    Lanes offsets;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      offsets[lane] = offset(lane);
    return offsets;
  }

  const Term* begin() const { return terms_.data(); }
  const Term* end() const { return terms_.data() + termCount_; }
  unsigned termCount() const { return termCount_; }
  const std::vector<LaneTerm>* laneTerms() const { return laneTerms_.get(); }

  /// Coefficient of `symbol` in `lane`.
  int64_t coefficient(SymbolId symbol, unsigned lane) const;

  /// The largest power of two that divides the symbolic part in every lane; 2^63 where there is none.
  uint64_t symbolAlignment(const SymbolTable& symbols) const;

  /// Value of a lane when every symbol has its nominal value.
  int64_t nominal(unsigned lane, const SymbolTable& symbols) const;

  bool sameValue(const LaneVector& other) const;

  /// With the symbols that `valueOf` knows replaced by their values. Not for divergent vectors.
  LaneVector withSymbols(llvm::function_ref<std::optional<int64_t>(SymbolId)> valueOf) const;

  std::string toString(const SymbolTable& symbols) const;

private:
  friend class LaneArithmetic;

  Shape shape_ = Shape::Uniform;
  uint8_t flags_ = 0;
  uint8_t termCount_ = 0;
  int64_t base_ = 0;
  std::shared_ptr<const std::vector<LaneTerm>> laneTerms_;
  std::array<Term, kMaxTerms> terms_;
  Lanes lanes_;
};

} // namespace cuda_lint
