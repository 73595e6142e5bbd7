#include "analyzer/warp/known_lanes.h"

#include <algorithm>

namespace cuda_lint {

namespace {

bool isMask(uint64_t value) {
  return value != 0 && (value & (value + 1)) == 0;
}

} // namespace

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

} // namespace cuda_lint
