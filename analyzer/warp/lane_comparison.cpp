#include "analyzer/warp/known_lanes.h"

#include <algorithm>

namespace cuda_lint {

namespace {

bool holds(Comparison comparison, int64_t a, int64_t b) {
  switch (comparison) {
  case Comparison::Equal:
    return a == b;
  case Comparison::NotEqual:
    return a != b;
  case Comparison::Less:
    return a < b;
  case Comparison::LessEqual:
    return a <= b;
  case Comparison::Greater:
    return a > b;
  case Comparison::GreaterEqual:
    return a >= b;
  }
  return false;
}

bool holdsUnsigned(Comparison comparison, uint64_t a, uint64_t b) {
  // Flipping the sign bit maps unsigned order onto signed order.
  constexpr uint64_t sign = uint64_t{1} << 63;
  return holds(comparison, static_cast<int64_t>(a ^ sign), static_cast<int64_t>(b ^ sign));
}

} // namespace

void LaneArithmetic::compare(LaneVector& out, Comparison comparison, bool isSigned, Operand a, Operand b,
                             unsigned bits, unsigned place) {
  if (isSigned || comparison == Comparison::Equal || comparison == Comparison::NotEqual) {
    if (known(out, a, b, 1, [&](int64_t x, int64_t y) -> int64_t { return holds(comparison, x, y); }))
      return;
  } else if (known(out, a, b, 1, [&](int64_t x, int64_t y) -> int64_t {
               return holdsUnsigned(comparison, unsignedInteger(x, bits), unsignedInteger(y, bits));
             })) {
    return;
  }
  uint8_t flags = a.flags_ | b.flags_;
  if (a.isDivergentUnknown() || b.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  const bool aUniform = a.isUniform();
  const bool bUniform = b.isUniform();
  const bool aSymbolic = !a.isKnown();
  const bool bSymbolic = !b.isKnown();
  LaneVector difference;
  linear(difference, a, b, -1, 64, place);
  auto perLane = [&](auto truth, uint8_t extraFlags) {
    LaneVector result;
    result.shape_ = LaneVector::Shape::PerLane;
    bool same = true;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      result.lanes_[lane] = truth(lane);
      same = same && result.lanes_[lane] == result.lanes_[0];
    }
    if (same) {
      result.shape_ = LaneVector::Shape::Uniform;
      result.base_ = result.lanes_[0];
    }
    result.flags_ = flags | extraFlags;
    out = result;
  };
  if (difference.isKnown()) {
    perLane([&](unsigned lane) { return holds(comparison, difference.offset(lane), 0); }, 0);
    return;
  }
  const bool equality = comparison == Comparison::Equal || comparison == Comparison::NotEqual;
  if (equality) {
    // a == b needs the known part to be a multiple of what divides the symbols.
    uint64_t alignment = difference.symbolAlignment(symbols_);
    bool never = true;
    for (unsigned lane = 0; lane < kWarpSize && never; ++lane)
      never = (static_cast<uint64_t>(difference.offset(lane)) & (alignment - 1)) != 0;
    if (never) {
      out = LaneVector::uniform(comparison == Comparison::NotEqual);
      out.flags_ = flags;
      return;
    }
  }
  if (!difference.laneTerms_) {
    // Bounds of the symbolic part, where every symbol is bounded from below.
    auto bound = [&](int64_t sign) -> std::optional<int64_t> {
      int64_t sum = 0;
      for (const Term& term : difference) {
        const Symbol& symbol = symbols_[term.symbol];
        if (term.coefficient * sign < 0 || symbol.minimum < -(int64_t{1} << 40))
          return std::nullopt;
        sum += term.coefficient * sign * std::max<int64_t>(symbol.minimum, -(int64_t{1} << 40));
      }
      return sum;
    };
    auto decide = [&](int64_t sign, int64_t least) {
      // sign * difference >= least + sign * offset, lane by lane.
      bool all = true;
      for (unsigned lane = 0; lane < kWarpSize && all; ++lane)
        all = least + sign * difference.offset(lane) > 0;
      return all;
    };
    for (int64_t sign : {int64_t{1}, int64_t{-1}}) {
      std::optional<int64_t> least = bound(sign);
      if (!least)
        continue;
      if (decide(sign, *least)) {
        out = LaneVector::uniform(holds(comparison, sign, 0));
        out.flags_ = flags;
        return;
      }
      // Zero is possible: only the comparisons that hold (or fail) at zero as well are settled.
      if (decide(sign, *least + 1) && holds(comparison, sign, 0) == holds(comparison, 0, 0)) {
        out = LaneVector::uniform(holds(comparison, 0, 0));
        out.flags_ = flags;
        return;
      }
    }
  }
  if (aUniform && bUniform) {
    bool likely =
        equality ? comparison == Comparison::NotEqual : holds(comparison, difference.nominal(0, symbols_), 0);
    out = freshUniform(place, 1, likely, flags);
    symbols_[out.terms_[0].symbol].minimum = 0;
    return;
  }
  if (equality) {
    perLane([&](unsigned) { return comparison == Comparison::NotEqual; },
            LaneVector::Assumed | LaneVector::OneLane);
    return;
  }
  // A lane-varying index against a bound that is not known: inside, as all warps but the last ones are.
  auto isSize = [&](const LaneVector& bound) {
    return std::any_of(bound.begin(), bound.end(), [&](const Term& term) {
      SymbolKind kind = symbols_[term.symbol].kind;
      return kind != SymbolKind::BlockIndex && kind != SymbolKind::LoopRound && term.coefficient > 0;
    });
  };
  if (!aUniform && bUniform && bSymbolic && isSize(b)) {
    perLane([&](unsigned) { return comparison == Comparison::Less || comparison == Comparison::LessEqual; },
            LaneVector::Assumed);
    return;
  }
  if (aUniform && aSymbolic && !bUniform && isSize(a)) {
    perLane(
        [&](unsigned) { return comparison == Comparison::Greater || comparison == Comparison::GreaterEqual; },
        LaneVector::Assumed);
    return;
  }
  perLane([&](unsigned lane) { return holds(comparison, difference.nominal(lane, symbols_), 0); },
          LaneVector::Assumed);
}

void LaneArithmetic::minimum(LaneVector& out, Operand a, Operand b, bool greater, bool isSigned,
                             unsigned bits, unsigned place) {
  LaneVector condition;
  compare(condition, greater ? Comparison::Greater : Comparison::Less, isSigned, a, b, bits, place + 5);
  if (!condition.isKnown() && condition.isUniform()) {
    LaneVector result = condition.nominal(0, symbols_) ? a : b;
    result.flags_ = a.flags_ | b.flags_ | LaneVector::Assumed;
    out = result;
    return;
  }
  select(out, condition, a, b, place);
}

} // namespace cuda_lint
