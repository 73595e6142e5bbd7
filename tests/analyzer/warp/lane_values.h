#pragma once

#include "analyzer/warp/lane_arithmetic.h"

namespace cuda_lint {

/// `value(lane)` in every lane.
template <class F> LaneVector lanesOf(F value) {
  Lanes lanes;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    lanes[lane] = static_cast<int64_t>(value(static_cast<int64_t>(lane)));
  return LaneVector::perLane(lanes);
}

/// The lane's own number: what threadIdx.x is in the first warp.
inline LaneVector laneNumbers() {
  return lanesOf([](int64_t lane) { return lane; });
}

/// The known part of a value in all lanes.
inline Lanes offsetsOf(const LaneVector& value) {
  Lanes lanes;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    lanes[lane] = value.offset(lane);
  return lanes;
}

/// `value(lane)` in every lane, to compare with.
template <class F> Lanes lanesWhere(F value) {
  return offsetsOf(lanesOf(value));
}

} // namespace cuda_lint
