#include "tests/tuner/runtime/gpu/gpu_fixture.h"
#include "tuner/jit/nvrtc.h"

#include <chrono>

namespace cuda_tune {
namespace {

bool nvrtcIsLoaded() {
  return readBytes("/proc/self/maps").find("libnvrtc") != std::string::npos;
}

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

constexpr std::uint64_t kElements = 1 << 20;
constexpr int kNoDriver = 77;

/// Uses a process of its own for the first start: CUDA does not survive a fork, and the second start is to
/// happen where NVRTC was never loaded.
class WarmStart : public StoreFixture {
protected:
  /// Stores a row for device 0 and lets a Reducer keep its kernel.
  void startOnce() {
    Device device;
    try {
      device = deviceOf(0);
    } catch (const NoDriver& error) {
      std::fprintf(stderr, "%s\n", error.what());
      _exit(kNoDriver);
    }
    Measurement row = bestRow(
        {.device = identityOf(device), .architecture = device.architecture(), .driver = driverVersion()},
        kSomeConfiguration);
    row.key.toolchain.nvrtc = nvrtcVersion();
    TuningStore(file).add({row});
    const auto start = Clock::now();
    Reducer reducer(0, Operation::Sum, ElementType::F32, {.store = file});
    reducer.prepare(kElements);
    std::printf("first start: ready after %.1f ms\n", milliseconds(start, Clock::now()));
    EXPECT_EQ(toString(reducer.selection(kElements).origin), "compiled");
  }
};

TEST_F(WarmStart, TakesTheKernelFromTheStoreWithoutNvrtc) {
  ASSERT_FALSE(nvrtcIsLoaded());
  const int status = waitFor(startProcess([&] { startOnce(); }));
  if (status == kNoDriver)
    GTEST_SKIP() << "no NVIDIA driver or no device";
  ASSERT_EQ(status, 0);

  const auto start = Clock::now();
  Reducer reducer(0, Operation::Sum, ElementType::F32, {.store = file});
  const auto constructed = Clock::now();
  reducer.prepare(kElements);
  const auto prepared = Clock::now();
  const PrimaryContext context(deviceOf(0).handle);
  const CurrentContext current(context.get());
  const DeviceMemory in = allocate(kElements * 4), out = allocate(4);
  check(driver().cuMemsetD8(in.get(), 0, kElements * 4), "fill memory");
  const auto called = Clock::now();
  reducer.reduce(pointerTo(in.get()), kElements, pointerTo(out.get()), nullptr);
  check(driver().cuCtxSynchronize(), "wait for the device");
  const auto done = Clock::now();
  std::printf(
      "warm start: driver and context %.1f ms, kernel from the store %.1f ms, first reduction %.3f ms\n",
      milliseconds(start, constructed), milliseconds(constructed, prepared), milliseconds(called, done));

  float sum = 1;
  check(driver().cuMemcpyDtoH(&sum, out.get(), sizeof sum), "copy from the device");
  EXPECT_EQ(sum, 0);
  const Selection selection = reducer.selection(kElements);
  EXPECT_EQ(selection.outcome, "exact");
  EXPECT_EQ(toString(selection.origin), "store");
  EXPECT_FALSE(nvrtcIsLoaded());
}

} // namespace
} // namespace cuda_tune
