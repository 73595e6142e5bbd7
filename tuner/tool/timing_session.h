#pragma once

#include "tuner/measure/device_clocks.h"
#include "tuner/measure/launch_timer.h"
#include "tuner/reduce/reduce_configuration.h"
#include "tuner/tool/timing.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace cuda_tune {

/// A device set up to time launches against each other: its primary context, which is current while this
/// lives, a stream, an input, and a place to copy it to.
class TimingSession {
public:
  using Launch = LaunchTimer::Launch;

  /// For launches that read `largestBytes` at most. Throws CudaError, where the memory does not suffice too.
  TimingSession(const Device& device, std::size_t largestBytes, Regime regime);

  const Device& device() const { return device_; }
  CUstream stream() const { return stream_.get(); }

  /// Makes the input fit for reductions of that kind: period(), over and over.
  void fill(Operation operation, ElementType type);
  const std::vector<std::byte>& period() const { return period_; }
  CUdeviceptr input(std::size_t bytes) { return ring_.next(bytes); }

  /// Copies `bytes`, but for the last that fill no 16.
  void copy(CUdeviceptr in, std::size_t bytes);

  /// Times launches that read `bytes` each, a few samples of each in turn: whatever drifts, drifts for all.
  std::vector<Timing> time(const std::vector<Launch>& launches, std::size_t bytes, int samples);

  /// Runs `launch` once and returns the `resultBytes` that it leaves at `result`; until it writes them they
  /// are no plausible result.
  std::vector<std::byte> resultOf(const std::function<void()>& launch, CUdeviceptr result,
                                  std::size_t resultBytes);

  /// Whether the device held its clocks down at a look during time().
  bool wasThrottled() const { return throttled_; }

private:
  const Device device_;
  const Regime regime_;
  const PrimaryContext context_;
  const CurrentContext current_;
  const Stream stream_;
  const MeasuringKernels kernels_;
  InputRing ring_;
  const DeviceMemory copied_;
  LaunchTimer timer_;
  const DeviceClocks clocks_;
  std::vector<std::byte> period_;
  bool throttled_ = false;
};

} // namespace cuda_tune
