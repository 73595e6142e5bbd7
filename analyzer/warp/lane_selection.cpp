#include "analyzer/warp/known_lanes.h"

#include <algorithm>

namespace cuda_lint {

void LaneArithmetic::select(LaneVector& out, Operand condition, Operand whenTrue, Operand whenFalse,
                            unsigned place) {
  uint8_t flags = condition.flags_ | whenTrue.flags_ | whenFalse.flags_;
  if (condition.isKnownUniform()) {
    const LaneVector& taken = (condition.base_ & 1) ? whenTrue : whenFalse;
    uint8_t takenFlags = condition.flags_ | taken.flags_;
    out = taken;
    out.flags_ = takenFlags;
    return;
  }
  if (whenTrue.sameValue(whenFalse)) {
    out = whenTrue;
    out.flags_ = flags;
    return;
  }
  if (condition.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  if (condition.isKnown()) {
    ActiveMask mask = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      mask |= static_cast<ActiveMask>(condition.lanes_[lane] & 1) << lane;
    LaneVector result = whenFalse;
    blend(result, whenTrue, mask, place);
    result.flags_ = flags;
    out = result;
    return;
  }
  bool likely = condition.nominal(0, symbols_) & 1;
  LaneVector result = likely ? whenTrue : whenFalse;
  join(result, likely ? whenFalse : whenTrue, place);
  result.flags_ |= flags;
  out = result;
}

void LaneArithmetic::blend(LaneVector& out, Operand value, ActiveMask mask, unsigned place) {
  if (mask == kFullMask || out.sameValue(value)) {
    uint8_t flags = out.flags_;
    out = value;
    if (mask != kFullMask)
      out.flags_ |= flags;
    return;
  }
  uint8_t flags = out.flags_ | value.flags_;
  if (out.isDivergentUnknown() || value.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  LaneVector result;
  result.shape_ = LaneVector::Shape::PerLane;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    result.lanes_[lane] = isActive(mask, lane) ? value.offset(lane) : out.offset(lane);
  bool sameTerms = out.termCount_ == value.termCount_ && std::equal(out.begin(), out.end(), value.begin());
  if (sameTerms && !out.laneTerms_ && !value.laneTerms_) {
    result.termCount_ = out.termCount_;
    std::copy(out.begin(), out.end(), result.terms_.begin());
  } else {
    std::vector<LaneTerm> terms;
    auto coefficientsOf = [&](SymbolId symbol) -> Lanes& {
      for (LaneTerm& term : terms)
        if (term.symbol == symbol)
          return term.coefficients;
      terms.push_back({symbol, {}});
      return terms.back().coefficients;
    };
    auto take = [&](const LaneVector& source, bool wanted) {
      auto lanesOf = [&](SymbolId symbol, auto coefficient) {
        Lanes& coefficients = coefficientsOf(symbol);
        for (unsigned lane = 0; lane < kWarpSize; ++lane)
          if (isActive(mask, lane) == wanted)
            coefficients[lane] += coefficient(lane);
      };
      for (const Term& term : source)
        lanesOf(term.symbol, [&](unsigned) { return term.coefficient; });
      if (source.laneTerms_)
        for (const LaneTerm& term : *source.laneTerms_)
          lanesOf(term.symbol, [&](unsigned lane) { return term.coefficients[lane]; });
    };
    take(value, true);
    take(out, false);
    // Terms with one coefficient in all lanes go back to the short form.
    std::vector<Term> uniformTerms;
    std::erase_if(terms, [&](const LaneTerm& term) {
      bool same = std::all_of(term.coefficients.begin(), term.coefficients.end(),
                              [&](int64_t c) { return c == term.coefficients[0]; });
      if (same)
        uniformTerms.push_back({term.symbol, term.coefficients[0]});
      return same;
    });
    if (terms.size() > 8) {
      out = LaneVector::divergent(flags | LaneVector::Unfollowed);
      return;
    }
    setTerms(result, uniformTerms, place);
    setLaneTerms(result, std::move(terms));
  }
  result.flags_ = flags;
  out = result;
}

void LaneArithmetic::join(LaneVector& out, Operand value, unsigned place) {
  uint8_t flags = out.flags_ | value.flags_;
  if (out.sameValue(value)) {
    out.flags_ = flags;
    return;
  }
  if (out.isDivergentUnknown() || value.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  if (out.isUniform() && value.isUniform()) {
    uint64_t alignment = std::min(out.symbolAlignment(symbols_), value.symbolAlignment(symbols_));
    for (const LaneVector* side : {static_cast<const LaneVector*>(&out), &value})
      if (side->base_ != 0)
        alignment = std::min<uint64_t>(alignment, side->base_ & (~side->base_ + 1));
    // Two paths that lead to different allocations of one address space: still an allocation of that space.
    std::optional<AddressSpace> space;
    for (const Term& term : out)
      if (symbols_[term.symbol].kind == SymbolKind::PointerBase && term.coefficient == 1)
        space = symbols_[term.symbol].space;
    int64_t nominal = out.nominal(0, symbols_);
    out = freshUniform(place, std::min<uint64_t>(alignment, uint64_t{1} << 32), nominal, flags,
                       space ? SymbolKind::PointerBase : SymbolKind::Opaque);
    if (space) {
      symbols_[out.terms_[0].symbol].space = *space;
      symbols_[out.terms_[0].symbol].minimum = 256;
    }
    return;
  }
  LaneVector difference;
  linear(difference, out, value, -1, 64, place);
  if (difference.isUniformIn(kFullMask)) {
    // Nothing or the difference: what divides it divides both.
    uint64_t alignment = difference.symbolAlignment(symbols_);
    if (int64_t by = difference.offset(0))
      alignment = std::min<uint64_t>(alignment, by & (~by + 1));
    LaneVector unknown = freshUniform(place, std::min<uint64_t>(alignment, uint64_t{1} << 32), 0, flags);
    linear(out, out, unknown, 1, 64, place);
    out.flags_ = flags;
    return;
  }
  out.flags_ = flags | LaneVector::Assumed;
}

} // namespace cuda_lint
