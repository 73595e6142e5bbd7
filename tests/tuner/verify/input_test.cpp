#include "tuner/verify/element_bytes.h"
#include "tuner/verify/host_reference.h"
#include "tuner/verify/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace cuda_tune {
namespace {

using testing::Each;

constexpr std::array kFloatingTypes = {ElementType::F16, ElementType::BF16, ElementType::F32,
                                       ElementType::F64};

std::vector<double> floatInput(InputPattern pattern, Operation operation, ElementType type,
                               std::size_t elements, std::uint64_t seed) {
  const std::vector<std::byte> data = makeInput(pattern, operation, type, elements, seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < elements; ++i)
    values.push_back(readFloat(type, data, i));
  return values;
}

std::vector<std::uint64_t> integerInput(InputPattern pattern, Operation operation, ElementType type,
                                        std::size_t elements, std::uint64_t seed) {
  const std::vector<std::byte> data = makeInput(pattern, operation, type, elements, seed);
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < elements; ++i)
    values.push_back(readInteger(type, data, i));
  return values;
}

template <typename Check> void forEveryInput(const Check& check) {
  for (const InputPattern pattern : kInputPatterns)
    for (const Operation operation : kOperations)
      for (const ElementType type : kElementTypes) {
        SCOPED_TRACE(std::string(toString(pattern)) + " " + std::string(toString(operation)) + " " +
                     std::string(toString(type)));
        check(pattern, operation, type);
      }
}

TEST(Input, PatternsHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const InputPattern pattern : kInputPatterns)
    names.insert(toString(pattern));
  EXPECT_EQ(names.size(), kInputPatterns.size());
  EXPECT_EQ(toString(InputPattern::NegativeZero), "negative-zero");
}

TEST(Input, HasTheBytesOfItsElements) {
  forEveryInput([](InputPattern pattern, Operation operation, ElementType type) {
    for (const std::uint64_t elements : {0, 1, 2, 100})
      for (std::uint64_t seed = 0; seed < 5; ++seed)
        EXPECT_EQ(makeInput(pattern, operation, type, elements, seed).size(), elements * sizeOf(type));
  });
}

TEST(Input, IsTheSameForTheSameSeed) {
  forEveryInput([](InputPattern pattern, Operation operation, ElementType type) {
    EXPECT_EQ(makeInput(pattern, operation, type, 100, 3), makeInput(pattern, operation, type, 100, 3));
  });
}

TEST(Input, IsAnotherForAnotherSeed) {
  for (const ElementType type : kElementTypes)
    for (const Operation operation : kOperations)
      EXPECT_NE(makeInput(InputPattern::Random, operation, type, 100, 3),
                makeInput(InputPattern::Random, operation, type, 100, 5));
}

// hostReference refuses inputs that leave the accumulator's range in some order.
TEST(Input, NeverLeavesTheRangeOfTheAccumulator) {
  forEveryInput([](InputPattern pattern, Operation operation, ElementType type) {
    for (std::uint64_t seed = 0; seed < 12; ++seed)
      for (const std::uint64_t elements : {1, 7, 20000})
        EXPECT_NO_THROW(hostReference(operation, type, makeInput(pattern, operation, type, elements, seed)));
  });
}

TEST(Input, MayBeRepeatedAsFarAsItSays) {
  forEveryInput([](InputPattern pattern, Operation operation, ElementType type) {
    if (operation == Operation::Prod && pattern != InputPattern::Constant &&
        pattern != InputPattern::Alternating && pattern != InputPattern::NegativeZero)
      return;
    for (std::uint64_t seed = 0; seed < 12; ++seed)
      EXPECT_NO_THROW(hostReferenceRepeated(operation, type, makeInput(pattern, operation, type, 100, seed),
                                            std::uint64_t{1} << 33));
  });
}

TEST(Input, SumsStayInRangeEvenWhenAllElementsAreTheLargest) {
  for (const ElementType type : kFloatingTypes)
    for (const InputPattern pattern : kInputPatterns)
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        double largest = 0;
        for (const double value : floatInput(pattern, Operation::Sum, type, 20000, seed))
          largest = std::isfinite(value) ? std::max(largest, std::fabs(value)) : largest;
        std::vector<std::byte> one(sizeOf(type));
        writeFloat(type, one, 0, largest);
        EXPECT_NO_THROW(hostReferenceRepeated(Operation::Sum, type, one, std::uint64_t{1} << 33))
            << toString(type) << " " << toString(pattern);
      }
}

