#include "tests/tuner/verify/element_list.h"
#include "tuner/verify/host_reference.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace cuda_tune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array kFloatingTypes = {ElementType::F16, ElementType::BF16, ElementType::F32,
                                       ElementType::F64};

double valueOf(Operation operation, ElementType type, const std::vector<double>& values) {
  return hostReference(operation, type, floats(type, values)).value;
}

std::uint64_t integerOf(Operation operation, ElementType type, const std::vector<std::int64_t>& values) {
  return hostReference(operation, type, integers(type, values)).integer;
}

void expectZero(double value, bool isNegative) {
  EXPECT_EQ(value, 0);
  EXPECT_EQ(std::signbit(value), isNegative);
}

TEST(HostReference, SumsTheFirstHundredNumbersTo5050) {
  std::vector<double> numbers;
  std::vector<std::int64_t> whole;
  for (int i = 1; i <= 100; ++i) {
    numbers.push_back(i);
    whole.push_back(i);
  }
  for (const ElementType type : kElementTypes)
    if (isFloating(type)) {
      EXPECT_EQ(valueOf(Operation::Sum, type, numbers), 5050) << toString(type);
    } else {
      EXPECT_EQ(integerOf(Operation::Sum, type, whole), 5050u) << toString(type);
    }
}

TEST(HostReference, ReducesNothingToTheIdentityOfEachFloat) {
  for (const ElementType type : kFloatingTypes) {
    expectZero(valueOf(Operation::Sum, type, {}), false);
    EXPECT_EQ(valueOf(Operation::Prod, type, {}), 1);
    EXPECT_EQ(valueOf(Operation::Min, type, {}), kInfinity);
    EXPECT_EQ(valueOf(Operation::Max, type, {}), -kInfinity);
  }
}

TEST(HostReference, ReducesNothingToTheIdentityOfEachInteger) {
  for (const ElementType type : kElementTypes) {
    if (isFloating(type))
      continue;
    EXPECT_EQ(integerOf(Operation::Sum, type, {}), 0u);
    EXPECT_EQ(integerOf(Operation::Prod, type, {}), 1u);
  }
  const auto min = [](ElementType type) { return integerOf(Operation::Min, type, {}); };
  const auto max = [](ElementType type) { return integerOf(Operation::Max, type, {}); };
  EXPECT_EQ(min(ElementType::I8), 127u);
  EXPECT_EQ(min(ElementType::U8), 255u);
  EXPECT_EQ(min(ElementType::I16), 32767u);
  EXPECT_EQ(min(ElementType::U16), 65535u);
  EXPECT_EQ(min(ElementType::I32), 0x7fffffffu);
  EXPECT_EQ(min(ElementType::U32), 0xffffffffu);
  EXPECT_EQ(min(ElementType::I64), 0x7fffffffffffffffu);
  EXPECT_EQ(min(ElementType::U64), 0xffffffffffffffffu);
  // Sign-extended to the accumulator: -128 and -32768 in 32 bits.
  EXPECT_EQ(max(ElementType::I8), 0xffffff80u);
  EXPECT_EQ(max(ElementType::I16), 0xffff8000u);
  EXPECT_EQ(max(ElementType::I32), 0x80000000u);
  EXPECT_EQ(max(ElementType::I64), 0x8000000000000000u);
  for (const ElementType type : {ElementType::U8, ElementType::U16, ElementType::U32, ElementType::U64})
    EXPECT_EQ(max(type), 0u);
}

