#pragma once

#include "tuner/jit/device.h"
#include "tuner/jit/handle.h"

#include <cstddef>
#include <cstdint>

namespace cuda_tune {

/// The kernels of kernel_templates/measure, compiled for a device in the current context. Throws NvrtcError
/// or CudaError.
class MeasuringKernels {
public:
  explicit MeasuringKernels(const Device& device);

  /// Reads `bytes` at `data`, which hold zeros.
  void readAll(CUdeviceptr data, std::size_t bytes, CUstream stream) const;
  /// Copies the first `period` bytes over all `bytes`; both multiples of 16.
  void repeat(CUdeviceptr data, std::size_t period, std::size_t bytes, CUstream stream) const;
  /// Copies `bytes`, a multiple of 16.
  void copy(CUdeviceptr from, CUdeviceptr to, std::size_t bytes, CUstream stream) const;
  /// Keeps the stream busy for that long.
  void hold(std::uint64_t nanoseconds, CUstream stream) const;

private:
  unsigned blocks_;
  Module module_;
  CUfunction readAll_ = nullptr;
  CUfunction repeat_ = nullptr;
  CUfunction copy_ = nullptr;
  CUfunction hold_ = nullptr;
};

} // namespace cuda_tune