TEST(Input, NanHasOneNanAtTheEndsAndBetweenOverTheSeeds) {
  for (const ElementType type : kFloatingTypes)
    for (const Operation operation : kOperations) {
      std::set<std::ptrdiff_t> places;
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const auto values = floatInput(InputPattern::Nan, operation, type, 50, seed);
        const auto isNan = [](double x) { return std::isnan(x); };
        EXPECT_EQ(std::count_if(values.begin(), values.end(), isNan), 1);
        places.insert(std::find_if(values.begin(), values.end(), isNan) - values.begin());
      }
      EXPECT_TRUE(places.contains(0));
      EXPECT_TRUE(places.contains(49));
      EXPECT_GE(places.size(), 3u);
    }
}

TEST(Input, InfinityLeadsToBothInfinitiesAndToNanOverTheSeeds) {
  for (const ElementType type : kFloatingTypes)
    for (const Operation operation : {Operation::Sum, Operation::Prod}) {
      bool hasNan = false, hasPositive = false, hasNegative = false;
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Expected expected =
            hostReference(operation, type, makeInput(InputPattern::Infinity, operation, type, 50, seed));
        EXPECT_FALSE(std::isfinite(expected.value));
        hasNan = hasNan || expected.isNan();
        hasPositive = hasPositive || expected.value > 0;
        hasNegative = hasNegative || expected.value < 0;
      }
      EXPECT_TRUE(hasNan && hasPositive && hasNegative) << toString(type) << " " << toString(operation);
    }
}

TEST(Input, NegativeZeroIsAllNegativeZeros) {
  for (const ElementType type : kFloatingTypes)
    for (const Operation operation : kOperations)
      for (const double value : floatInput(InputPattern::NegativeZero, operation, type, 20, 1))
        EXPECT_TRUE(value == 0 && std::signbit(value));
}

TEST(Input, IntegersGetRandomWherePatternsMakeNoSense) {
  for (const ElementType type : kElementTypes) {
    if (isFloating(type))
      continue;
    for (const InputPattern pattern : {InputPattern::Nan, InputPattern::Infinity, InputPattern::NegativeZero})
      EXPECT_EQ(makeInput(pattern, Operation::Sum, type, 64, 9),
                makeInput(InputPattern::Random, Operation::Sum, type, 64, 9));
  }
}

TEST(Input, ConstantRepeatsOnePowerOfTwo) {
  for (const ElementType type : kFloatingTypes)
    for (const Operation operation : kOperations)
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const auto values = floatInput(InputPattern::Constant, operation, type, 20, seed);
        int exponent = 0;
        EXPECT_EQ(std::fabs(std::frexp(values[0], &exponent)), 0.5);
        EXPECT_THAT(values, Each(values[0]));
      }
}

TEST(Input, AlternatingFlipsTheSignEachTime) {
  for (const Operation operation : kOperations) {
    for (const ElementType type : kFloatingTypes) {
      const auto values = floatInput(InputPattern::Alternating, operation, type, 20, 4);
      EXPECT_NE(values[0], 0);
      for (std::size_t i = 1; i < values.size(); ++i)
        EXPECT_EQ(values[i], -values[i - 1]);
    }
    const auto values = integerInput(InputPattern::Alternating, operation, ElementType::U8, 20, 4);
    for (std::size_t i = 1; i < values.size(); ++i)
      EXPECT_EQ((values[i] + values[i - 1]) % 256, 0u);
  }
}

TEST(Input, RandomSumsAreExactForEvenSeedsAndRoundForOdd) {
  for (const ElementType type : {ElementType::F32, ElementType::F64}) {
    const auto isExact = [&](std::uint64_t seed) {
      return hostReference(Operation::Sum, type,
                           makeInput(InputPattern::Random, Operation::Sum, type, 1000, seed))
          .isExact;
    };
    EXPECT_TRUE(isExact(0));
    EXPECT_TRUE(isExact(6));
    EXPECT_FALSE(isExact(1));
  }
}

TEST(Input, RandomProductsOfIntegersAreOdd) {
  for (const ElementType type : kElementTypes) {
    if (isFloating(type))
      continue;
    for (const InputPattern pattern : kInputPatterns)
      for (const std::uint64_t value : integerInput(pattern, Operation::Prod, type, 50, 2))
        EXPECT_EQ(value % 2, 1u) << toString(type) << " " << toString(pattern);
  }
}

