#include "tuner/verify/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace cuda_tune {
namespace {

constexpr unsigned kDigitBits = 32;
constexpr std::uint64_t kDigitMask = 0xffffffff;
constexpr int kSmallestExponent = -1074;
constexpr unsigned kFractionBits = 52;
constexpr std::uint64_t kMostAdditions = std::uint64_t{1} << 31;

/// The 53 highest bits of a carried number, which are cleared in it.
template <typename Digits> double takeHighest(Digits& digits) {
  std::size_t top = digits.size();
  while (top > 0 && digits[top - 1] == 0)
    --top;
  if (top == 0)
    return 0;
  unsigned bit = static_cast<unsigned>((top - 1) * kDigitBits) +
                 static_cast<unsigned>(std::bit_width(digits[top - 1])) - 1;
  const unsigned lowest = bit < kFractionBits ? 0 : bit - kFractionBits;
  std::uint64_t mantissa = 0;
  for (;; --bit) {
    std::uint64_t& digit = digits[bit / kDigitBits];
    const std::uint64_t mask = std::uint64_t{1} << bit % kDigitBits;
    mantissa = mantissa * 2 + ((digit & mask) != 0 ? 1 : 0);
    digit &= ~mask;
    if (bit == lowest)
      break;
  }
  return std::ldexp(static_cast<double>(mantissa), static_cast<int>(lowest) + kSmallestExponent);
}

} // namespace

void ExactSum::add(double number) {
  assert(std::isfinite(number) && number >= 0);
  const auto bits = std::bit_cast<std::uint64_t>(std::fabs(number));
  if (bits == 0)
    return;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFractionBits) - 1);
  const auto exponent = static_cast<unsigned>(bits >> kFractionBits);
  const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | std::uint64_t{1} << kFractionBits;
  const unsigned shift = exponent == 0 ? 0 : exponent - 1;
  lowestBit_ = std::min(lowestBit_, shift + static_cast<unsigned>(std::countr_zero(mantissa)));

  const unsigned within = shift % kDigitBits;
  std::uint64_t* digit = digits_.data() + shift / kDigitBits;
  digit[0] += mantissa << within & kDigitMask;
  digit[1] += mantissa >> (kDigitBits - within) & kDigitMask;
  // In two steps: a shift by 64 is undefined.
  digit[2] += mantissa >> kDigitBits >> (kDigitBits - within);
  if (++additions_ == kMostAdditions)
    carry();
}

void ExactSum::add(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  carry();
  for (std::size_t i = 0; i < kDigits; ++i)
    digits_[i] += carried.digits_[i];
  carry();
  lowestBit_ = std::min(lowestBit_, other.lowestBit_);
}

void ExactSum::multiply(std::uint64_t count) {
  carry();
  std::array<std::uint64_t, kDigits> product{};
  const std::array<std::uint64_t, 2> factor = {count & kDigitMask, count >> kDigitBits};
  for (std::size_t i = 0; i < kDigits; ++i) {
    if (digits_[i] == 0)
      continue;
    for (std::size_t j = 0; j < factor.size(); ++j) {
      const std::uint64_t partial = digits_[i] * factor[j];
      product[i + j] += partial & kDigitMask;
      product[i + j + 1] += partial >> kDigitBits;
    }
  }
  digits_ = product;
  carry();
}

double ExactSum::quantum() const {
  if (lowestBit_ == std::numeric_limits<unsigned>::max())
    return std::numeric_limits<double>::infinity();
  return std::ldexp(1.0, static_cast<int>(lowestBit_) + kSmallestExponent);
}

void ExactSum::carry() {
  std::uint64_t carried = 0;
  for (std::uint64_t& digit : digits_) {
    digit += carried;
    carried = digit >> kDigitBits;
    digit &= kDigitMask;
  }
  additions_ = 0;
}

SplitNumber difference(ExactSum positive, ExactSum negative) {
  positive.carry();
  negative.carry();
  const bool isNegative = std::lexicographical_compare(positive.digits_.rbegin(), positive.digits_.rend(),
                                                       negative.digits_.rbegin(), negative.digits_.rend());
  auto& digits = isNegative ? negative.digits_ : positive.digits_;
  const auto& smaller = isNegative ? positive.digits_ : negative.digits_;
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::uint64_t taken = smaller[i] + borrow;
    borrow = digits[i] < taken ? 1 : 0;
    digits[i] = (digits[i] - taken) & kDigitMask;
  }
  const double head = takeHighest(digits);
  const double rest = takeHighest(digits);
  // The head was cut off, not rounded.
  const double value = head + rest;
  const double tail = std::isfinite(value) ? rest - (value - head) : 0;
  return isNegative ? SplitNumber{-value, -tail} : SplitNumber{value, tail};
}

} // namespace cuda_tune
