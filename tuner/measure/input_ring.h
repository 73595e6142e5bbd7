#pragma once

#include "tuner/jit/handle.h"
#include "tuner/measure/measuring_kernels.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cuda_tune {

/// Device memory full of a repeated pattern, handed out slice after slice, so that one measurement does not
/// find in the L2 what the one before left there.
class InputRing {
public:
  /// Throws CudaError when the device has not that much memory.
  InputRing(const MeasuringKernels& kernels, std::size_t bytes);

  /// Fills all of it with `period`, a multiple of 16 bytes, over and over.
  void fill(std::span<const std::byte> period, CUstream stream);

  /// The next `bytes` that follow the last ones, or the first when it would run over the end. Starts on a
  /// multiple of the period, so every slice holds the same data. Throws std::invalid_argument when the ring
  /// is smaller.
  CUdeviceptr next(std::size_t bytes);

private:
  const MeasuringKernels& kernels_;
  std::size_t bytes_;
  std::size_t period_ = 16;
  std::size_t offset_ = 0;
  DeviceMemory memory_;
};

} // namespace cuda_tune
