#pragma once

#include <bit>
#include <cstdint>

namespace cuda_lint {

/// Threads of a warp.
inline constexpr unsigned kWarpSize = 32;

/// Bit i is set where lane i takes part.
using ActiveMask = uint32_t;

inline constexpr ActiveMask kFullMask = 0xffffffffu;

inline unsigned laneCount(ActiveMask mask) {
  return std::popcount(mask);
}

inline bool isActive(ActiveMask mask, unsigned lane) {
  return (mask >> lane) & 1;
}

/// The lowest active lane; 32 for an empty mask.
inline unsigned firstLane(ActiveMask mask) {
  return std::countr_zero(mask);
}

/// The active lanes are a run from lane 0 or up to lane 31: what comparing a thread index with a bound gives.
inline bool isPrefixOrSuffix(ActiveMask mask) {
  return (mask & (mask + 1)) == 0 || (~mask & (~mask + 1)) == 0;
}

} // namespace cuda_lint
