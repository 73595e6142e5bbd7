#include "analyzer/warp/known_lanes.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>

namespace cuda_lint {

void LaneArithmetic::divideByKnown(LaneVector& out, Operand a, int64_t divisor, bool wantRemainder,
                                   unsigned place) {
  uint8_t flags = a.flags_;
  auto divides = [&](SymbolId symbol, int64_t coefficient) {
    if (coefficient % divisor == 0)
      return true;
    bool powerOfTwo = (divisor & (divisor - 1)) == 0;
    return powerOfTwo && LaneVector::symbol(symbol, coefficient).symbolAlignment(symbols_) >=
                             static_cast<uint64_t>(divisor);
  };
  bool exact =
      std::all_of(a.begin(), a.end(), [&](const Term& t) { return divides(t.symbol, t.coefficient); });
  bool laneTermsExact = true;
  if (a.laneTerms_)
    for (const LaneTerm& term : *a.laneTerms_)
      for (int64_t coefficient : term.coefficients)
        laneTermsExact = laneTermsExact && divides(term.symbol, coefficient);
  if (!laneTermsExact) {
    out = LaneVector::divergent(flags | LaneVector::Unfollowed);
    return;
  }
  int64_t nominal = a.nominal(0, symbols_);
  if (a.isUniform() && !exact) {
    out = freshUniform(place, 1,
                       wantRemainder ? nominal - llvm::divideFloorSigned(nominal, divisor) * divisor
                                     : llvm::divideFloorSigned(nominal, divisor),
                       flags);
    if (a.begin() != a.end())
      symbols_[out.terms_[0].symbol].minimum = 0;
    return;
  }
  // Symbols that the divisor does not divide: the warp's first value is taken to start a multiple of it.
  if (!exact)
    flags |= LaneVector::Assumed;
  LaneVector known;
  if (a.shape_ == LaneVector::Shape::Uniform) {
    known.base_ = wantRemainder ? a.base_ - llvm::divideFloorSigned(a.base_, divisor) * divisor
                                : llvm::divideFloorSigned(a.base_, divisor);
  } else {
    known.shape_ = LaneVector::Shape::PerLane;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      int64_t quotient = llvm::divideFloorSigned(a.lanes_[lane], divisor);
      known.lanes_[lane] = wantRemainder ? a.lanes_[lane] - quotient * divisor : quotient;
    }
  }
  if (wantRemainder) {
    known.flags_ = flags;
    out = known;
    return;
  }
  LaneVector result;
  if (!exact) {
    result = freshUniform(place, 1, llvm::divideFloorSigned(nominal, divisor), flags);
  } else {
    std::vector<Term> terms;
    LaneVector rest;
    for (const Term& term : a) {
      if (term.coefficient % divisor == 0) {
        terms.push_back({term.symbol, term.coefficient / divisor});
        continue;
      }
      // Divisible through the symbol's own alignment: the quotient is a symbol of its own.
      LaneVector whole = LaneVector::symbol(term.symbol, term.coefficient);
      uint64_t alignment = whole.symbolAlignment(symbols_) / static_cast<uint64_t>(divisor);
      LaneVector quotient = freshUniform(place, std::max<uint64_t>(alignment, 1),
                                         llvm::divideFloorSigned(whole.nominal(0, symbols_), divisor), flags);
      terms.push_back(*quotient.begin());
    }
    setTerms(result, terms, place);
    if (a.laneTerms_) {
      std::vector<LaneTerm> laneTerms = *a.laneTerms_;
      for (LaneTerm& term : laneTerms)
        for (int64_t& coefficient : term.coefficients)
          coefficient /= divisor;
      setLaneTerms(result, std::move(laneTerms));
    }
  }
  linear(result, result, known, 1, 64, place);
  result.flags_ = flags;
  out = result;
}

