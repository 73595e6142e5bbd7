#include "tests/tuner/verify/element_list.h"
#include "tuner/verify/host_reference.h"
#include "tuner/verify/input.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_tune {
namespace {

std::vector<std::byte> repeated(const std::vector<std::byte>& period, std::size_t bytes) {
  std::vector<std::byte> all;
  for (std::size_t i = 0; i < bytes; ++i)
    all.push_back(period[i % period.size()]);
  return all;
}

void expectSame(const Expected& a, const Expected& b) {
  EXPECT_EQ(a.elements, b.elements);
  EXPECT_EQ(a.integer, b.integer);
  EXPECT_EQ(a.isNan(), b.isNan());
  EXPECT_EQ(std::signbit(a.value), std::signbit(b.value));
  EXPECT_EQ(a.isExact, b.isExact);
  EXPECT_EQ(a.magnitudes, b.magnitudes);
  EXPECT_EQ(a.roundingFactors, b.roundingFactors);
  if (!std::isfinite(a.value)) {
    EXPECT_TRUE(a.isNan() || a.value == b.value);
    return;
  }
  const long double apart = static_cast<long double>(a.value) - static_cast<long double>(b.value) +
                            static_cast<long double>(a.tail) - static_cast<long double>(b.tail);
  // Two correct references differ by both their errors at most.
  EXPECT_LE(std::fabs(apart), static_cast<long double>(a.referenceError + b.referenceError));
}

TEST(RepeatedReference, AgreesWithThePlainOneOnEveryOperationAndType) {
  for (const ElementType type : kElementTypes)
    for (const Operation operation : kOperations)
      for (const InputPattern pattern : kInputPatterns) {
        // Wide factors overflow when they come more than once; hostReference refuses both.
        if (operation == Operation::Prod && pattern == InputPattern::Adversarial && isFloating(type))
          continue;
        for (const std::uint64_t length : {1, 2, 5, 8}) {
          const std::vector<std::byte> period = makeInput(pattern, operation, type, length, length);
          for (const std::uint64_t elements : {0, 1, 3, 5, 8, 16, 23}) {
            SCOPED_TRACE(std::string(toString(operation)) + " " + std::string(toString(type)) + " " +
                         std::string(toString(pattern)) + " " + std::to_string(length) + " to " +
                         std::to_string(elements));
            expectSame(hostReferenceRepeated(operation, type, period, elements),
                       hostReference(operation, type, repeated(period, elements * sizeOf(type))));
          }
        }
      }
}

constexpr std::uint64_t kMany = std::uint64_t{1} << 33;

TEST(RepeatedReference, CountsBeyond32Bits) {
  const auto sum = [](ElementType type, std::int64_t value) {
    return hostReferenceRepeated(Operation::Sum, type, integers(type, {value}), kMany + 1).integer;
  };
  EXPECT_EQ(sum(ElementType::U64, 3), 3 * kMany + 3);
  EXPECT_EQ(sum(ElementType::U8, 255), 255u);
  EXPECT_EQ(sum(ElementType::I32, -1), 0xffffffffu);
}

TEST(RepeatedReference, SumsEightThousandMillionFloatsExactly) {
  // 2^33 / 3 periods of 1 + 2 - 0.5, and the first 2^33 mod 3 = 2 elements.
  const Expected expected =
      hostReferenceRepeated(Operation::Sum, ElementType::F32, floats(ElementType::F32, {1, 2, -0.5}), kMany);
  EXPECT_EQ(expected.value, static_cast<double>(kMany / 3) * 2.5 + 3);
  EXPECT_EQ(expected.tail, 0);
  EXPECT_EQ(expected.magnitudes, static_cast<double>(kMany / 3) * 3.5 + 3);
}

TEST(RepeatedReference, RaisesProductsToAPower) {
  const auto prod = [](const std::vector<double>& period, std::uint64_t elements) {
    return hostReferenceRepeated(Operation::Prod, ElementType::F64, floats(ElementType::F64, period),
                                 elements);
  };
  EXPECT_EQ(prod({-1}, kMany).value, 1);
  EXPECT_EQ(prod({-1}, kMany + 1).value, -1);
  EXPECT_EQ(prod({3}, 20).value, 3486784401.0); // 3^20
  EXPECT_EQ(prod({3}, 20).roundingFactors, 20u);
  EXPECT_THROW(prod({2}, 1100), std::invalid_argument);
  // 3^k is congruent to the power by repeated multiplication modulo 2^32.
  std::uint32_t power = 1;
  for (int i = 0; i < 1001; ++i)
    power *= 3;
  EXPECT_EQ(
      hostReferenceRepeated(Operation::Prod, ElementType::U8, integers(ElementType::U8, {3}), 1001).integer,
      power);
}

TEST(RepeatedReference, LooksOnlyAtElementsThatAreThere) {
  const std::vector<std::byte> period = integers(ElementType::I16, {5, 7, -9});
  EXPECT_EQ(hostReferenceRepeated(Operation::Min, ElementType::I16, period, 2).integer, 5u);
  EXPECT_EQ(hostReferenceRepeated(Operation::Min, ElementType::I16, period, 3).integer, 0xfffffff7u);
}

TEST(RepeatedReference, RefusesToRepeatNothing) {
  EXPECT_THROW(hostReferenceRepeated(Operation::Sum, ElementType::F32, {}, 1), std::invalid_argument);
  EXPECT_EQ(hostReferenceRepeated(Operation::Prod, ElementType::F32, {}, 0).value, 1);
}

} // namespace
} // namespace cuda_tune
