#include "tests/tuner/runtime/gpu/gpu_fixture.h"

#include <chrono>

namespace cuda_tune {
namespace {

class ReducerOverhead : public GpuTest {};

TEST_F(ReducerOverhead, OfAPreparedCallIsAFewMicroseconds) {
  constexpr int kBatches = 100, kBatch = 100;
  constexpr std::uint64_t kElements = 1024;
  Reducer reducer(0, Operation::Sum, ElementType::F32, options);
  const Stream stream = makeStream();
  reducer.prepare(kElements, stream.get());
  const DeviceMemory in = filled(kElements * 4, 0), out = filled(4, 0);
  std::chrono::duration<double, std::micro> calls{0};
  for (int batch = 0; batch < kBatches; ++batch) {
    const auto start = std::chrono::steady_clock::now();
    for (int call = 0; call < kBatch; ++call)
      reducer.reduce(pointerTo(in.get()), kElements, pointerTo(out.get()), stream.get());
    calls += std::chrono::steady_clock::now() - start;
    // A full queue would make the host wait for the device.
    check(driver().cuStreamSynchronize(stream.get()), "wait for a stream");
  }
  const double mean = calls.count() / (kBatches * kBatch);
  std::printf("reduce() keeps the host for %.2f us (mean of %d calls)\n", mean, kBatches * kBatch);
  // A look-up, an allocation or a compilation in the call would take more.
  EXPECT_LT(mean, 50);
}

} // namespace
} // namespace cuda_tune
