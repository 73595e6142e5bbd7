#include "analyzer/warp/known_lanes.h"

#include <algorithm>

namespace cuda_lint {

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