TEST(Input, AdversarialSumsCancelOverManyBinades) {
  for (const ElementType type : kFloatingTypes) {
    const auto values = floatInput(InputPattern::Adversarial, Operation::Sum, type, 1000, 2);
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    for (const double value : values)
      if (value != 0) {
        smallest = std::min(smallest, std::fabs(value));
        largest = std::max(largest, std::fabs(value));
      }
    EXPECT_GT(std::log2(largest / smallest), 20) << toString(type);
    const Expected expected = hostReference(
        Operation::Sum, type, makeInput(InputPattern::Adversarial, Operation::Sum, type, 1000, 2));
    // What is left are the 500 to 1000 small ones, all in [-1, 1].
    EXPECT_LT(std::fabs(expected.value), 1000);
    EXPECT_GT(expected.magnitudes, 1e5);
  }
}

TEST(Input, AdversarialSumsOfOddSeedsAreDenormal) {
  const double smallestNormal[] = {0x1p-14, 0x1p-126, 0x1p-126, 0x1p-1022};
  for (std::size_t i = 0; i < kFloatingTypes.size(); ++i) {
    double largest = 0;
    for (const double value :
         floatInput(InputPattern::Adversarial, Operation::Sum, kFloatingTypes[i], 100, 3))
      largest = std::max(largest, std::fabs(value));
    EXPECT_GT(largest, 0);
    EXPECT_LT(largest, smallestNormal[i]);
  }
}

/// Counts how often the extreme occurs and where first.
template <typename Value>
std::pair<std::ptrdiff_t, std::ptrdiff_t> extremeOf(const std::vector<Value>& values, Value extreme) {
  return {std::count(values.begin(), values.end(), extreme),
          std::find(values.begin(), values.end(), extreme) - values.begin()};
}

TEST(Input, AdversarialExtremesAreFirstInTheMiddleAndLast) {
  const std::ptrdiff_t places[] = {0, 50, 100};
  for (const Operation operation : {Operation::Min, Operation::Max})
    for (const ElementType type : kElementTypes)
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        SCOPED_TRACE(std::string(toString(operation)) + " " + std::string(toString(type)));
        const auto data = makeInput(InputPattern::Adversarial, operation, type, 101, seed);
        const Expected expected = hostReference(operation, type, data);
        std::pair<std::ptrdiff_t, std::ptrdiff_t> found;
        if (isFloating(type)) {
          found =
              extremeOf(floatInput(InputPattern::Adversarial, operation, type, 101, seed), expected.value);
        } else {
          auto values = integerInput(InputPattern::Adversarial, operation, type, 101, seed);
          for (std::uint64_t& value : values)
            value = sizeOf(type) == 8 ? value : value & 0xffffffff;
          found = extremeOf(values, expected.integer);
        }
        EXPECT_EQ(found.first, 1);
        EXPECT_EQ(found.second, places[seed]);
      }
}

TEST(Input, AdversarialMinAndMaxHaveOneElementThatDecides) {
  for (const Operation operation : {Operation::Min, Operation::Max}) {
    for (const ElementType type : kElementTypes) {
      const auto data = makeInput(InputPattern::Adversarial, operation, type, 101, 3);
      std::set<std::vector<std::byte>> distinct;
      for (std::size_t at = 0; at < data.size(); at += sizeOf(type))
        distinct.emplace(data.begin() + static_cast<std::ptrdiff_t>(at),
                         data.begin() + static_cast<std::ptrdiff_t>(at + sizeOf(type)));
      EXPECT_EQ(distinct.size(), 2u) << toString(type);
    }
    for (const ElementType type : kFloatingTypes) {
      std::ptrdiff_t deciding = 0, other = 0;
      for (const double value : floatInput(InputPattern::Adversarial, operation, type, 101, 4)) {
        if (value != 0)
          continue;
        ++(std::signbit(value) == (operation == Operation::Min) ? deciding : other);
      }
      EXPECT_EQ(deciding, 1) << toString(type);
      EXPECT_GT(other, 10) << toString(type);
      const Expected expected =
          hostReference(operation, type, makeInput(InputPattern::Adversarial, operation, type, 101, 4));
      EXPECT_EQ(expected.value, 0) << toString(type);
    }
  }
}

TEST(Input, AdversarialSumsOf32BitIntegersWrap) {
  double signedFarthest = 0;
  double sum = 0;
  for (const std::uint64_t value :
       integerInput(InputPattern::Adversarial, Operation::Sum, ElementType::I32, 200, 1)) {
    sum += static_cast<double>(static_cast<std::int64_t>(value));
    signedFarthest = std::max(signedFarthest, std::fabs(sum));
  }
  EXPECT_GT(signedFarthest, 0x1p32);
  double unsignedSum = 0;
  for (const std::uint64_t value :
       integerInput(InputPattern::Adversarial, Operation::Sum, ElementType::U32, 200, 1))
    unsignedSum += static_cast<double>(value);
  EXPECT_GT(unsignedSum, 0x1p33);
}

} // namespace
} // namespace cuda_tune
