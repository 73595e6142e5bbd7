#include "tuner/verify/half.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace cuda_tune {
namespace {

/// An IEEE-like format, and the functions under test.
struct HalfFormat {
  int fractionBits;
  int bias;
  float (*toFloat)(std::uint16_t);
  std::uint16_t (*fromFloat)(float);

  int exponentMask() const { return (1 << (15 - fractionBits)) - 1; }
  unsigned infinity() const { return static_cast<unsigned>(exponentMask()) << fractionBits; }

  /// By the definition of the format; codes from 0 to infinity, which stands for the number after the
  /// largest.
  double magnitude(unsigned code) const {
    const int exponent = static_cast<int>(code >> fractionBits);
    const double fraction = std::ldexp(code & ((1u << fractionBits) - 1), -fractionBits);
    return exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
  }
};

constexpr HalfFormat kF16{10, 15, floatFromF16, f16FromFloat};
constexpr HalfFormat kBF16{7, 127, floatFromBF16, bf16FromFloat};

class Half : public testing::TestWithParam<HalfFormat> {};
INSTANTIATE_TEST_SUITE_P(, Half, testing::Values(kF16, kBF16),
                         [](const auto& info) { return info.param.fractionBits == 10 ? "F16" : "BF16"; });

TEST_P(Half, EveryCodeHasTheValueOfItsDefinition) {
  const HalfFormat& format = GetParam();
  for (unsigned code = 0; code < 0x8000; ++code) {
    const float positive = format.toFloat(static_cast<std::uint16_t>(code));
    const float negative = format.toFloat(static_cast<std::uint16_t>(code | 0x8000));
    ASSERT_FALSE(std::signbit(positive)) << code;
    ASSERT_TRUE(std::signbit(negative)) << code;
    if (code > format.infinity()) {
      ASSERT_TRUE(std::isnan(positive) && std::isnan(negative)) << code;
      continue;
    }
    const double value =
        code == format.infinity() ? std::numeric_limits<double>::infinity() : format.magnitude(code);
    ASSERT_EQ(positive, value) << code;
    ASSERT_EQ(negative, -value) << code;
  }
}

TEST_P(Half, EveryCodeSurvivesARoundTrip) {
  const HalfFormat& format = GetParam();
  for (unsigned code = 0; code < 0x10000; ++code) {
    const float value = format.toFloat(static_cast<std::uint16_t>(code));
    const std::uint16_t back = format.fromFloat(value);
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(format.toFloat(back))) << code;
      ASSERT_EQ(back & 0x8000u, code & 0x8000u);
    } else {
      ASSERT_EQ(back, code);
    }
  }
}

TEST_P(Half, ValuesBetweenCodesRoundToTheNearestAndTiesToEven) {
  const HalfFormat& format = GetParam();
  for (unsigned code = 0; code < format.infinity(); ++code) {
    const double middle = (format.magnitude(code) + format.magnitude(code + 1)) / 2;
    const auto tie = static_cast<float>(middle);
    ASSERT_EQ(tie, middle) << "f32 holds every tie";
    const unsigned even = code % 2 == 0 ? code : code + 1;
    for (const unsigned sign : {0u, 0x8000u}) {
      const float signedTie = sign == 0 ? tie : -tie;
      ASSERT_EQ(format.fromFloat(signedTie), sign | even) << code;
      ASSERT_EQ(format.fromFloat(std::nextafter(signedTie, 0.0f)), sign | code) << code;
      const float beyond = std::nextafter(signedTie, std::copysign(HUGE_VALF, signedTie));
      ASSERT_EQ(format.fromFloat(beyond), sign | (code + 1)) << code;
    }
  }
}

TEST_P(Half, NansWithLowPayloadStayNans) {
  const HalfFormat& format = GetParam();
  // The lowest payload bits are what the narrower format has no room for.
  for (const std::uint32_t bits : {0x7f800001u, 0xff800001u, 0x7fffffffu, 0xffffffffu}) {
    const std::uint16_t code = format.fromFloat(std::bit_cast<float>(bits));
    EXPECT_GT(code & 0x7fffu, format.infinity());
    EXPECT_EQ(code >> 15, bits >> 31);
  }
}

TEST(HalfRange, F16OverflowsAtHalfAStepAboveItsLargest) {
  EXPECT_EQ(f16FromFloat(65519.996f), 0x7bff);
  EXPECT_EQ(f16FromFloat(65520.0f), 0x7c00);
  EXPECT_EQ(f16FromFloat(-1e30f), 0xfc00);
}

} // namespace
} // namespace cuda_tune
