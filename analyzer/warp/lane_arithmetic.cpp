#include "analyzer/warp/lane_arithmetic.h"

#include <algorithm>
#include <cstdlib>

namespace cuda_lint {

namespace {

int64_t wrapAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
int64_t wrapMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t floorDiv(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return (a % b != 0 && a < 0) ? quotient - 1 : quotient;
}

/// Nominal values stay small enough for products of products.
int64_t clampNominal(int64_t value) {
  constexpr int64_t limit = int64_t{1} << 30;
  return std::clamp(value, -limit, limit);
}

bool isMask(uint64_t value) {
  return value != 0 && (value & (value + 1)) == 0;
}

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

template <class F> bool LaneArithmetic::known(LaneVector& out, Operand a, Operand b, unsigned bits, F f) {
  if (!a.isKnown() || !b.isKnown())
    return false;
  uint8_t flags = a.flags_ | b.flags_;
  if (a.shape_ == LaneVector::Shape::Uniform && b.shape_ == LaneVector::Shape::Uniform) {
    out.base_ = canonicalInteger(f(a.base_, b.base_), bits);
    out.shape_ = LaneVector::Shape::Uniform;
  } else {
    Lanes result;
    if (a.shape_ == LaneVector::Shape::Uniform) {
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        result[lane] = f(a.base_, b.lanes_[lane]);
    } else if (b.shape_ == LaneVector::Shape::Uniform) {
      int64_t value = b.base_;
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        result[lane] = f(a.lanes_[lane], value);
    } else {
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        result[lane] = f(a.lanes_[lane], b.lanes_[lane]);
    }
    out.lanes_ = result;
    out.shape_ = LaneVector::Shape::PerLane;
    out.base_ = 0;
    canonicalise(out, bits);
  }
  out.flags_ = flags;
  out.termCount_ = 0;
  out.laneTerms_.reset();
  return true;
}

void LaneArithmetic::canonicalise(LaneVector& out, unsigned bits) {
  if (bits >= 64)
    return;
  if (out.shape_ == LaneVector::Shape::Uniform) {
    out.base_ = canonicalInteger(out.base_, bits);
    return;
  }
  if (bits == 32) {
    for (int64_t& lane : out.lanes_)
      lane = static_cast<int32_t>(lane);
  } else {
    for (int64_t& lane : out.lanes_)
      lane = canonicalInteger(lane, bits);
  }
}

LaneVector LaneArithmetic::freshUniform(unsigned place, uint64_t alignment, int64_t nominal, uint8_t flags,
                                        SymbolKind kind) {
  SymbolId id = symbols_.fresh(place, kind, alignment);
  symbols_[id].nominal = clampNominal(nominal);
  LaneVector result = LaneVector::symbol(id);
  result.flags_ = flags;
  return result;
}

void LaneArithmetic::opaque(LaneVector& out, bool isUniform, uint8_t flags, unsigned place) {
  out = isUniform ? freshUniform(place, 1, 1024, flags) : LaneVector::divergent(flags);
}

/// Sorts, merges and drops zero coefficients; more terms than a vector holds become one fresh symbol.
void LaneArithmetic::setTerms(LaneVector& out, std::vector<Term>& terms, unsigned place) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.symbol < b.symbol; });
  size_t count = 0;
  for (size_t i = 0; i < terms.size();) {
    Term merged = terms[i++];
    while (i < terms.size() && terms[i].symbol == merged.symbol)
      merged.coefficient = wrapAdd(merged.coefficient, terms[i++].coefficient);
    if (merged.coefficient != 0)
      terms[count++] = merged;
  }
  terms.resize(count);
  if (count > LaneVector::kMaxTerms) {
    LaneVector collapsed;
    std::vector<Term> kept;
    int64_t nominal = 0;
    uint64_t alignment = uint64_t{1} << 63;
    for (const Term& term : terms) {
      const Symbol& symbol = symbols_[term.symbol];
      if (symbol.kind == SymbolKind::PointerBase) {
        kept.push_back(term);
        continue;
      }
      collapsed.terms_[0] = term;
      collapsed.termCount_ = 1;
      alignment = std::min(alignment, collapsed.symbolAlignment(symbols_));
      nominal = wrapAdd(nominal, wrapMul(term.coefficient, symbol.nominal));
    }
    kept.resize(std::min<size_t>(kept.size(), LaneVector::kMaxTerms - 1));
    SymbolId id = symbols_.fresh(place, SymbolKind::Opaque, alignment);
    symbols_[id].nominal = clampNominal(nominal);
    kept.push_back({id, 1});
    std::sort(kept.begin(), kept.end(), [](const Term& a, const Term& b) { return a.symbol < b.symbol; });
    terms = std::move(kept);
  }
  out.termCount_ = static_cast<uint8_t>(terms.size());
  std::copy(terms.begin(), terms.end(), out.terms_.begin());
}

