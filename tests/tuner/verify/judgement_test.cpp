#include "tests/tuner/verify/element_list.h"
#include "tuner/verify/input.h"
#include "tuner/verify/judgement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace cuda_tune {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::array kFloatingTypes = {ElementType::F16, ElementType::BF16, ElementType::F32,
                                       ElementType::F64};

Expected expectedOf(Operation operation, ElementType type, const std::vector<double>& values) {
  return hostReference(operation, type, floats(type, values));
}

std::optional<std::string> judge(const Expected& expected, double got, int height = 0) {
  return mismatch(expected, floats(accumulatorOf(expected.type), {got}), height);
}

std::optional<std::string> judgeInteger(const Expected& expected, std::uint64_t got) {
  return mismatch(expected, integers(accumulatorOf(expected.type), {static_cast<std::int64_t>(got)}), 0);
}

float pairwiseSum(std::span<const float> values) {
  if (values.size() == 1)
    return values[0];
  const std::size_t half = values.size() / 2;
  return pairwiseSum(values.first(half)) + pairwiseSum(values.subspan(half));
}

class PairwiseSum : public testing::Test {
protected:
  PairwiseSum() {
    // An odd seed: full significands, which round.
    const std::vector<std::byte> data =
        makeInput(InputPattern::Random, Operation::Sum, ElementType::F32, 1000, 7);
    for (std::size_t i = 0; i < 1000; ++i)
      values_.push_back(static_cast<float>(readFloat(ElementType::F32, data, i)));
    expected_ = hostReference(Operation::Sum, ElementType::F32, data);
  }

  /// ceil(log2 1000).
  static constexpr int kHeight = 10;
  std::vector<float> values_;
  Expected expected_;
};

TEST_F(PairwiseSum, IsAccepted) {
  ASSERT_FALSE(expected_.isExact);
  EXPECT_EQ(judge(expected_, pairwiseSum(values_), kHeight), std::nullopt);
}

TEST_F(PairwiseSum, IsRejectedWithADroppedElement) {
  // The tolerance is about 10 * 2^-24 * 500 = 0.0003, and the sum as computed may be as far off.
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (std::fabs(values_[i]) < 0.01f)
      continue;
    std::vector<float> others = values_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(judge(expected_, pairwiseSum(others), kHeight), std::nullopt) << i;
  }
}

TEST_F(PairwiseSum, IsRejectedWhenAccumulatedInF16) {
  float sum = 0;
  for (const float value : values_) {
    const auto rounded = floats(ElementType::F16, {sum + value});
    sum = static_cast<float>(readFloat(ElementType::F16, rounded, 0));
  }
  EXPECT_NE(judge(expected_, sum, kHeight), std::nullopt);
}

TEST(Judgement, NoticesAnyDroppedElementOfAnExactSum) {
  for (const ElementType type : kFloatingTypes) {
    const std::vector<std::byte> data = makeInput(InputPattern::Random, Operation::Sum, type, 100, 8);
    const Expected expected = hostReference(Operation::Sum, type, data);
    EXPECT_EQ(judge(expected, expected.value, 99), std::nullopt);
    for (std::size_t i = 0; i < 100; ++i) {
      const double dropped = readFloat(type, data, i);
      EXPECT_EQ(judge(expected, expected.value - dropped, 99).has_value(), dropped != 0) << toString(type);
    }
  }
}

// gamma_1 is 2^-24 and a little. 1 + 2^-24 lies half way between two floats.
TEST(Judgement, TakesEitherNeighbourOfARoundedSumAndNoOther) {
  const Expected expected = expectedOf(Operation::Sum, ElementType::F32, {1, 0x1p-24});
  EXPECT_EQ(judge(expected, 1, 1), std::nullopt);
  EXPECT_EQ(judge(expected, 1 + 0x1p-23, 1), std::nullopt);
  EXPECT_NE(judge(expected, 1 - 0x1p-24, 1), std::nullopt);
  EXPECT_NE(judge(expected, 1 + 0x1p-22, 1), std::nullopt);
}

TEST(Judgement, MeasuresF64ByItsOwnRoundoff) {
  const Expected expected = expectedOf(Operation::Sum, ElementType::F64, {1, 0x1p-53});
  EXPECT_EQ(judge(expected, 1, 1), std::nullopt);
  EXPECT_EQ(judge(expected, 1 + 0x1p-52, 1), std::nullopt);
  EXPECT_NE(judge(expected, 1 - 0x1p-53, 1), std::nullopt);
  EXPECT_NE(judge(expected, 1 + 0x1p-51, 1), std::nullopt);
}

