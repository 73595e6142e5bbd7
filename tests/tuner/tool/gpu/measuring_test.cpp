#include "tuner/jit/device.h"
#include "tuner/jit/driver.h"
#include "tuner/measure/launch_timer.h"
#include "tuner/measure/statistics.h"

#include <gtest/gtest.h>

#include <optional>

namespace cuda_tune {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Device 0 with its context current; skips where there is no driver.
class Measuring : public testing::Test {
protected:
  void SetUp() override {
    try {
      device = deviceOf(0);
    } catch (const NoDriver& error) {
      GTEST_SKIP() << error.what();
    }
    context.emplace(device.handle);
    current.emplace(context->get());
    stream = makeStream();
    kernels.emplace(device);
  }

  Device device;
  std::optional<PrimaryContext> context;
  std::optional<CurrentContext> current;
  Stream stream;
  std::optional<MeasuringKernels> kernels;
};

TEST_F(Measuring, ACopyTakesWhatTheMemoryAllowsAndNotTenTimesThat) {
  const std::size_t bytes = 256 * kMiB;
  InputRing ring(*kernels, 2 * bytes);
  LaunchTimer timer(device, *kernels, ring, stream.get());
  const DeviceMemory to = allocate(bytes);
  const double median =
      summarize(timer.time([&](CUdeviceptr in) { kernels->copy(in, to.get(), bytes, stream.get()); }, bytes,
                           20, Regime::Cold))
          .median;
  const double roof = 2.0 * bytes / device.memoryRoof() * 1e6;
  EXPECT_GT(median, roof);
  EXPECT_LT(median, 10 * roof);
}

TEST_F(Measuring, AnInputInTheL2IsReadFaster) {
  const std::size_t bytes = 16 * kMiB;
  if (device.l2Bytes < 2 * bytes)
    GTEST_SKIP() << "the L2 is too small for this";
  InputRing ring(*kernels, 64 * kMiB);
  LaunchTimer timer(device, *kernels, ring, stream.get());
  const auto read = [&](CUdeviceptr in) { kernels->readAll(in, bytes, stream.get()); };
  EXPECT_LT(summarize(timer.time(read, bytes, 40, Regime::Warm)).median,
            0.9 * summarize(timer.time(read, bytes, 40, Regime::Cold)).median);
}

TEST_F(Measuring, ALaunchThatThrowsEndsTheMeasurement) {
  InputRing ring(*kernels, kMiB);
  LaunchTimer timer(device, *kernels, ring, stream.get());
  EXPECT_THROW(timer.time([](CUdeviceptr) { throw std::runtime_error("refused"); }, 1024, 3, Regime::Cold),
               std::runtime_error);
}

TEST_F(Measuring, EverySliceOfTheRingHoldsThePeriodFromItsStart) {
  std::vector<std::byte> period(4096 + 16);
  for (std::size_t i = 0; i < period.size(); ++i)
    period[i] = static_cast<std::byte>(i * 7 % 251);
  InputRing ring(*kernels, kMiB);
  ring.fill(period, stream.get());
  check(driver().cuStreamSynchronize(stream.get()), "fill the ring");
  const std::size_t bytes = 10000;
  for (int slice = 0; slice < 200; ++slice) {
    std::vector<std::byte> got(bytes);
    check(driver().cuMemcpyDtoH(got.data(), ring.next(bytes), bytes), "read a slice");
    for (std::size_t i = 0; i < bytes; ++i)
      ASSERT_EQ(got[i], period[i % period.size()]) << "slice " << slice << ", byte " << i;
  }
}

} // namespace
} // namespace cuda_tune
