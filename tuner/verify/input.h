#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// What the elements of an input are like. Nan, Infinity and NegativeZero make no sense for integers, which
/// get Random instead.
enum class InputPattern {
  /// Sums of floats: every second seed gives multiples of 1/64, whose sums are exact while they are small.
  /// Products: mostly 1 and -1 (floats), or odd numbers (integers), which do not wrap to 0.
  Random,
  /// One value all over; a power of two for floats.
  Constant,
  /// x, -x, x, … in the type's arithmetic.
  Alternating,
  /// Random, with one NaN: first, last or anywhere, by the seed.
  Nan,
  /// Random, with infinities of one sign or both, or with a zero beside, by the seed.
  Infinity,
  /// Sums: large values that cancel among small ones over many binades, or denormals, by the seed; integers
  /// at
  /// the ends of their range. Products: factors as far from 1 as partial products can bear. Min, max: the
  /// extreme
  /// first, in the middle or last, all equal but one, or zeros of both signs, by the seed.
  Adversarial,
  /// All -0.
  NegativeZero,
};

inline constexpr std::array kInputPatterns = {
    InputPattern::Random,   InputPattern::Constant,    InputPattern::Alternating, InputPattern::Nan,
    InputPattern::Infinity, InputPattern::Adversarial, InputPattern::NegativeZero};

/// "random", "constant", "alternating", "nan", "infinity", "adversarial", "negative-zero".
std::string_view toString(InputPattern pattern);

/// Raw little-endian elements; the same on every host. Whatever the order of combining, no finite elements
/// take a float accumulator out of its range: sums stay below it even when the input is repeated to 2^33
/// elements; products do so for the input as it is, and when repeated only as Constant, Alternating and
/// NegativeZero.
std::vector<std::byte> makeInput(InputPattern pattern, Operation operation, ElementType type,
                                 std::uint64_t elements, std::uint64_t seed);

} // namespace cuda_tune