TEST(Judgement, AllowsMoreToAHigherTreeUpToOneInARow) {
  // With u = 2^-24 the sum is 3 + u, and so are the magnitudes: gamma_1 allows 3u and a little, gamma_2 6u.
  // The floats near 3 are 4u apart.
  constexpr double u = 0x1p-24;
  const Expected expected = expectedOf(Operation::Sum, ElementType::F32, {1, 2, u});
  const double offByThree = 3 + 4 * u;
  EXPECT_EQ(judge(expected, offByThree, 1), std::nullopt);
  EXPECT_NE(judge(expected, offByThree, 0), std::nullopt);
  const double offByFive = 3 - 4 * u;
  EXPECT_NE(judge(expected, offByFive, 1), std::nullopt);
  EXPECT_EQ(judge(expected, offByFive, 2), std::nullopt);
  const double offByNine = 3 - 8 * u;
  EXPECT_NE(judge(expected, offByNine, 2), std::nullopt);
  EXPECT_NE(judge(expected, offByNine, 1000), std::nullopt);
}

TEST(Judgement, GivesExactSumsNoTolerance) {
  const Expected expected = expectedOf(Operation::Sum, ElementType::F32, {1, 2, 3});
  EXPECT_EQ(judge(expected, 6, 2), std::nullopt);
  EXPECT_NE(judge(expected, std::nextafter(6.0f, 7.0f), 2), std::nullopt);
}

// e = 2^-23: (1 + e)^3 is 1 + 3e and a little; gamma_2 is e and a little.
TEST(Judgement, BoundsAProductByTheFactorsThatRound) {
  constexpr double e = 0x1p-23;
  const Expected expected =
      expectedOf(Operation::Prod, ElementType::F32, {1 + e, 2, 1 + e, -1, 0.5, 1, 1 + e, -4});
  EXPECT_EQ(judge(expected, 4 * (1 + 3 * e)), std::nullopt);
  EXPECT_EQ(judge(expected, 4 * (1 + 4 * e)), std::nullopt);
  EXPECT_NE(judge(expected, 4 * (1 + 5 * e)), std::nullopt);
  EXPECT_NE(judge(expected, 4 * (1 + e)), std::nullopt);
  EXPECT_NE(judge(expected, -4 * (1 + 3 * e)), std::nullopt);
}

// (1 + e)^2 is 1 + 2e and a little; two factors round once, which gamma_1 = e / 2 allows.
TEST(Judgement, CountsOneRoundingLessThanFactors) {
  constexpr double e = 0x1p-23;
  const Expected expected = expectedOf(Operation::Prod, ElementType::F32, {1 + e, 1 + e});
  EXPECT_EQ(judge(expected, 1 + 2 * e), std::nullopt);
  EXPECT_NE(judge(expected, 1 + 3 * e), std::nullopt);
  EXPECT_NE(judge(expected, 1 + e), std::nullopt);
}

TEST(Judgement, GivesProductsWithOneRoundingFactorNoTolerance) {
  const Expected expected = expectedOf(Operation::Prod, ElementType::F32, {3, 2, -0.5});
  EXPECT_EQ(judge(expected, -3), std::nullopt);
  EXPECT_NE(judge(expected, std::nextafter(-3.0f, 0.0f)), std::nullopt);
}

TEST(Judgement, RejectsASwappedNanPolicy) {
  for (const ElementType type : kFloatingTypes)
    for (const Operation operation : kOperations) {
      const Expected withNan = expectedOf(operation, type, {1, kNan, 2});
      EXPECT_EQ(judge(withNan, kNan), std::nullopt);
      EXPECT_EQ(judge(withNan, -kNan), std::nullopt);
      for (const double number : {1.0, 2.0, 3.0, 0.0})
        EXPECT_NE(judge(withNan, number), std::nullopt);
      EXPECT_NE(judge(expectedOf(operation, type, {1, 2}), kNan), std::nullopt);
    }
}

TEST(Judgement, TellsInfinitiesApart) {
  const Expected expected = expectedOf(Operation::Sum, ElementType::F32, {1, kInfinity});
  EXPECT_EQ(judge(expected, kInfinity), std::nullopt);
  EXPECT_NE(judge(expected, -kInfinity), std::nullopt);
  EXPECT_NE(judge(expected, std::numeric_limits<float>::max()), std::nullopt);
  EXPECT_NE(judge(expected, kNan), std::nullopt);
  // However wide the tolerance.
  EXPECT_NE(judge(expectedOf(Operation::Sum, ElementType::F32, {0x1p100, 1, -0x1p100}), kInfinity, 2),
            std::nullopt);
}