void LaneArithmetic::setLaneTerms(LaneVector& out, std::vector<LaneTerm> terms) {
  std::erase_if(terms, [](const LaneTerm& term) {
    return std::all_of(term.coefficients.begin(), term.coefficients.end(), [](int64_t c) { return c == 0; });
  });
  if (terms.empty()) {
    out.laneTerms_.reset();
    return;
  }
  std::sort(terms.begin(), terms.end(),
            [](const LaneTerm& a, const LaneTerm& b) { return a.symbol < b.symbol; });
  out.laneTerms_ = std::make_shared<const std::vector<LaneTerm>>(std::move(terms));
}

void LaneArithmetic::linear(LaneVector& out, Operand a, Operand b, int64_t sign, unsigned bits,
                            unsigned place) {
  uint8_t flags = a.flags_ | b.flags_;
  if (a.isDivergentUnknown() || b.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  LaneVector result;
  result.flags_ = flags;
  if (a.shape_ == LaneVector::Shape::Uniform && b.shape_ == LaneVector::Shape::Uniform) {
    result.base_ = wrapAdd(a.base_, wrapMul(sign, b.base_));
  } else {
    result.shape_ = LaneVector::Shape::PerLane;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      result.lanes_[lane] = wrapAdd(a.offset(lane), wrapMul(sign, b.offset(lane)));
  }
  if (b.termCount_ == 0) {
    result.termCount_ = a.termCount_;
    std::copy(a.begin(), a.end(), result.terms_.begin());
  } else {
    std::vector<Term> terms(a.begin(), a.end());
    for (const Term& term : b)
      terms.push_back({term.symbol, wrapMul(sign, term.coefficient)});
    setTerms(result, terms, place);
  }
  if (a.laneTerms_ || b.laneTerms_) {
    std::vector<LaneTerm> terms;
    if (a.laneTerms_)
      terms = *a.laneTerms_;
    if (b.laneTerms_)
      for (const LaneTerm& term : *b.laneTerms_) {
        auto same = std::find_if(terms.begin(), terms.end(),
                                 [&](const LaneTerm& other) { return other.symbol == term.symbol; });
        if (same == terms.end())
          same = terms.insert(terms.end(), LaneTerm{term.symbol, {}});
        for (unsigned lane = 0; lane < kWarpSize; ++lane)
          same->coefficients[lane] =
              wrapAdd(same->coefficients[lane], wrapMul(sign, term.coefficients[lane]));
      }
    setLaneTerms(result, std::move(terms));
  }
  if (result.isKnown())
    canonicalise(result, bits);
  out = result;
}

void LaneArithmetic::add(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place) {
  if (!known(out, a, b, bits, wrapAdd))
    linear(out, a, b, 1, bits, place);
}

void LaneArithmetic::subtract(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place) {
  if (!known(out, a, b, bits, [](int64_t x, int64_t y) { return wrapAdd(x, wrapMul(-1, y)); }))
    linear(out, a, b, -1, bits, place);
}

void LaneArithmetic::scale(LaneVector& out, Operand a, int64_t factor, unsigned bits) {
  LaneVector result = a;
  if (factor == 0) {
    result = LaneVector::uniform(0);
    result.flags_ = a.flags_;
    out = result;
    return;
  }
  for (unsigned i = 0; i < result.termCount_; ++i)
    result.terms_[i].coefficient = wrapMul(result.terms_[i].coefficient, factor);
  if (result.shape_ == LaneVector::Shape::PerLane) {
    for (int64_t& lane : result.lanes_)
      lane = wrapMul(lane, factor);
  } else {
    result.base_ = wrapMul(result.base_, factor);
  }
  if (a.laneTerms_) {
    std::vector<LaneTerm> terms = *a.laneTerms_;
    for (LaneTerm& term : terms)
      for (int64_t& coefficient : term.coefficients)
        coefficient = wrapMul(coefficient, factor);
    setLaneTerms(result, std::move(terms));
  }
  if (result.isKnown())
    canonicalise(result, bits);
  out = result;
}

void LaneArithmetic::multiply(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place) {
  if (known(out, a, b, bits, wrapMul))
    return;
  uint8_t flags = a.flags_ | b.flags_;
  if (a.isZero() || b.isZero()) {
    out = LaneVector::uniform(0);
    out.flags_ = flags;
    return;
  }
  if (a.isDivergentUnknown() || b.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  if (a.isKnownUniform() || b.isKnownUniform()) {
    bool aConstant = a.isKnownUniform();
    scale(out, aConstant ? b : a, aConstant ? a.base_ : b.base_, bits);
    out.flags_ = flags;
    return;
  }
  // From here on one side at least hangs on a symbol. `varying` may differ between lanes, `factor` must not,
  // unless all of `varying` is known.
  const LaneVector& factor = b.isUniform() ? b : a;
  const LaneVector& varying = b.isUniform() ? a : b;
  LaneVector result;
  if (factor.isUniform()) {
    int64_t factorNominal = factor.nominal(0, symbols_);
    LaneVector wholeFactor = factor;
    uint64_t factorAlignment = factor.symbolAlignment(symbols_);
    if (factor.base_ != 0)
      factorAlignment = std::min<uint64_t>(factorAlignment, factor.base_ & (~factor.base_ + 1));
    auto product = [&](uint64_t alignment, int64_t nominal, unsigned salt) {
      unsigned shift =
          std::min<unsigned>(std::countr_zero(alignment) + std::countr_zero(factorAlignment), 62);
      return freshUniform(place + salt, uint64_t{1} << shift, wrapMul(nominal, factorNominal), flags);
    };
    // The uniform symbolic part of `varying` times the factor is a uniform unknown.
    if (varying.termCount_ > 0) {
      int64_t nominal = 0;
      uint64_t alignment = uint64_t{1} << 62;
      for (const Term& term : varying) {
        LaneVector one = LaneVector::symbol(term.symbol, term.coefficient);
        alignment = std::min(alignment, one.symbolAlignment(symbols_));
        nominal = wrapAdd(nominal, wrapMul(term.coefficient, symbols_[term.symbol].nominal));
      }
      result = product(alignment, nominal, 1);
    }
    // Its known lanes times the factor are lane terms.
    LaneVector lanesPart;
    if (varying.shape_ == LaneVector::Shape::Uniform) {
      scale(lanesPart, factor, varying.base_, 64);
    } else {
      lanesPart.shape_ = LaneVector::Shape::PerLane;
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        lanesPart.lanes_[lane] = wrapMul(varying.lanes_[lane], factor.base_);
      std::vector<LaneTerm> terms;
      for (const Term& term : factor) {
        LaneTerm laneTerm{term.symbol, varying.lanes_};
        for (int64_t& coefficient : laneTerm.coefficients)
          coefficient = wrapMul(coefficient, term.coefficient);
        terms.push_back(laneTerm);
      }
      setLaneTerms(lanesPart, std::move(terms));
    }
    linear(result, result, lanesPart, 1, 64, place);
    if (varying.laneTerms_) {
      LaneVector laneTermsPart;
      std::vector<LaneTerm> terms;
      unsigned salt = 2;
      for (const LaneTerm& term : *varying.laneTerms_) {
        const Symbol& symbol = symbols_[term.symbol];
        LaneVector symbolTimesFactor = product(symbol.alignment, symbol.nominal, std::min(salt++, 3u));
        terms.push_back({symbolTimesFactor.begin()->symbol, term.coefficients});
      }
      setLaneTerms(laneTermsPart, std::move(terms));
      linear(result, result, laneTermsPart, 1, 64, place);
    }
    result.flags_ = flags;
    out = result;
    return;
  }
  if (varying.isKnown() || factor.isKnown()) {
    // Known lanes times a per-lane symbolic value.
    const LaneVector& lanes = varying.isKnown() ? varying : factor;
    const LaneVector& symbolic = varying.isKnown() ? factor : varying;
    result.shape_ = LaneVector::Shape::PerLane;
    std::vector<LaneTerm> terms;
    if (symbolic.laneTerms_)
      terms = *symbolic.laneTerms_;
    for (const Term& term : symbolic) {
      LaneTerm laneTerm{term.symbol, {}};
      laneTerm.coefficients.fill(term.coefficient);
      terms.push_back(laneTerm);
    }
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      result.lanes_[lane] = wrapMul(lanes.offset(lane), symbolic.offset(lane));
      for (LaneTerm& term : terms)
        term.coefficients[lane] = wrapMul(term.coefficients[lane], lanes.offset(lane));
    }
    setLaneTerms(result, std::move(terms));
    result.flags_ = flags;
    out = result;
    return;
  }
  out = LaneVector::divergent(flags | LaneVector::Unfollowed);
}

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
    out = freshUniform(
        place, 1, wantRemainder ? nominal - floorDiv(nominal, divisor) * divisor : floorDiv(nominal, divisor),
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
    known.base_ = wantRemainder ? a.base_ - floorDiv(a.base_, divisor) * divisor : floorDiv(a.base_, divisor);
  } else {
    known.shape_ = LaneVector::Shape::PerLane;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      int64_t quotient = floorDiv(a.lanes_[lane], divisor);
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
    result = freshUniform(place, 1, floorDiv(nominal, divisor), flags);
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
                                         floorDiv(whole.nominal(0, symbols_), divisor), flags);
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

void LaneArithmetic::shiftLeft(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place) {
  auto shift = [&](int64_t x, int64_t y) -> int64_t {
    uint64_t count = unsignedInteger(y, bits);
    return count >= bits ? 0 : static_cast<int64_t>(static_cast<uint64_t>(x) << count);
  };
  if (known(out, a, b, bits, shift))
    return;
  if (b.isKnownUniform() && !a.isDivergentUnknown()) {
    uint64_t count = unsignedInteger(b.base_, bits);
    uint8_t flags = a.flags_ | b.flags_;
    scale(out, a, count >= bits ? 0 : static_cast<int64_t>(uint64_t{1} << count), bits);
    out.flags_ = flags;
    return;
  }
  if (b.isUniform() && !a.isDivergentUnknown()) {
    int64_t count = std::clamp<int64_t>(b.nominal(0, symbols_), 0, 10);
    LaneVector power = freshUniform(place + 4, 1, int64_t{1} << count, b.flags_);
    multiply(out, a, power, bits, place);
    return;
  }
  uint8_t flags = a.flags_ | b.flags_;
  out = LaneVector::divergent(
      a.isDivergentUnknown() || b.isDivergentUnknown() ? flags : flags | LaneVector::Unfollowed);
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

/// One-bit and/or/xor where an operand is not known.
void LaneArithmetic::logical(LaneVector& out, Operand a, Operand b, char operation, unsigned place) {
  uint8_t flags = a.flags_ | b.flags_;
  for (const LaneVector* side : {&a, &b}) {
    const LaneVector& other = side == &a ? b : a;
    if (!side->isKnownUniform())
      continue;
    bool one = side->base_ & 1;
    if ((operation == '&' && !one) || (operation == '|' && one)) {
      uint8_t sideFlags = side->flags_;
      out = LaneVector::uniform(one);
      out.flags_ = sideFlags;
      return;
    }
    if ((operation == '&' && one) || (operation == '|' && !one) || (operation == '^' && !one)) {
      LaneVector result = other;
      result.flags_ = flags;
      out = result;
      return;
    }
  }
  if (a.isDivergentUnknown() || b.isDivergentUnknown()) {
    out = LaneVector::divergent(flags);
    return;
  }
  auto apply = [&](int64_t x, int64_t y) {
    int64_t result = operation == '&' ? (x & y) : operation == '|' ? (x | y) : (x ^ y);
    return result & 1;
  };
  if (a.isUniform() && b.isUniform()) {
    out = freshUniform(place, 1, apply(a.nominal(0, symbols_), b.nominal(0, symbols_)), flags);
    return;
  }
  LaneVector result;
  result.shape_ = LaneVector::Shape::PerLane;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    result.lanes_[lane] = apply(a.nominal(lane, symbols_), b.nominal(lane, symbols_));
  result.flags_ = flags | LaneVector::Assumed;
  out = result;
}

/// Bitwise operations below the alignment of the symbolic part: `base + lane ^ 5` with an aligned base.
bool LaneArithmetic::lowBits(LaneVector& out, Operand a, Operand b, char operation) {
  if (a.isDivergentUnknown() || b.isDivergentUnknown() || a.laneTerms_ || b.laneTerms_)
    return false;
  const LaneVector& symbolic = a.termCount_ ? a : b;
  const LaneVector& low = a.termCount_ ? b : a;
  if (low.termCount_ != 0)
    return false;
  uint64_t alignment = symbolic.symbolAlignment(symbols_);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (static_cast<uint64_t>(low.offset(lane)) >= alignment)
      return false;
    if (operation != '&' && static_cast<uint64_t>(symbolic.offset(lane)) >= alignment)
      return false;
  }
  LaneVector result;
  if (operation != '&') {
    result.termCount_ = symbolic.termCount_;
    std::copy(symbolic.begin(), symbolic.end(), result.terms_.begin());
  }
  auto apply = [&](int64_t x, int64_t y) {
    return operation == '&' ? (x & y) : operation == '|' ? (x | y) : (x ^ y);
  };
  if (a.shape_ == LaneVector::Shape::Uniform && b.shape_ == LaneVector::Shape::Uniform) {
    result.base_ = apply(a.base_, b.base_);
  } else {
    result.shape_ = LaneVector::Shape::PerLane;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      result.lanes_[lane] = apply(a.offset(lane), b.offset(lane));
  }
  result.flags_ = a.flags_ | b.flags_;
  out = result;
  return true;
}

void LaneArithmetic::bitAnd(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place) {
  if (known(out, a, b, bits, [](int64_t x, int64_t y) { return x & y; }))
    return;
  if (bits == 1) {
    logical(out, a, b, '&', place);
    return;
  }
  if (lowBits(out, a, b, '&'))
    return;
  const LaneVector& mask = a.isKnownUniform() ? a : b;
  const LaneVector& value = a.isKnownUniform() ? b : a;
  uint8_t flags = a.flags_ | b.flags_;
  if (mask.isKnownUniform() && !value.isDivergentUnknown()) {
    uint64_t ones = unsignedInteger(mask.base_, bits);
    if (isMask(ones) && ones < (uint64_t{1} << 62)) {
      divideByKnown(out, value, static_cast<int64_t>(ones + 1), true, place);
      out.flags_ |= flags;
      return;
    }
    uint64_t zeros = unsignedInteger(~mask.base_, bits);
    if (isMask(zeros) && zeros < (uint64_t{1} << 62)) {
      LaneVector low;
      divideByKnown(low, value, static_cast<int64_t>(zeros + 1), true, place);
      LaneVector whole = value;
      subtract(out, whole, low, 64, place);
      out.flags_ |= flags;
      return;
    }
  }
  opaque(out, a.isUniform() && b.isUniform(),
         a.isDivergentUnknown() || b.isDivergentUnknown() ? flags : flags | LaneVector::Unfollowed, place);
}

void LaneArithmetic::bitOr(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place) {
  if (known(out, a, b, bits, [](int64_t x, int64_t y) { return x | y; }))
    return;
  if (bits == 1) {
    logical(out, a, b, '|', place);
    return;
  }
  if (lowBits(out, a, b, '|'))
    return;
  uint8_t flags = a.flags_ | b.flags_;
  opaque(out, a.isUniform() && b.isUniform(),
         a.isDivergentUnknown() || b.isDivergentUnknown() ? flags : flags | LaneVector::Unfollowed, place);
}

void LaneArithmetic::bitXor(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place) {
  if (known(out, a, b, bits, [](int64_t x, int64_t y) { return x ^ y; }))
    return;
  if (bits == 1) {
    logical(out, a, b, '^', place);
    return;
  }
  if (lowBits(out, a, b, '^'))
    return;
  uint8_t flags = a.flags_ | b.flags_;
  // ~x is -1 - x.
  if (b.isKnownUniform() && b.base_ == -1) {
    LaneVector value = a;
    linear(out, LaneVector::uniform(-1), value, -1, 64, place);
    return;
  }
  opaque(out, a.isUniform() && b.isUniform(),
         a.isDivergentUnknown() || b.isDivergentUnknown() ? flags : flags | LaneVector::Unfollowed, place);
}

void LaneArithmetic::truncate(LaneVector& out, Operand a, unsigned bits, unsigned place) {
  if (a.isKnown()) {
    out = a;
    canonicalise(out, bits);
    return;
  }
  if (bits >= 32 || a.isDivergentUnknown()) {
    // Symbols are taken to fit: indices do.
    out = a;
    return;
  }
  uint8_t flags = a.flags_;
  if (bits == 1) {
    divideByKnown(out, a, 2, true, place);
    return;
  }
  opaque(out, a.isUniform(), a.isUniform() ? flags : flags | LaneVector::Unfollowed, place);
}

void LaneArithmetic::zeroExtend(LaneVector& out, Operand a, unsigned fromBits, unsigned place) {
  out = a;
  if (!a.isKnown() || fromBits >= 64)
    return;
  if (out.shape_ == LaneVector::Shape::Uniform) {
    out.base_ = static_cast<int64_t>(unsignedInteger(out.base_, fromBits));
    return;
  }
  for (int64_t& lane : out.lanes_)
    lane = static_cast<int64_t>(unsignedInteger(lane, fromBits));
}

void LaneArithmetic::signExtend(LaneVector& out, Operand a, unsigned fromBits, unsigned place) {
  // Known values are sign-extended already, but for one-bit ones; -1 is what a true one becomes.
  if (fromBits == 1)
    scale(out, a, -1, 64);
  else
    out = a;
}

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
  if (difference.isUniform()) {
    LaneVector unknown = freshUniform(place, 1, 0, flags);
    linear(out, out, unknown, 1, 64, place);
    out.flags_ = flags;
    return;
  }
  out.flags_ = flags | LaneVector::Assumed;
}

bool LaneArithmetic::generalise(LaneVector& out, Operand start, Operand next, SymbolId round,
                                unsigned place) {
  if (start.isDivergentUnknown() || next.isDivergentUnknown())
    return false;
  LaneVector step;
  linear(step, next, start, -1, 64, place + 6);
  LaneVector total;
  if (step.isKnownUniform() && step.base_ == 0) {
    out = next;
    return true;
  }
  if (step.isKnown() && step.isUniformIn(kFullMask))
    step = LaneVector::uniform(step.offset(0));
  multiply(total, step, LaneVector::symbol(round), 64, place);
  if (total.isDivergentUnknown())
    return false;
  uint8_t flags = start.flags_ | next.flags_;
  linear(out, start, total, 1, 64, place);
  out.flags_ = flags;
  return true;
}

} // namespace cuda_lint
