#include "tests/tuner/runtime/gpu/gpu_fixture.h"
#include "tuner/jit/nvrtc.h"

namespace cuda_tune {
namespace {

using testing::HasSubstr;

template <class Work> std::string errorOf(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no Error";
  return {};
}

class ReducerSelection : public GpuTest {};

TEST_F(ReducerSelection, WithoutAStoreIsTheBaseAndSaysWhy) {
  Reducer reducer(0, Operation::Sum, ElementType::F32, options);
  const Selection selection = reducer.selection(1u << 20);
  EXPECT_EQ(selection.outcome, "base");
  EXPECT_EQ(selection.configuration, baseConfiguration(ElementType::F32, device.architecture()).text());
  EXPECT_EQ(selection.origin, KernelOrigin::Compiled);
  EXPECT_THAT(selection.reason, HasSubstr(file.string()));
}

TEST_F(ReducerSelection, OfAStoredRowIsExactAndItsKernelIsKeptForTheNext) {
  for (const char* combine : {"last_block", "second_kernel"}) {
    file = folder / combine;
    options.store = file;
    const std::string configuration = with(kSomeConfiguration, "combine", combine);
    haveStored(Operation::Sum, ElementType::F32, configuration);
    for (KernelOrigin origin : {KernelOrigin::Compiled, KernelOrigin::Store}) {
      Reducer reducer(0, Operation::Sum, ElementType::F32, options);
      const Selection selection = reducer.selection(1u << 20);
      EXPECT_EQ(selection.outcome, "exact");
      EXPECT_EQ(selection.configuration, configuration);
      EXPECT_EQ(selection.reason, "");
      // An architecture newer than NVRTC gets PTX, which is not kept.
      if (nvrtcSupports(device.architecture())) {
        EXPECT_EQ(toString(selection.origin), toString(origin));
      }
      EXPECT_EQ(reducer.selection(1u << 28).outcome, "nearest-size");
    }
  }
}

TEST_F(ReducerSelection, ADamagedImageIsCompiledAnew) {
  haveStored(Operation::Sum, ElementType::I32, kSomeConfiguration);
  const ImageKey key = reduceImageKey(Operation::Sum, ElementType::I32, kSomeConfiguration,
                                      device.architecture(), nvrtcVersion());
  TuningStore(file).keepImage(
      key, {.loweredName = "_Z1f", .architecture = key.architecture, .cubin = {'x', '\0'}});
  Reducer reducer(0, Operation::Sum, ElementType::I32, options);
  EXPECT_EQ(toString(reducer.selection(1u << 20).origin), "compiled");
  const DeviceMemory in = filled(4000, 1), out = filled(4, 0);
  reducer.reduce(pointerTo(in.get()), 1000, pointerTo(out.get()), nullptr);
  EXPECT_EQ(read<std::uint32_t>(out.get()), sumOfBytes(1000, 1));
}

TEST_F(ReducerSelection, ADeviceThatIsNotThereIsNamed) {
  const int count = deviceCount();
  EXPECT_THAT(errorOf([&] { Reducer(count, Operation::Sum, ElementType::F32, options); }),
              HasSubstr("no CUDA device " + std::to_string(count)));
  EXPECT_THAT(errorOf([&] { Reducer(-1, Operation::Sum, ElementType::F32, options); }),
              HasSubstr("no CUDA device -1"));
}

TEST_F(ReducerSelection, WrongArgumentsAreRefusedBeforeTheDeviceSeesThem) {
  Reducer reducer(0, Operation::Sum, ElementType::F32, options);
  const DeviceMemory memory = filled(64, 0);
  void* good = pointerTo(memory.get());
  void* odd = pointerTo(memory.get() + 1);
  EXPECT_THAT(errorOf([&] { reducer.reduce(good, kMostElements + 1, good, nullptr); }), HasSubstr("2^33"));
  EXPECT_THAT(errorOf([&] { reducer.prepare(kMostElements + 1); }), HasSubstr("2^33"));
  EXPECT_THAT(errorOf([&] { reducer.reduce(odd, 1, good, nullptr); }), HasSubstr("elements"));
  EXPECT_THAT(errorOf([&] { reducer.reduce(nullptr, 1, good, nullptr); }), HasSubstr("elements"));
  EXPECT_THAT(errorOf([&] { reducer.reduce(good, 1, odd, nullptr); }), HasSubstr("result"));
  EXPECT_THAT(errorOf([&] { reducer.reduce(good, 1, nullptr, nullptr); }), HasSubstr("result"));
  reducer.reduce(nullptr, 0, good, nullptr);
  EXPECT_EQ(read<std::uint32_t>(memory.get()), 0u);
}

} // namespace
} // namespace cuda_tune
