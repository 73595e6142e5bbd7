#pragma once

#include <cuda.h>

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_tune {

/// A CUDA device as the driver describes it.
struct Device {
  int ordinal = 0;
  CUdevice handle = 0;
  std::string name;
  int major = 0;
  int minor = 0;
  int multiprocessors = 0;
  int memoryClockKhz = 0;
  int memoryBusBits = 0;
  std::size_t l2Bytes = 0;
  std::size_t memoryBytes = 0;
  int maxThreadsPerMultiprocessor = 0;
  /// "GPU-8a1c…", as nvidia-smi prints it.
  std::string uuid;
  /// "0000:0f:00.0".
  std::string pciBusId;

  /// 90 for compute capability 9.0.
  int architecture() const { return major * 10 + minor; }
  /// Bytes per second that the memory's clock and bus allow; both edges of the clock carry data.
  double memoryRoof() const { return 2.0 * memoryClockKhz * 1e3 * memoryBusBits / 8; }
};

/// Creates no context. Throws NoDriver or CudaError.
Device deviceOf(int ordinal);
int deviceCount();
std::vector<Device> allDevices();

} // namespace cuda_tune
