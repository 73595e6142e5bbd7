#include "tuner/verify/host_reference.h"

#include "tuner/verify/element_bytes.h"
#include "tuner/verify/exact_sum.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace cuda_tune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Of an accumulator: bits of the significand, and the exponents of its normal numbers.
struct FloatFormat {
  int precision;
  int minExponent;
  int maxExponent;
};

template <typename Float> constexpr FloatFormat formatOf() {
  using Limits = std::numeric_limits<Float>;
  return {Limits::digits, Limits::min_exponent - 1, Limits::max_exponent - 1};
}

FloatFormat accumulatorFormat(ElementType type) {
  return accumulatorOf(type) == ElementType::F32 ? formatOf<float>() : formatOf<double>();
}

[[noreturn]] void refuse(const Expected& expected, const std::string& reason) {
  throw std::invalid_argument("cannot reduce " + std::to_string(expected.elements) + " " +
                              std::string(toString(expected.type)) + " elements by " +
                              std::string(toString(expected.operation)) + ": " + reason);
}

// A fold takes elements one by one; repeat(n) makes it as if all had come n times, n > 0; merge adds what
// another fold took; finish writes the result.

class SumFold {
public:
  void add(double x) {
    hasNan_ = hasNan_ || std::isnan(x);
    hasInfinity_ = hasInfinity_ || x == kInfinity;
    hasNegativeInfinity_ = hasNegativeInfinity_ || x == -kInfinity;
    onlyNegativeZeros_ = onlyNegativeZeros_ && x == 0 && std::signbit(x);
    if (std::isfinite(x))
      (x < 0 ? negative_ : positive_).add(std::fabs(x));
  }

  void repeat(std::uint64_t count) {
    positive_.multiply(count);
    negative_.multiply(count);
  }

  void merge(const SumFold& other) {
    hasNan_ = hasNan_ || other.hasNan_;
    hasInfinity_ = hasInfinity_ || other.hasInfinity_;
    hasNegativeInfinity_ = hasNegativeInfinity_ || other.hasNegativeInfinity_;
    onlyNegativeZeros_ = onlyNegativeZeros_ && other.onlyNegativeZeros_;
    positive_.add(other.positive_);
    negative_.add(other.negative_);
  }

  void finish(Expected& expected) const {
    if (hasNan_ || (hasInfinity_ && hasNegativeInfinity_)) {
      expected.value = kNan;
      return;
    }
    const FloatFormat format = accumulatorFormat(expected.type);
    ExactSum all = positive_;
    all.add(negative_);
    const SplitNumber magnitudes = difference(all, {});
    expected.magnitudes =
        magnitudes.tail > 0 ? std::nextafter(magnitudes.value, kInfinity) : magnitudes.value;
    // Rounding less than doubles a partial sum.
    if (expected.magnitudes >= std::ldexp(1.0, format.maxExponent))
      refuse(expected, "a partial sum may overflow; use smaller elements");
    if (hasInfinity_ || hasNegativeInfinity_) {
      expected.value = hasInfinity_ ? kInfinity : -kInfinity;
      return;
    }
    if (onlyNegativeZeros_ && expected.elements > 0) {
      expected.value = -0.0;
      expected.isExact = true;
      return;
    }
    const SplitNumber sum = difference(positive_, negative_);
    expected.value = sum.value;
    expected.tail = sum.tail;
    expected.referenceError = std::fabs(sum.value) * 0x1p-104;
    // Partial sums are multiples of the quantum and no larger than the magnitudes: integers of `precision`
    // bits.
    const double quantum = std::min(positive_.quantum(), negative_.quantum());
    expected.isExact = expected.magnitudes <= std::ldexp(quantum, format.precision);
  }

private:
  bool hasNan_ = false;
  bool hasInfinity_ = false;
  bool hasNegativeInfinity_ = false;
  bool onlyNegativeZeros_ = true;
  ExactSum positive_;
  ExactSum negative_;
};

class ProdFold {
public:
  void add(double x) {
    product_ *= x;
    hasNan_ = hasNan_ || std::isnan(x);
    hasZero_ = hasZero_ || x == 0;
    hasInfinity_ = hasInfinity_ || std::isinf(x);
    if (x == 0 || !std::isfinite(x) || std::fabs(x) == 1)
      return;
    int exponent = 0;
    if (std::frexp(std::fabs(x), &exponent) != 0.5)
      ++roundingFactors_;
    const double binades = std::log2(std::fabs(x));
    (binades > 0 ? growth_ : shrinkage_) += std::fabs(binades);
  }

  void repeat(std::uint64_t count) {
    roundingFactors_ *= count;
    growth_ *= static_cast<double>(count);
    shrinkage_ *= static_cast<double>(count);
    long double square = product_;
    product_ = 1;
    for (; count != 0; count /= 2, square *= square)
      if (count % 2 != 0)
        product_ *= square;
  }

  void merge(const ProdFold& other) {
    product_ *= other.product_;
    hasNan_ = hasNan_ || other.hasNan_;
    hasZero_ = hasZero_ || other.hasZero_;
    hasInfinity_ = hasInfinity_ || other.hasInfinity_;
    roundingFactors_ += other.roundingFactors_;
    growth_ += other.growth_;
    shrinkage_ += other.shrinkage_;
  }