TEST(HostReference, WrapsIntegersInTheAccumulatorOnly) {
  EXPECT_EQ(integerOf(Operation::Sum, ElementType::I8, {127, 127, 127}), 381u);
  EXPECT_EQ(integerOf(Operation::Sum, ElementType::I8, {-128, -128}), 0xffffff00u);
  EXPECT_EQ(integerOf(Operation::Sum, ElementType::U32, {0xffffffff, 2}), 1u);
  EXPECT_EQ(integerOf(Operation::Sum, ElementType::I32, {0x7fffffff, 1}), 0x80000000u);
  EXPECT_EQ(integerOf(Operation::Sum, ElementType::U64, {-1, 2}), 1u);
  // (2^16 - 1)^2 = 2^32 - 2^17 + 1.
  EXPECT_EQ(integerOf(Operation::Prod, ElementType::U16, {65535, 65535}), 0xfffe0001u);
  EXPECT_EQ(integerOf(Operation::Prod, ElementType::U32, {65536, 65536}), 0u);
  EXPECT_EQ(integerOf(Operation::Prod, ElementType::I64, {-1, std::int64_t{1} << 62}), 0xc000000000000000u);
}

TEST(HostReference, ComparesIntegersByTheirSignedness) {
  EXPECT_EQ(integerOf(Operation::Min, ElementType::I8, {1, -1}), 0xffffffffu);
  EXPECT_EQ(integerOf(Operation::Min, ElementType::U8, {1, -1}), 1u);
  EXPECT_EQ(integerOf(Operation::Max, ElementType::I64, {1, -1}), 1u);
  EXPECT_EQ(integerOf(Operation::Max, ElementType::U64, {1, -1}), 0xffffffffffffffffu);
}

TEST(HostReference, KeepsTheSignOfASumOfNegativeZerosOnly) {
  for (const ElementType type : kFloatingTypes) {
    expectZero(valueOf(Operation::Sum, type, {-0.0}), true);
    expectZero(valueOf(Operation::Sum, type, {-0.0, -0.0}), true);
    expectZero(valueOf(Operation::Sum, type, {-0.0, 0.0}), false);
    expectZero(valueOf(Operation::Sum, type, {1, -1, -0.0}), false);
  }
}

TEST(HostReference, OrdersNegativeZeroBelowZero) {
  for (const ElementType type : kFloatingTypes)
    for (const auto& zeros : {std::vector{0.0, -0.0}, std::vector{-0.0, 0.0}}) {
      expectZero(valueOf(Operation::Min, type, zeros), true);
      expectZero(valueOf(Operation::Max, type, zeros), false);
    }
}

TEST(HostReference, PropagatesANanFromAnyPlace) {
  for (const ElementType type : kFloatingTypes)
    for (const Operation operation : kOperations)
      for (std::size_t place = 0; place < 3; ++place) {
        std::vector<double> values = {1, 2, 0.5};
        values[place] = kNan;
        EXPECT_TRUE(hostReference(operation, type, floats(type, values)).isNan());
      }
}

TEST(HostReference, FollowsIeeeWithInfinities) {
  for (const ElementType type : kFloatingTypes) {
    EXPECT_EQ(valueOf(Operation::Sum, type, {1, kInfinity}), kInfinity);
    EXPECT_EQ(valueOf(Operation::Sum, type, {-kInfinity, 1}), -kInfinity);
    EXPECT_TRUE(std::isnan(valueOf(Operation::Sum, type, {-kInfinity, 1, kInfinity})));
    EXPECT_EQ(valueOf(Operation::Prod, type, {-1, kInfinity}), -kInfinity);
    EXPECT_EQ(valueOf(Operation::Prod, type, {-kInfinity, -kInfinity}), kInfinity);
    EXPECT_TRUE(std::isnan(valueOf(Operation::Prod, type, {0, 1, kInfinity})));
    EXPECT_EQ(valueOf(Operation::Min, type, {kInfinity, 3}), 3);
    EXPECT_EQ(valueOf(Operation::Max, type, {-kInfinity, kInfinity}), kInfinity);
  }
}

TEST(HostReference, KeepsTheSignOfAZeroProduct) {
  for (const ElementType type : kFloatingTypes) {
    expectZero(valueOf(Operation::Prod, type, {-2, 0, 3}), true);
    expectZero(valueOf(Operation::Prod, type, {-2, 0, -3}), false);
    expectZero(valueOf(Operation::Prod, type, {-0.0, -0.0, -0.0}), true);
  }
}

