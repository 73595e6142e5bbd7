#include "tests/tuner/runtime/gpu/gpu_fixture.h"

#include <array>
#include <atomic>
#include <thread>

namespace cuda_tune {
namespace {

constexpr std::uint64_t kElements = 300'000;

class ReducerConcurrency : public GpuTest {
protected:
  /// Each of several threads queues many reductions of an array of its own, on the stream that
  /// `streamOf(thread)` gives, into results of their own; all must be right.
  template <typename StreamOf> void expectRightResults(Reducer& reducer, StreamOf streamOf) {
    constexpr int kThreads = 8, kRuns = 200;
    std::vector<DeviceMemory> in, out;
    for (int t = 0; t < kThreads; ++t) {
      in.push_back(filled(kElements * 4, static_cast<unsigned char>(t + 1)));
      out.push_back(filled(kRuns * 4, 0));
    }
    std::atomic<int> ready = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        const CUstream stream = streamOf(t);
        for (++ready; ready < kThreads;)
          std::this_thread::yield();
        for (int run = 0; run < kRuns; ++run)
          reducer.reduce(pointerTo(in[t].get()), kElements, pointerTo(out[t].get() + 4 * run), stream);
      });
    for (std::thread& thread : threads)
      thread.join();
    for (int t = 0; t < kThreads; ++t) {
      const auto results = read<std::array<std::uint32_t, kRuns>>(out[t].get());
      for (int run = 0; run < kRuns; ++run)
        ASSERT_EQ(results[run], sumOfBytes(kElements, static_cast<unsigned char>(t + 1)))
            << "thread " << t << ", run " << run;
    }
  }
};

class ReducerConcurrencyOfCombine : public ReducerConcurrency,
                                    public testing::WithParamInterface<const char*> {
protected:
  Reducer reducer() {
    haveStored(Operation::Sum, ElementType::I32, with(kSomeConfiguration, "combine", GetParam()));
    return Reducer(0, Operation::Sum, ElementType::I32, options);
  }
};

TEST_P(ReducerConcurrencyOfCombine, ThreadsOnStreamsOfTheirOwnDoNotDisturbEachOther) {
  std::vector<Stream> streams;
  for (int t = 0; t < 8; ++t)
    streams.push_back(makeStream());
  Reducer shared = reducer();
  expectRightResults(shared, [&](int t) { return streams[t].get(); });
}

TEST_P(ReducerConcurrencyOfCombine, ThreadsMayShareAStream) {
  const Stream stream = makeStream();
  Reducer shared = reducer();
  expectRightResults(shared, [&](int) { return stream.get(); });
}

TEST_P(ReducerConcurrencyOfCombine, ThePerThreadDefaultStreamIsOnePerThread) {
  Reducer shared = reducer();
  // The handle needs a current context in the thread that names it.
  expectRightResults(shared, [&](int) {
    check(driver().cuCtxSetCurrent(context->get()), "make a context current");
    return CU_STREAM_PER_THREAD;
  });
}

INSTANTIATE_TEST_SUITE_P(All, ReducerConcurrencyOfCombine,
                         testing::Values("last_block", "atomics", "second_kernel"),
                         [](const auto& test) { return std::string(test.param); });

TEST_F(ReducerConcurrency, TwoReducersRunAtOnce) {
  Reducer sum(0, Operation::Sum, ElementType::I32, options);
  Reducer max(0, Operation::Max, ElementType::I32, options);
  const Stream ofSum = makeStream(), ofMax = makeStream();
  const DeviceMemory in = filled(kElements * 4, 1);
  constexpr int kRuns = 100;
  const DeviceMemory sums = filled(kRuns * 4, 0), maxima = filled(kRuns * 4, 0);
  for (int run = 0; run < kRuns; ++run) {
    sum.reduce(pointerTo(in.get()), kElements, pointerTo(sums.get() + 4 * run), ofSum.get());
    max.reduce(pointerTo(in.get()), kElements, pointerTo(maxima.get() + 4 * run), ofMax.get());
  }
  for (std::uint32_t result : read<std::array<std::uint32_t, kRuns>>(sums.get()))
    ASSERT_EQ(result, sumOfBytes(kElements, 1));
  for (std::uint32_t result : read<std::array<std::uint32_t, kRuns>>(maxima.get()))
    ASSERT_EQ(result, 0x01010101u);
}

TEST_F(ReducerConcurrency, MoreStreamsThanWereProvidedForGetWorkspaces) {
  Reducer sum(0, Operation::Sum, ElementType::I32, options);
  constexpr int kStreams = 40;
  const DeviceMemory in = filled(kElements * 4, 1), out = filled(kStreams * 4, 0);
  std::vector<Stream> streams;
  for (int s = 0; s < kStreams; ++s) {
    streams.push_back(makeStream());
    sum.reduce(pointerTo(in.get()), kElements, pointerTo(out.get() + 4 * s), streams.back().get());
  }
  for (std::uint32_t result : read<std::array<std::uint32_t, kStreams>>(out.get()))
    EXPECT_EQ(result, sumOfBytes(kElements, 1));
}

TEST_F(ReducerConcurrency, AMovedReducerGoesOn) {
  Reducer first(0, Operation::Sum, ElementType::I32, options);
  first.prepare(kElements);
  Reducer second = std::move(first);
  const DeviceMemory in = filled(kElements * 4, 1), out = filled(4, 0);
  second.reduce(pointerTo(in.get()), kElements, pointerTo(out.get()), nullptr);
  EXPECT_EQ(read<std::uint32_t>(out.get()), sumOfBytes(kElements, 1));
}

TEST_F(ReducerConcurrency, LeavesTheThreadsContextAsItWas) {
  Reducer reducer(0, Operation::Sum, ElementType::I32, options);
  const DeviceMemory in = filled(kElements * 4, 1), out = filled(4, 0);
  std::thread([&] {
    reducer.reduce(pointerTo(in.get()), kElements, pointerTo(out.get()), nullptr);
    CUcontext left = context->get();
    check(driver().cuCtxGetCurrent(&left), "tell the current context");
    EXPECT_EQ(left, nullptr);
  }).join();
  EXPECT_EQ(read<std::uint32_t>(out.get()), sumOfBytes(kElements, 1));
}

} // namespace
} // namespace cuda_tune
