#include "tests/tuner/runtime/gpu/gpu_fixture.h"
#include "tuner/verify/input.h"
#include "tuner/verify/judgement.h"

namespace cuda_tune {
namespace {

class ReducerResult : public GpuTest {
protected:
  std::optional<std::string> mismatchOf(Reducer& reducer, const Expected& expected, CUdeviceptr in,
                                        CUdeviceptr out) {
    reducer.reduce(pointerTo(in), expected.elements, pointerTo(out), nullptr);
    const auto bytes = read<std::array<std::byte, 8>>(out);
    const Configuration configuration =
        *Configuration::parse(reducer.selection(expected.elements).configuration);
    const ReduceConfiguration read = ReduceConfiguration::from(configuration);
    const LaunchPlan plan = planLaunch(read, expected.type, expected.elements, device.multiprocessors);
    return mismatch(expected, std::span(bytes).first(sizeOf(accumulatorOf(expected.type))),
                    combineHeight(read, expected.type, expected.elements, plan));
  }
};

class ReducerResultOfType : public ReducerResult, public testing::WithParamInterface<ElementType> {};

TEST_P(ReducerResultOfType, IsTheHostsForEveryOperationSizeAndStart) {
  constexpr std::uint64_t kMost = 1'000'003;
  const ElementType type = GetParam();
  const std::size_t size = sizeOf(type);
  const DeviceMemory in = allocate((kMost + 3) * size);
  const DeviceMemory out = allocate(8);
  for (Operation operation : kOperations) {
    Reducer reducer(0, operation, type, options);
    for (std::uint64_t elements :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{31}, std::uint64_t{4097}, kMost})
      for (InputPattern pattern : {InputPattern::Random, InputPattern::Nan, InputPattern::Adversarial}) {
        const std::vector<std::byte> data = makeInput(pattern, operation, type, elements, elements);
        const Expected expected = hostReference(operation, type, data);
        for (std::size_t start : {0, 1, 3}) {
          const CUdeviceptr address = in.get() + start * size;
          upload(address, data);
          const std::optional<std::string> wrong = mismatchOf(reducer, expected, address, out.get());
          EXPECT_FALSE(wrong) << toString(operation) << " of " << elements << " " << toString(pattern)
                              << " from element " << start << ": " << *wrong;
        }
      }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ReducerResultOfType, testing::ValuesIn(kElementTypes),
                         [](const auto& test) { return std::string(toString(test.param)); });

class ReducerResultOfCombine : public ReducerResult, public testing::WithParamInterface<const char*> {};

TEST_P(ReducerResultOfCombine, IsTheHostsWithAStoredConfiguration) {
  haveStored(Operation::Sum, ElementType::F32, with(kSomeConfiguration, "combine", GetParam()));
  Reducer reducer(0, Operation::Sum, ElementType::F32, options);
  ASSERT_THAT(reducer.selection(1u << 20).configuration,
              testing::HasSubstr(std::string("combine=") + GetParam()));
  const DeviceMemory out = allocate(8);
  // The row for 2^20 serves other sizes, with launches of their own.
  for (std::uint64_t elements : {0u, 1u, 1000u, 1u << 20, 10'000'001u}) {
    const std::vector<std::byte> data =
        makeInput(InputPattern::Random, Operation::Sum, ElementType::F32, elements, 1);
    const DeviceMemory in = allocate(data.size() + 4);
    upload(in.get(), data);
    const std::optional<std::string> wrong =
        mismatchOf(reducer, hostReference(Operation::Sum, ElementType::F32, data), in.get(), out.get());
    EXPECT_FALSE(wrong) << elements << " elements: " << *wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ReducerResultOfCombine,
                         testing::Values("last_block", "atomics", "second_kernel", "single"),
                         [](const auto& test) { return std::string(test.param); });

TEST_F(ReducerResult, OfMoreThan2To31ElementsIsTheHosts) {
  constexpr std::uint64_t kElements = (std::uint64_t{1} << 31) + 12'345;
  constexpr std::size_t kPeriod = 1 << 20;
  std::size_t free = 0, total = 0;
  check(driver().cuMemGetInfo(&free, &total), "read the free memory");
  if (free < kElements + (std::size_t{1} << 28))
    GTEST_SKIP() << "the device has " << free << " bytes free, and this needs " << kElements;
  const std::vector<std::byte> period =
      makeInput(InputPattern::Random, Operation::Sum, ElementType::I8, kPeriod, 1);
  const DeviceMemory in = allocate(kElements);
  upload(in.get(), period);
  for (std::uint64_t done = kPeriod; done < kElements; done *= 2)
    check(driver().cuMemcpyDtoDAsync(in.get() + done, in.get(), std::min(done, kElements - done), nullptr),
          "repeat the period");
  wait();
  const DeviceMemory out = allocate(8);
  for (Operation operation : {Operation::Sum, Operation::Max}) {
    Reducer reducer(0, operation, ElementType::I8, options);
    const std::optional<std::string> wrong = mismatchOf(
        reducer, hostReferenceRepeated(operation, ElementType::I8, period, kElements), in.get(), out.get());
    EXPECT_FALSE(wrong) << toString(operation) << ": " << *wrong;
  }
}

TEST_F(ReducerResult, HasTheSameBitsEveryTimeWhenDeterministic) {
  constexpr std::uint64_t kElements = 1'000'003;
  haveStored(Operation::Sum, ElementType::F32, with(kSomeConfiguration, "combine", "atomics"));
  options.deterministic = true;
  Reducer reducer(0, Operation::Sum, ElementType::F32, options);
  EXPECT_THAT(reducer.selection(kElements).configuration, testing::Not(testing::HasSubstr("atomics")));
  const std::vector<std::byte> data =
      makeInput(InputPattern::Random, Operation::Sum, ElementType::F32, kElements, 1);
  ASSERT_FALSE(hostReference(Operation::Sum, ElementType::F32, data).isExact)
      << "every order gives the same bits";
  const DeviceMemory in = allocate(data.size());
  upload(in.get(), data);
  const DeviceMemory out = allocate(8);
  std::optional<std::uint32_t> first;
  for (int run = 0; run < 20; ++run) {
    reducer.reduce(pointerTo(in.get()), kElements, pointerTo(out.get()), nullptr);
    const auto bits = read<std::uint32_t>(out.get());
    EXPECT_EQ(bits, first.value_or(bits));
    first = bits;
  }
}

} // namespace
} // namespace cuda_tune
