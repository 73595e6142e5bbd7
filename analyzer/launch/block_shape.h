#pragma once

#include <array>
#include <cstdint>

namespace cuda_lint {

/// The most threads that a block may have on every supported architecture.
inline constexpr uint64_t maxThreadsPerBlock = 1024;

/// The most blocks that a grid may have along x, y and z, on every supported architecture.
inline constexpr std::array<uint64_t, 3> gridLimits{2147483647, 65535, 65535};

/// True where every supported architecture can launch a block of `threads` along x, y and z.
constexpr bool isLegalBlock(const std::array<uint64_t, 3>& threads) {
  auto [x, y, z] = threads;
  bool isInRange = x >= 1 && x <= 1024 && y >= 1 && y <= 1024 && z >= 1 && z <= 64;
  return isInRange && x * y * z <= maxThreadsPerBlock;
}

} // namespace cuda_lint
