#pragma once

#include "analyzer/warp/lane_arithmetic.h"

namespace cuda_lint {

// Shared by the files that implement LaneArithmetic; of no use outside of them.

inline int64_t wrapAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

inline int64_t wrapMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// Computes lane by lane where both operands are known; false where one is not. An operand may be `out`.
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

} // namespace cuda_lint
