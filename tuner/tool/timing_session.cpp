#include "tuner/tool/timing_session.h"

#include "tuner/jit/driver.h"
#include "tuner/tool/timed_input.h"

#include <algorithm>

namespace cuda_tune {

namespace {

constexpr int kSamplesInTurn = 10;

} // namespace

TimingSession::TimingSession(const Device& device, std::size_t largestBytes, Regime regime)
    : device_(device), regime_(regime), context_(device.handle), current_(context_.get()),
      stream_(makeStream()), kernels_(device),
      ring_(kernels_, std::max(largestBytes + 16, kSmallestTimedInput)),
      copied_(allocate(std::max<std::size_t>(largestBytes, 16))),
      timer_(device, kernels_, ring_, stream_.get()), clocks_(device.pciBusId) {}

void TimingSession::fill(Operation operation, ElementType type) {
  period_ = timedPeriod(operation, type);
  ring_.fill(period_, stream());
}

void TimingSession::copy(CUdeviceptr in, std::size_t bytes) {
  kernels_.copy(in, copied_.get(), bytes / 16 * 16, stream());
}

std::vector<Timing> TimingSession::time(const std::vector<Launch>& launches, std::size_t bytes, int samples) {
  std::vector<std::vector<double>> taken(launches.size());
  for (int done = 0; done < samples; done += kSamplesInTurn) {
    for (std::size_t i = 0; i < launches.size(); ++i) {
      const std::vector<double> some =
          timer_.time(launches[i], bytes, std::min(kSamplesInTurn, samples - done), regime_);
      taken[i].insert(taken[i].end(), some.begin(), some.end());
    }
    throttled_ |= clocks_.read().throttled;
  }
  std::vector<Timing> timings;
  for (const std::vector<double>& one : taken)
    timings.push_back(timingOf(one));
  return timings;
}

std::vector<std::byte> TimingSession::resultOf(const std::function<void()>& launch, CUdeviceptr result,
                                               std::size_t resultBytes) {
  check(driver().cuMemsetD8Async(result, 0x5a, resultBytes, stream()), "clear a result");
  launch();
  check(driver().cuStreamSynchronize(stream()), "run a kernel");
  std::vector<std::byte> bytes(resultBytes);
  check(driver().cuMemcpyDtoH(bytes.data(), result, resultBytes), "read a result");
  return bytes;
}

} // namespace cuda_tune
