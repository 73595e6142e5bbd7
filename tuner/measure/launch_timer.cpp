#include "tuner/measure/launch_timer.h"

#include "tuner/jit/driver.h"

#include <algorithm>
#include <stdexcept>

namespace cuda_tune {

namespace {

/// Samples that are queued before the host waits.
constexpr int kQueued = 16;
/// What the host needs for one launch, generously: CUB's two kernels and their queries take 6.
constexpr std::uint64_t kHostNanoseconds = 8000;

} // namespace

std::string_view toString(Regime regime) {
  return regime == Regime::Cold ? "cold" : "warm";
}

std::optional<Regime> parseRegime(std::string_view name) {
  for (const Regime regime : {Regime::Cold, Regime::Warm})
    if (toString(regime) == name)
      return regime;
  return std::nullopt;
}

int batchOf(std::size_t bytes) {
  return bytes <= LaunchTimer::kBatchedBytes ? LaunchTimer::kBatch : 1;
}

LaunchTimer::LaunchTimer(const Device& device, const MeasuringKernels& kernels, InputRing& input,
                         CUstream stream)
    : kernels_(kernels), input_(input), stream_(stream), scratchBytes_(2 * device.l2Bytes),
      scratch_(allocate(scratchBytes_)) {
  check(driver().cuMemsetD8Async(scratch_.get(), 0, scratchBytes_, stream), "clear what flushes the L2");
  for (int i = 0; i < 2 * kQueued; ++i)
    events_.push_back(makeEvent());
}

void LaunchTimer::queueSample(const Launch& launch, std::size_t bytes, Regime regime, CUevent start,
                              CUevent stop) {
  const int batch = batchOf(bytes);
  CUdeviceptr in = input_.next(bytes);
  if (regime == Regime::Cold)
    kernels_.readAll(scratch_.get(), scratchBytes_, stream_);
  else
    launch(in);
  if (batch > 1)
    kernels_.hold(batch * kHostNanoseconds, stream_);
  check(driver().cuEventRecord(start, stream_), "record an event");
  for (int i = 0; i < batch; ++i) {
    if (i > 0 && regime == Regime::Cold)
      in = input_.next(bytes);
    launch(in);
  }
  check(driver().cuEventRecord(stop, stream_), "record an event");
}

std::vector<double> LaunchTimer::time(const Launch& launch, std::size_t bytes, int samples, Regime regime) {
  if (samples < 1)
    throw std::invalid_argument("at least one sample is needed");
  std::vector<double> microseconds;
  while (static_cast<int>(microseconds.size()) < samples) {
    const int queued = std::min<int>(kQueued, samples - static_cast<int>(microseconds.size()));
    for (int i = 0; i < queued; ++i)
      queueSample(launch, bytes, regime, events_[2 * i].get(), events_[2 * i + 1].get());
    check(driver().cuStreamSynchronize(stream_), "run a kernel");
    for (int i = 0; i < queued; ++i) {
      float milliseconds = 0;
      check(driver().cuEventElapsedTime(&milliseconds, events_[2 * i].get(), events_[2 * i + 1].get()),
            "read the time between two events");
      microseconds.push_back(milliseconds * 1e3 / batchOf(bytes));
    }
  }
  return microseconds;
}

} // namespace cuda_tune
