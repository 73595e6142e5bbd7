// What a call keeps the host for: the runtime library's reduce() and CUB's DeviceReduce::Sum, floats, in
// turn. The median over 400 batches of 32 calls after a wait for the device, so that no call waits for room
// in the queue. Needs a GPU and libcuda-tune-cub.so beside the program.
#include "cuda_tune/reduce.h"
#include "tuner/jit/device.h"
#include "tuner/jit/driver.h"
#include "tuner/jit/handle.h"
#include "tuner/measure/statistics.h"
#include "tuner/tool/cub_library.h"

#include <chrono>
#include <cstdio>
#include <functional>

using namespace cuda_tune;

namespace {

constexpr int kBatches = 400;
constexpr int kCalls = 32;

double microsecondsOfACall(const std::function<void()>& call) {
  check(driver().cuCtxSynchronize(), "wait for the device");
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kCalls; ++i)
    call();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / kCalls;
}

} // namespace

int main() {
  try {
    const PrimaryContext context(deviceOf(0).handle);
    const CurrentContext current(context.get());
    const std::optional<CubLibrary> cub = CubLibrary::open();
    if (!cub) {
      std::fprintf(stderr, "launch-overhead: %s is not beside this program; build it with nvcc\n",
                   CubLibrary::kFileName);
      return 2;
    }
    Reducer reducer(0, Operation::Sum, ElementType::F32);
    const Stream stream = makeStream();
    const DeviceMemory result = allocate(16);
    for (const std::uint64_t elements :
         {std::uint64_t{1} << 10, std::uint64_t{1} << 16, std::uint64_t{1} << 20}) {
      const DeviceMemory in = allocate(elements * sizeof(float));
      const std::size_t bytes = cub->temporaryBytes(Operation::Sum, ElementType::F32, elements);
      const DeviceMemory temporary = allocate(bytes + 1);
      reducer.prepare(elements, stream.get());
      std::vector<double> ours, theirs;
      for (int i = 0; i < kBatches; ++i) {
        ours.push_back(microsecondsOfACall([&] {
          reducer.reduce(reinterpret_cast<const void*>(in.get()), elements,
                         reinterpret_cast<void*>(result.get()), stream.get());
        }));
        theirs.push_back(microsecondsOfACall([&] {
          cub->reduce(Operation::Sum, ElementType::F32, temporary.get(), bytes, in.get(), elements,
                      result.get(), stream.get());
        }));
      }
      const double own = summarize(ours).median, other = summarize(theirs).median;
      std::printf("n = %llu: reduce() %.2f us, CUB %.2f us, ratio %.2f\n",
                  static_cast<unsigned long long>(elements), own, other, own / other);
    }
    return 0;
  } catch (const NoDriver& error) {
    std::fprintf(stderr, "launch-overhead: %s\n", error.what());
    return 4;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "launch-overhead: %s\n", error.what());
    return 2;
  }
}
