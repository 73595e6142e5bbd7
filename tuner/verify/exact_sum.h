#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace cuda_tune {

/// A number as an unevaluated sum: the nearest double, and what is left of it.
struct SplitNumber {
  double value = 0;
  double tail = 0;
};

/// The sum of finite numbers that are not negative, without any rounding: a fixed-point number wide enough
/// for 2^64 times the largest double.
class ExactSum {
public:
  /// `number` is finite and not negative.
  void add(double number);
  void add(const ExactSum& other);
  /// As if everything had been added `count` times.
  void multiply(std::uint64_t count);

  /// The largest power of two that divides all numbers added; infinity when all were 0.
  double quantum() const;

  /// positive - negative, to 2^-105 of itself.
  friend SplitNumber difference(ExactSum positive, ExactSum negative);

private:
  static constexpr std::size_t kDigits = 72;

  /// Brings every digit below 2^32.
  void carry();

  /// Base 2^32, lowest first; digit 0 counts multiples of 2^-1074, the smallest double. A digit takes what is
  /// added to it as it comes, and hands it on in `carry`.
  std::array<std::uint64_t, kDigits> digits_{};
  /// Since the last `carry`; each raises a digit by less than 2^32.
  std::uint64_t additions_ = 0;
  /// Of the lowest bit set in any number added, counted from 2^-1074.
  unsigned lowestBit_ = std::numeric_limits<unsigned>::max();
};

SplitNumber difference(ExactSum positive, ExactSum negative);

} // namespace cuda_tune
