#include "tuner/verify/exact_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cuda_tune {
namespace {

ExactSum sumOf(std::initializer_list<double> numbers) {
  ExactSum sum;
  for (const double number : numbers)
    sum.add(number);
  return sum;
}

TEST(ExactSum, OfNothingIsZero) {
  EXPECT_EQ(difference(ExactSum(), ExactSum()).value, 0);
}

TEST(ExactSum, GivesBackEveryExtremeOfADouble) {
  using Limits = std::numeric_limits<double>;
  for (const double number : {Limits::denorm_min(), Limits::min() - Limits::denorm_min(), Limits::min(), 1.0,
                              0x1.fffffffffffffp-1, 0x1.fffffffffffffp31, Limits::max()}) {
    const SplitNumber sum = difference(sumOf({number}), ExactSum());
    EXPECT_EQ(sum.value, number);
    EXPECT_EQ(sum.tail, 0);
    EXPECT_EQ(difference(ExactSum(), sumOf({number})).value, -number);
  }
}

TEST(ExactSum, KeepsTheSmallestNumberBesideTheLargest) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  const SplitNumber rest = difference(sumOf({huge, tiny}), sumOf({huge}));
  EXPECT_EQ(rest.value, tiny);
  EXPECT_EQ(difference(sumOf({huge}), sumOf({huge, tiny})).value, -tiny);
}

TEST(ExactSum, SplitsWhatOneDoubleCannotHold) {
  const SplitNumber above = difference(sumOf({1, 0x1p-60}), ExactSum());
  EXPECT_EQ(above.value, 1);
  EXPECT_EQ(above.tail, 0x1p-60);
  // The nearest double is above the sum.
  const SplitNumber below = difference(sumOf({1}), sumOf({0x1p-60}));
  EXPECT_EQ(below.value, 1);
  EXPECT_EQ(below.tail, -0x1p-60);
}

TEST(ExactSum, AddsAnotherSum) {
  ExactSum sum = sumOf({1, 0x1p80});
  sum.add(sumOf({2, 0x1p-80}));
  const SplitNumber rest = difference(sum, sumOf({3, 0x1p80}));
  EXPECT_EQ(rest.value, 0x1p-80);
}

// (2^33 + 1) * (2^40 + 1) = 2^73 + 2^40 + 2^33 + 1.
TEST(ExactSum, MultipliesByMoreThan32Bits) {
  ExactSum sum = sumOf({0x1p40, 1});
  sum.multiply((std::uint64_t{1} << 33) + 1);
  const SplitNumber rest = difference(sum, sumOf({0x1p73, 0x1p40, 0x1p33}));
  EXPECT_EQ(rest.value, 1);
  EXPECT_EQ(rest.tail, 0);
}

TEST(ExactSum, CarriesThroughAllDigits) {
  // 2^1000 - 2^-1000 borrows through 2000 bits; adding 2^-1000 back carries through them.
  ExactSum sum = sumOf({0x1p-1000});
  for (int exponent = -1000; exponent < 1000; ++exponent)
    sum.add(std::ldexp(1.0, exponent));
  const SplitNumber whole = difference(sum, ExactSum());
  EXPECT_EQ(whole.value, 0x1p1000);
  EXPECT_EQ(whole.tail, 0);
}

TEST(ExactSum, HasTheQuantumOfItsFinestNumber) {
  EXPECT_EQ(sumOf({3, 0.75}).quantum(), 0.25);
  EXPECT_EQ(sumOf({6}).quantum(), 2);
  EXPECT_EQ(sumOf({std::numeric_limits<double>::denorm_min(), 1}).quantum(), 0x1p-1074);
  EXPECT_EQ(sumOf({0}).quantum(), std::numeric_limits<double>::infinity());
  ExactSum sum = sumOf({4});
  sum.add(sumOf({0.5}));
  EXPECT_EQ(sum.quantum(), 0.5);
}

} // namespace
} // namespace cuda_tune