  void finish(Expected& expected) const {
    if (hasNan_ || (hasZero_ && hasInfinity_)) {
      expected.value = kNan;
      return;
    }
    // One binade is left for roundings.
    const FloatFormat format = accumulatorFormat(expected.type);
    if (growth_ >= format.maxExponent || shrinkage_ >= -format.minExponent - 1)
      refuse(expected, "a partial product may overflow or underflow; use factors nearer to 1");
    if (static_cast<double>(roundingFactors_) >= std::ldexp(1.0, format.precision - 1))
      refuse(expected,
             "so many roundings leave no bound on the error; use fewer factors other than 1 and -1");
    expected.roundingFactors = roundingFactors_;
    expected.value = static_cast<double>(product_);
    if (hasInfinity_)
      return;
    expected.tail = static_cast<double>(product_ - static_cast<long double>(expected.value));
    // The host's product is a tree of the same factors: gamma_{n-1} of long double, and less than twice n *
    // u.
    const double unit = static_cast<double>(std::numeric_limits<long double>::epsilon()) / 2;
    expected.referenceError = 2 * unit * static_cast<double>(roundingFactors_) * std::fabs(expected.value);
  }

private:
  bool hasNan_ = false;
  bool hasZero_ = false;
  bool hasInfinity_ = false;
  long double product_ = 1;
  std::uint64_t roundingFactors_ = 0;
  /// Binades by which the largest partial product is above 1, and the smallest below.
  double growth_ = 0;
  double shrinkage_ = 0;
};

class FloatExtremeFold {
public:
  explicit FloatExtremeFold(bool isMin) : isMin_(isMin), extreme_(isMin ? kInfinity : -kInfinity) {}

  void add(double x) {
    if (std::isnan(extreme_))
      return;
    const bool isLess = x < extreme_ || (x == extreme_ && std::signbit(x) && !std::signbit(extreme_));
    const bool isGreater = x > extreme_ || (x == extreme_ && !std::signbit(x) && std::signbit(extreme_));
    if (std::isnan(x) || (isMin_ ? isLess : isGreater))
      extreme_ = x;
  }

  void repeat(std::uint64_t) {}
  void merge(const FloatExtremeFold& other) { add(other.extreme_); }
  void finish(Expected& expected) const { expected.value = extreme_; }

private:
  bool isMin_;
  double extreme_;
};

/// Integers are kept in 64 bits, which wrap as the accumulator's 32 do.
class IntegerFold {
public:
  IntegerFold(Operation operation, ElementType type)
      : operation_(operation), isSigned_(toString(type).front() == 'i'), value_(identity(sizeOf(type) * 8)) {}

  void add(std::uint64_t x) {
    switch (operation_) {
    case Operation::Sum:
      value_ += x;
      break;
    case Operation::Prod:
      value_ *= x;
      break;
    case Operation::Min:
      value_ = isLess(x, value_) ? x : value_;
      break;
    case Operation::Max:
      value_ = isLess(value_, x) ? x : value_;
      break;
    }
  }

  void repeat(std::uint64_t count) {
    if (operation_ == Operation::Sum)
      value_ *= count;
    if (operation_ != Operation::Prod)
      return;
    std::uint64_t square = value_;
    value_ = 1;
    for (; count != 0; count /= 2, square *= square)
      if (count % 2 != 0)
        value_ *= square;
  }

  void merge(const IntegerFold& other) { add(other.value_); }

  void finish(Expected& expected) const {
    const bool isWide = sizeOf(accumulatorOf(expected.type)) == 8;
    expected.integer = isWide ? value_ : value_ & 0xffffffff;
  }

private:
  std::uint64_t identity(std::size_t bits) const {
    const std::uint64_t highest = ~std::uint64_t{0} >> (64 - bits + (isSigned_ ? 1 : 0));
    switch (operation_) {
    case Operation::Sum:
      return 0;
    case Operation::Prod:
      return 1;
    case Operation::Min:
      return highest;
    case Operation::Max:
      return isSigned_ ? ~highest : 0;
    }
    return 0;
  }

  bool isLess(std::uint64_t a, std::uint64_t b) const {
    return isSigned_ ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
  }

  Operation operation_;
  bool isSigned_;
  std::uint64_t value_;
};

template <typename Fold, typename Read>
void foldRepeated(Expected& expected, Fold fold, std::uint64_t period, const Read& read) {
  const std::uint64_t repeats = period == 0 ? 0 : expected.elements / period;
  const std::uint64_t rest = period == 0 ? 0 : expected.elements % period;
  for (std::uint64_t i = 0; i < rest; ++i)
    fold.add(read(i));
  if (repeats > 0) {
    const Fold begin = fold;
    for (std::uint64_t i = rest; i < period; ++i)
      fold.add(read(i));
    fold.repeat(repeats);
    if (rest > 0)
      fold.merge(begin);
  }
  fold.finish(expected);
}

} // namespace

Expected hostReference(Operation operation, ElementType type, std::span<const std::byte> data) {
  return hostReferenceRepeated(operation, type, data, data.size() / sizeOf(type));
}

Expected hostReferenceRepeated(Operation operation, ElementType type, std::span<const std::byte> period,
                               std::uint64_t elements) {
  Expected expected;
  expected.operation = operation;
  expected.type = type;
  expected.elements = elements;
  if (period.size() % sizeOf(type) != 0)
    refuse(expected, std::to_string(period.size()) + " bytes are no whole number of elements");
  if (period.empty() && elements > 0)
    refuse(expected, "there are none to repeat; give at least one");

  const std::uint64_t length = period.size() / sizeOf(type);
  const auto readF = [&](std::uint64_t i) { return readFloat(type, period, i); };
  const auto readI = [&](std::uint64_t i) { return readInteger(type, period, i); };
  if (!isFloating(type))
    foldRepeated(expected, IntegerFold(operation, type), length, readI);
  else if (operation == Operation::Sum)
    foldRepeated(expected, SumFold(), length, readF);
  else if (operation == Operation::Prod)
    foldRepeated(expected, ProdFold(), length, readF);
  else
    foldRepeated(expected, FloatExtremeFold(operation == Operation::Min), length, readF);
  return expected;
}

} // namespace cuda_tune