TEST(HostReference, SumsWhatDoublesWouldLose) {
  const Expected expected = hostReference(Operation::Sum, ElementType::F64,
                                          floats(ElementType::F64, {0x1p900, 1, 0x1p-900, -0x1p900}));
  EXPECT_EQ(expected.value, 1);
  EXPECT_EQ(expected.tail, 0x1p-900);
  EXPECT_FALSE(expected.isExact);
  EXPECT_GE(expected.magnitudes, 0x1p901);
}

// 2^24 ones are the most that f32 counts; 2^-1 below makes the quantum finer.
TEST(HostReference, KnowsWhichSumsNeverRound) {
  const auto isExact = [](const std::vector<double>& period, std::uint64_t elements) {
    return hostReferenceRepeated(Operation::Sum, ElementType::F32, floats(ElementType::F32, period), elements)
        .isExact;
  };
  EXPECT_TRUE(isExact({1}, 1u << 24));
  EXPECT_FALSE(isExact({1}, (1u << 24) + 1));
  EXPECT_TRUE(isExact({1, -1}, 1u << 24));
  EXPECT_FALSE(isExact({1, -0.5}, 1u << 24));
  EXPECT_TRUE(isExact({0x1p-149, -0x1p-148}, 1u << 20));
  EXPECT_FALSE(isExact({0x1p24, 1}, 2));
}

TEST(HostReference, CountsOnlyTheFactorsThatRound) {
  const Expected expected = hostReference(Operation::Prod, ElementType::F32,
                                          floats(ElementType::F32, {1, -1, 2, 0.25, 3, -5, 0x1p20, 0x1.8p0}));
  EXPECT_EQ(expected.roundingFactors, 3u);
  // 2 * 0.25 * 3 * 5 * 2^20 * 1.5, and two signs.
  EXPECT_EQ(expected.value, 11.25 * 0x1p20);
}

// (1 + u) (1 - u) = 1 - u^2: in double it rounds to 1.
TEST(HostReference, MultipliesMorePreciselyThanDouble) {
  constexpr double u = 0x1p-30;
  const Expected expected =
      hostReference(Operation::Prod, ElementType::F64, floats(ElementType::F64, {1 + u, 1 - u}));
  EXPECT_EQ(expected.value, 1);
  EXPECT_EQ(expected.tail, -0x1p-60);
  EXPECT_GT(expected.referenceError, 0);
  EXPECT_LT(expected.referenceError, 0x1p-60);
}

TEST(HostReference, RefusesWhatMayOverflowInSomeOrder) {
  const auto reduce = [](Operation operation, const std::vector<double>& values) {
    return hostReference(operation, ElementType::F32, floats(ElementType::F32, values));
  };
  const double huge = std::numeric_limits<float>::max();
  EXPECT_THROW(reduce(Operation::Sum, {huge, huge, -huge, -huge}), std::invalid_argument);
  EXPECT_THROW(reduce(Operation::Prod, {0x1p100, 0x1p100, 0x1p-100, 0x1p-100}), std::invalid_argument);
  EXPECT_THROW(reduce(Operation::Prod, {0x1p-100, 0x1p-100, 0x1p50}), std::invalid_argument);
  // A partial product of infinity times zero depends on the order.
  EXPECT_THROW(reduce(Operation::Prod, {0x1p100, 0x1p100, 0}), std::invalid_argument);
  // A NaN in every order, whatever overflows before.
  EXPECT_TRUE(reduce(Operation::Prod, {0x1p100, 0x1p100, 0, kInfinity}).isNan());
  EXPECT_EQ(reduce(Operation::Prod, {0x1p100, 0x1p-100}).value, 1);
  EXPECT_EQ(reduce(Operation::Max, {huge, -huge}).value, huge);
}

TEST(HostReference, TellsWhatItRefusesInOneSentence) {
  try {
    hostReference(Operation::Sum, ElementType::F32, std::vector<std::byte>(7));
    FAIL() << "7 bytes were taken for f32 elements";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "cannot reduce 1 f32 elements by sum: 7 bytes are no whole number of elements");
  }
}

} // namespace
} // namespace cuda_tune
