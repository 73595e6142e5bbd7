#include "analyzer/warp/block_constraints.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace cuda_lint {

bool BlockConstraints::hangsOn(const LaneVector& value) const {
  if (value.isDivergentUnknown())
    return false;
  for (const Term& term : value)
    if (isBlock(term.symbol))
      return true;
  if (value.laneTerms())
    for (const LaneTerm& term : *value.laneTerms())
      if (isBlock(term.symbol))
        return true;
  return false;
}

bool BlockConstraints::hangsOnNothingElse(const LaneVector& value) const {
  if (value.isDivergentUnknown())
    return false;
  for (const Term& term : value)
    if (!isBlock(term.symbol))
      return false;
  if (value.laneTerms())
    for (const LaneTerm& term : *value.laneTerms())
      if (!isBlock(term.symbol))
        return false;
  return true;
}

BlockConstraints::Coefficients BlockConstraints::coefficients(const LaneVector& value, unsigned lane) const {
  Coefficients result;
  for (unsigned i = 0; i < 3; ++i)
    result.of[i] = value.coefficient(symbols_[i], lane);
  return result;
}

LaneVector BlockConstraints::here(const LaneVector& value) const {
  return value.withSymbols([&](SymbolId id) -> std::optional<int64_t> {
    for (unsigned i = 0; i < 3; ++i)
      if (symbols_[i] == id)
        return block_[i];
    return std::nullopt;
  });
}

void BlockConstraints::pin(unsigned dimension) {
  left_.ranges[dimension] = {block_[dimension], block_[dimension], 1};
}

void BlockConstraints::keepMultiples(unsigned dimension, int64_t of) {
  IndexRange& range = left_.ranges[dimension];
  if (of <= 1 || range.first == range.last)
    return;
  const int64_t step = range.step * of;
  const int64_t at = block_[dimension];
  range.first = at - (at - range.first) / step * step;
  range.last = at + (range.last - at) / step * step;
  range.step = range.first == range.last ? 1 : step;
}

void BlockConstraints::keepSum(const Coefficients& coefficients, int64_t least) {
  // The least that each dimension adds, over the blocks that are left.
  auto lowest = [&](unsigned i) {
    const IndexRange& range = left_.ranges[i];
    return std::min(coefficients.of[i] * range.first, coefficients.of[i] * range.last);
  };
  while (true) {
    int64_t sum = lowest(0) + lowest(1) + lowest(2);
    if (sum >= least)
      return;
    // Narrowing one dimension may do; that which loses the fewest blocks is narrowed.
    unsigned best = 3;
    IndexRange bestRange;
    double bestShare = 0;
    unsigned widest = 3;
    int64_t widestSpan = 0;
    for (unsigned i = 0; i < 3; ++i) {
      const int64_t factor = coefficients.of[i];
      const IndexRange& range = left_.ranges[i];
      if (factor == 0 || range.first == range.last)
        continue;
      const int64_t span = std::llabs(factor) * (range.last - range.first);
      if (widest == 3 || span > widestSpan) {
        widest = i;
        widestSpan = span;
      }
      const int64_t needed = least - (sum - lowest(i));
      if (factor * block_[i] < needed)
        continue;
      IndexRange narrowed = range;
      if (factor > 0)
        narrowed.first +=
            std::max<int64_t>(
                llvm::divideCeilSigned(llvm::divideCeilSigned(needed, factor) - range.first, range.step), 0) *
            range.step;
      else
        narrowed.last -=
            std::max<int64_t>(
                llvm::divideCeilSigned(range.last - llvm::divideFloorSigned(needed, factor), range.step), 0) *
            range.step;
      if (narrowed.first == narrowed.last)
        narrowed.step = 1;
      const double share = static_cast<double>(narrowed.count()) / static_cast<double>(range.count());
      if (best == 3 || share > bestShare) {
        best = i;
        bestRange = narrowed;
        bestShare = share;
      }
    }
    if (best != 3) {
      left_.ranges[best] = bestRange;
      return;
    }
    if (widest == 3)
      return;
    pin(widest);
  }
}

void BlockConstraints::keepBounds(const LaneVector& value, ActiveMask mask, const Lanes& bounds,
                                  int64_t sign) {
  // Lanes of one slope ask for the strictest of their bounds.
  Coefficients slope;
  int64_t least = 0;
  bool any = false;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    Coefficients own = coefficients(value, lane);
    for (int64_t& factor : own.of)
      factor *= sign;
    const int64_t needed = sign * (bounds[lane] - value.offset(lane));
    if (any && !(own == slope)) {
      keepSum(slope, least);
      any = false;
    }
    least = any ? std::max(least, needed) : needed;
    slope = own;
    any = true;
  }
  if (any)
    keepSum(slope, least);
}

void BlockConstraints::keepAtLeast(const LaneVector& value, ActiveMask mask, const Lanes& bounds) {
  keepBounds(value, mask, bounds, 1);
}

void BlockConstraints::keepAtMost(const LaneVector& value, ActiveMask mask, const Lanes& bounds) {
  keepBounds(value, mask, bounds, -1);
}

void BlockConstraints::keepRemainder(const LaneVector& value, ActiveMask mask, uint64_t modulus) {
  const auto by = static_cast<int64_t>(modulus);
  Coefficients done;
  bool any = false;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    const Coefficients own = coefficients(value, lane);
    if (any && own == done)
      continue;
    done = own;
    any = true;
    for (unsigned i = 0; i < 3; ++i)
      keepMultiples(i, by / std::gcd(own.of[i] * left_.ranges[i].step, by));
  }
}

double BlockConstraints::remainderClasses(const LaneVector& value, uint64_t modulus) const {
  const auto by = static_cast<int64_t>(modulus);
  const Coefficients own = coefficients(value, 0);
  double classes = 1;
  for (unsigned i = 0; i < 3; ++i)
    classes *= static_cast<double>(
        std::min(by / std::gcd(own.of[i] * left_.ranges[i].step, by), left_.ranges[i].count()));
  return classes;
}

double BlockConstraints::span(const LaneVector& value) const {
  const Coefficients own = coefficients(value, 0);
  double span = 0;
  for (unsigned i = 0; i < 3; ++i)
    span += std::abs(static_cast<double>(own.of[i])) *
            static_cast<double>(left_.ranges[i].last - left_.ranges[i].first);
  return span;
}

double BlockConstraints::magnitude(const LaneVector& value) const {
  double largest = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Coefficients own = coefficients(value, lane);
    double sum = std::abs(static_cast<double>(value.offset(lane)));
    for (unsigned i = 0; i < 3; ++i)
      sum += std::abs(static_cast<double>(own.of[i])) * static_cast<double>(left_.ranges[i].last);
    largest = std::max(largest, sum);
  }
  return largest;
}

void BlockConstraints::keepValue(const LaneVector& value, ActiveMask mask) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    const Coefficients own = coefficients(value, lane);
    for (unsigned i = 0; i < 3; ++i)
      if (own.of[i] != 0)
        pin(i);
  }
}

} // namespace cuda_lint
