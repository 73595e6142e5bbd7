#include "tuner/verify/half.h"

#include <bit>
#include <cmath>

namespace cuda_tune {
namespace {

constexpr std::uint32_t kF32Infinity = 0x7f800000;
constexpr std::uint32_t kF32Magnitude = 0x7fffffff;
constexpr std::uint16_t kF16Infinity = 0x7c00;
constexpr unsigned kF16FractionBits = 10;
/// Fraction bits that f32 has beyond f16.
constexpr unsigned kF16Excess = 23 - kF16FractionBits;
/// What f32's biased exponents are larger by than f16's.
constexpr std::uint32_t kF16Rebias = 127 - 15;

std::uint16_t signCode(std::uint32_t bits) {
  return static_cast<std::uint16_t>(bits >> 16 & 0x8000);
}

/// Drops the lowest bits, to nearest, ties to even. A carry out of the fraction raises the exponent, as it
/// should.
std::uint32_t roundedShift(std::uint32_t bits, unsigned count) {
  const std::uint32_t belowHalf = (std::uint32_t{1} << (count - 1)) - 1;
  return (bits + belowHalf + (bits >> count & 1)) >> count;
}

} // namespace

float floatFromF16(std::uint16_t code) {
  const std::uint32_t sign = static_cast<std::uint32_t>(code & 0x8000) << 16;
  const std::uint32_t exponent = code >> kF16FractionBits & 0x1f;
  const std::uint32_t fraction = code & 0x3ff;
  if (exponent == 0) {
    const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t widened = exponent == 0x1f ? kF32Infinity : (exponent + kF16Rebias) << 23;
  return std::bit_cast<float>(sign | widened | fraction << kF16Excess);
}

std::uint16_t f16FromFloat(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & kF32Magnitude;
  std::uint32_t code = kF16Infinity;
  if (magnitude > kF32Infinity)
    code = kF16Infinity | 0x200;
  else if (std::fabs(value) < 0x1p-14f)
    // Multiples of the smallest subnormal; nearbyint rounds ties to even.
    code = static_cast<std::uint32_t>(std::nearbyint(std::fabs(value) * 0x1p24f));
  else if (std::fabs(value) < 65520.0f)
    code = roundedShift(magnitude - (kF16Rebias << 23), kF16Excess);
  return static_cast<std::uint16_t>(signCode(bits) | code);
}

float floatFromBF16(std::uint16_t code) {
  return std::bit_cast<float>(std::uint32_t{code} << 16);
}

std::uint16_t bf16FromFloat(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & kF32Magnitude;
  // Rounding could carry a NaN's fraction away.
  const std::uint32_t code = magnitude > kF32Infinity ? 0x7fc0u : roundedShift(magnitude, 16);
  return static_cast<std::uint16_t>(signCode(bits) | code);
}

} // namespace cuda_tune