TEST(Judgement, HoldsSumsOfNegativeZerosToTheirSign) {
  for (const ElementType type : kFloatingTypes) {
    const Expected onlyNegative = expectedOf(Operation::Sum, type, {-0.0, -0.0});
    EXPECT_EQ(judge(onlyNegative, -0.0, 1), std::nullopt);
    EXPECT_NE(judge(onlyNegative, 0.0, 1), std::nullopt);
    for (const auto& values : {std::vector<double>{}, {0.0, -0.0}, {1, -1}}) {
      EXPECT_EQ(judge(expectedOf(Operation::Sum, type, values), 0.0, 1), std::nullopt);
      EXPECT_NE(judge(expectedOf(Operation::Sum, type, values), -0.0, 1), std::nullopt);
    }
  }
}

TEST(Judgement, HoldsMinAndMaxToTheSignOfZero) {
  for (const ElementType type : kFloatingTypes) {
    EXPECT_EQ(judge(expectedOf(Operation::Min, type, {0.0, -0.0}), -0.0), std::nullopt);
    EXPECT_NE(judge(expectedOf(Operation::Min, type, {0.0, -0.0}), 0.0), std::nullopt);
    EXPECT_EQ(judge(expectedOf(Operation::Max, type, {-0.0, 0.0}), 0.0), std::nullopt);
    EXPECT_NE(judge(expectedOf(Operation::Max, type, {-0.0, 0.0}), -0.0), std::nullopt);
  }
}

TEST(Judgement, GivesMinAndMaxNoTolerance) {
  const Expected expected = expectedOf(Operation::Max, ElementType::F32, {1, 2});
  EXPECT_EQ(judge(expected, 2, 1), std::nullopt);
  EXPECT_NE(judge(expected, std::nextafter(2.0f, 1.0f), 1), std::nullopt);
}

TEST(Judgement, RejectsAnIntegerOffByOne) {
  for (const ElementType type : kElementTypes) {
    if (isFloating(type))
      continue;
    for (const Operation operation : kOperations) {
      const Expected expected =
          hostReference(operation, type, makeInput(InputPattern::Adversarial, operation, type, 33, 1));
      EXPECT_EQ(judgeInteger(expected, expected.integer), std::nullopt) << toString(type);
      EXPECT_NE(judgeInteger(expected, expected.integer + 1), std::nullopt) << toString(type);
      EXPECT_NE(judgeInteger(expected, expected.integer - 1), std::nullopt) << toString(type);
    }
  }
}

TEST(Judgement, RejectsAResultOfAnotherSize) {
  const Expected expected = expectedOf(Operation::Sum, ElementType::F16, {1});
  EXPECT_EQ(mismatch(expected, floats(ElementType::F16, {1}), 0),
            "sum of 1 f16 elements: got 2 bytes, expected 4");
}

TEST(Judgement, TellsGotExpectedAndTolerance) {
  EXPECT_EQ(judge(expectedOf(Operation::Sum, ElementType::F32, {1, 2}), 4, 1),
            "sum of 2 f32 elements: got 4, expected exactly 3");
  EXPECT_EQ(judge(expectedOf(Operation::Max, ElementType::BF16, {1, kNan}), 1),
            "max of 2 bf16 elements: got 1, expected exactly nan");
  // gamma_1 = 2^-24 / (1 - 2^-24) = 5.96e-8.
  EXPECT_EQ(judge(expectedOf(Operation::Sum, ElementType::F32, {1, 0x1p-26}), 2, 1),
            "sum of 2 f32 elements: got 2, expected 1.0000000149011612 +- 5.96e-08");
  EXPECT_EQ(
      judgeInteger(hostReference(Operation::Min, ElementType::I8, integers(ElementType::I8, {-3, 5})), 5),
      "min of 2 i8 elements: got 5, expected exactly -3");
}

TEST(Judgement, ThrowsWhereNoBoundIsKnown) {
  const Expected expected = hostReferenceRepeated(Operation::Sum, ElementType::F32,
                                                  floats(ElementType::F32, {1, 0x1p-20}), 1 << 26);
  EXPECT_NO_THROW(judge(expected, expected.value, (1 << 24) - 1));
  EXPECT_THROW(judge(expected, expected.value, 1 << 24), std::invalid_argument);
}

} // namespace
} // namespace cuda_tune