void LaneArithmetic::divideByUnknown(LaneVector& out, Operand a, Operand divisor, bool wantRemainder,
                                     unsigned place) {
  uint8_t flags = a.flags_ | divisor.flags_;
  if (a.isDivergentUnknown() || divisor.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  if (!divisor.isUniform() || a.laneTerms_) {
    out = LaneVector::divergent(flags | LaneVector::Unfollowed);
    return;
  }
  int64_t by = std::max<int64_t>(std::llabs(divisor.nominal(0, symbols_)), 1);
  int64_t nominal = a.nominal(0, symbols_);
  if (a.isUniform()) {
    out = freshUniform(place, 1, wantRemainder ? nominal % by : nominal / by, flags);
    return;
  }
  flags |= LaneVector::Assumed;
  if (!wantRemainder) {
    out = freshUniform(place, 1, nominal / by, flags);
    return;
  }
  int64_t lowest = *std::min_element(a.lanes_.begin(), a.lanes_.end());
  LaneVector lanes = a;
  lanes.termCount_ = 0;
  for (int64_t& lane : lanes.lanes_)
    lane -= lowest;
  // Rows are taken to start where warps do, so the remainder keeps the alignment of a warp's first index.
  LaneVector start = freshUniform(place, kWarpSize, nominal % by, flags);
  linear(out, start, lanes, 1, 64, place);
  out.flags_ = flags;
}

void LaneArithmetic::divide(LaneVector& out, Operand a, Operand b, bool isSigned, unsigned bits,
                            unsigned place) {
  auto quotient = [&](int64_t x, int64_t y) -> int64_t {
    if (isSigned)
      return y == 0 ? 0 : y == -1 ? wrapMul(-1, x) : x / y;
    uint64_t divisor = unsignedInteger(y, bits);
    return divisor == 0 ? 0 : static_cast<int64_t>(unsignedInteger(x, bits) / divisor);
  };
  if (known(out, a, b, bits, quotient))
    return;
  if (b.isKnownUniform() && b.base_ > 0 && !a.isDivergentUnknown()) {
    divideByKnown(out, a, b.base_, false, place);
    return;
  }
  divideByUnknown(out, a, b, false, place);
}

void LaneArithmetic::remainder(LaneVector& out, Operand a, Operand b, bool isSigned, unsigned bits,
                               unsigned place) {
  auto rest = [&](int64_t x, int64_t y) -> int64_t {
    if (isSigned)
      return y == 0 || y == -1 ? 0 : x % y;
    uint64_t divisor = unsignedInteger(y, bits);
    return divisor == 0 ? 0 : static_cast<int64_t>(unsignedInteger(x, bits) % divisor);
  };
  if (known(out, a, b, bits, rest))
    return;
  if (b.isKnownUniform() && b.base_ > 0 && !a.isDivergentUnknown()) {
    divideByKnown(out, a, b.base_, true, place);
    return;
  }
  divideByUnknown(out, a, b, true, place);
}

void LaneArithmetic::shiftRight(LaneVector& out, Operand a, Operand b, bool isSigned, unsigned bits,
                                unsigned place) {
  auto shift = [&](int64_t x, int64_t y) -> int64_t {
    uint64_t count = unsignedInteger(y, bits);
    if (isSigned)
      return x >> std::min<uint64_t>(count, 63);
    return count >= bits ? 0 : static_cast<int64_t>(unsignedInteger(x, bits) >> count);
  };
  if (known(out, a, b, bits, shift))
    return;
  if (b.isKnownUniform() && !a.isDivergentUnknown() && unsignedInteger(b.base_, bits) < 62) {
    divideByKnown(out, a, int64_t{1} << b.base_, false, place);
    return;
  }
  if (b.isUniform() && !a.isDivergentUnknown()) {
    int64_t count = std::clamp<int64_t>(b.nominal(0, symbols_), 0, 10);
    LaneVector power = freshUniform(place + 4, 1, int64_t{1} << count, b.flags_);
    divideByUnknown(out, a, power, false, place);
    return;
  }
  uint8_t flags = a.flags_ | b.flags_;
  out = LaneVector::divergent(
      a.isDivergentUnknown() || b.isDivergentUnknown() ? flags : flags | LaneVector::Unfollowed);
}

} // namespace cuda_lint
