#pragma once

#include "tuner/jit/device.h"
#include "tuner/measure/input_ring.h"
#include "tuner/measure/measuring_kernels.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// Whether the L2 holds the input when a launch is timed.
enum class Regime { Cold, Warm };

/// "cold", "warm".
std::string_view toString(Regime regime);
std::optional<Regime> parseRegime(std::string_view name);

/// Times launches with CUDA events on one stream.
///
/// Cold: before each sample the L2 is flushed by reading twice its size, outside the timed region; reading,
/// because a flush that writes leaves dirty lines whose write-back the kernel would pay for (H200: 9 us from
/// 2^26 floats up). Warm: the launches of a sample read one slice again and again, and one launch before the
/// sample fills the L2. Up to kBatchedBytes, a sample is kBatch launches between two events, on successive
/// slices when cold, divided by kBatch: an event's resolution, and the 2 us that two events take, do not
/// decide then. A kernel that only waits goes before, so that the host has queued the whole sample when it
/// begins.
class LaunchTimer {
public:
  /// Queues one launch that reads its input at the given address.
  using Launch = std::function<void(CUdeviceptr in)>;

  static constexpr std::size_t kBatchedBytes = std::size_t{1} << 20;
  static constexpr int kBatch = 8;

  LaunchTimer(const Device& device, const MeasuringKernels& kernels, InputRing& input, CUstream stream);

  /// Microseconds of a launch, one number a sample. `bytes` are those that a launch reads. Waits for the
  /// device. Throws CudaError when a launch fails, std::invalid_argument when `samples` is below 1.
  std::vector<double> time(const Launch& launch, std::size_t bytes, int samples, Regime regime);

private:
  void queueSample(const Launch& launch, std::size_t bytes, Regime regime, CUevent start, CUevent stop);

  const MeasuringKernels& kernels_;
  InputRing& input_;
  CUstream stream_;
  std::size_t scratchBytes_;
  DeviceMemory scratch_;
  std::vector<Event> events_;
};

/// Launches in a sample of that many bytes each.
int batchOf(std::size_t bytes);

} // namespace cuda_tune
