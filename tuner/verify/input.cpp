#include "tuner/verify/input.h"

#include "tuner/verify/element_bytes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace cuda_tune {
namespace {

// No distribution of the standard library is used: their results differ between hosts. The engine's do not.

class FloatInput {
public:
  FloatInput(Operation operation, ElementType type, std::vector<std::byte>& bytes, std::uint64_t seed)
      : operation_(operation), type_(type), bytes_(bytes), count_(bytes.size() / sizeOf(type)), seed_(seed),
        engine_(seed) {}

  void fill(InputPattern pattern) {
    switch (pattern) {
    case InputPattern::Random:
      return fillRandom();
    case InputPattern::Constant:
      return fillConstant();
    case InputPattern::Alternating:
      return fillAlternating();
    case InputPattern::Nan:
      return fillNan();
    case InputPattern::Infinity:
      return fillInfinity();
    case InputPattern::Adversarial:
      return fillAdversarial();
    case InputPattern::NegativeZero:
      return fillWith([](std::uint64_t) { return -0.0; });
    }
  }

private:
  void set(std::uint64_t index, double value) { writeFloat(type_, bytes_, index, value); }

  template <typename Value> void fillWith(const Value& value) {
    for (std::uint64_t i = 0; i < count_; ++i)
      set(i, value(i));
  }

  std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  double sign() { return below(2) == 0 ? 1 : -1; }
  /// In [-1, 1), with all bits of a double.
  double uniform() {
    const auto bits = static_cast<std::int64_t>(engine_()) / 1024;
    return std::ldexp(static_cast<double>(bits), -53);
  }

  void fillRandom() {
    if (operation_ == Operation::Prod)
      return fillFactors();
    if (operation_ == Operation::Sum && seed_ % 2 == 0)
      return fillWith([&](std::uint64_t) { return (static_cast<double>(below(129)) - 64) / 64; });
    fillWith([&](std::uint64_t) { return uniform(); });
  }

  void fillConstant() {
    const double value =
        operation_ == Operation::Prod ? sign() : sign() * std::ldexp(1.0, static_cast<int>(below(5)) - 2);
    fillWith([&](std::uint64_t) { return value; });
  }

  void fillAlternating() {
    const double value = operation_ == Operation::Prod ? 1 : std::ldexp(1.0, static_cast<int>(below(5)) - 2);
    fillWith([&](std::uint64_t i) { return i % 2 == 0 ? value : -value; });
  }

  std::uint64_t place() {
    switch (seed_ % 3) {
    case 0:
      return 0;
    case 1:
      return count_ - 1;
    default:
      return below(count_);
    }
  }

  void fillNan() {
    fillRandom();
    if (count_ > 0)
      set(place(), std::copysign(std::numeric_limits<double>::quiet_NaN(), sign()));
  }

  void fillInfinity() {
    fillRandom();
    if (count_ == 0)
      return;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double first = seed_ % 2 == 0 ? infinity : -infinity;
    set(below(count_), first);
    set(below(count_), seed_ % 4 < 2 ? first : -first);
    if (seed_ % 3 == 2)
      set(below(count_), sign() * 0.0);
  }

  /// Signs at random; few factors else, so that partial products stay within 2^(+-20) and the error bound is
  /// tight.
  void fillFactors() {
    constexpr int kOfEach = 16;
    fillWith([&](std::uint64_t) { return sign(); });
    for (int i = 0; i < kOfEach && count_ > 0; ++i) {
      set(below(count_), 2);
      set(below(count_), 0.5);
      // Seven bits: bf16 has no more.
      set(below(count_), sign() * (1 + std::ldexp(static_cast<double>(below(17)) - 8, -7)));
    }
  }

  void fillAdversarial() {
    if (operation_ == Operation::Prod)
      return fillWideFactors();
    if (operation_ != Operation::Sum)
      return fillExtremes();
    if (seed_ % 2 == 0)
      return fillCancelling();
    fillDenormals();
  }

  void fillCancelling() {
    const auto [lowest, highest] = exponentRange();
    const auto binades = static_cast<std::uint64_t>(highest - lowest + 1);
    fillWith([&](std::uint64_t) { return uniform(); });
    // Every fourth element of the first half finds its opposite in the second.
    for (std::uint64_t i = 0; i < count_ / 2; i += 4) {
      const int exponent = lowest + static_cast<int>(below(binades));
      // Seven bits, so that the type holds it as it is.
      const double value = sign() * std::ldexp(static_cast<double>(64 + below(64)) / 64, exponent);
      set(i, value);
      set(count_ - 1 - i, -value);
    }
  }

  /// Of normal elements whose sum over 2^33 of them stays in the accumulator's range.
  std::pair<int, int> exponentRange() const {
    switch (type_) {
    case ElementType::F16:
      return {-14, 14};
    case ElementType::F64:
      return {-1000, 980};
    default:
      return {-120, 90};
    }
  }

  int smallestExponent() const {
    switch (type_) {
    case ElementType::F16:
      return -24;
    case ElementType::BF16:
      return -133;
    case ElementType::F32:
      return -149;
    default:
      return -1074;
    }
  }

  void fillDenormals() {
    const int smallest = smallestExponent();
    fillWith([&](std::uint64_t) { return sign() * std::ldexp(static_cast<double>(below(128)), smallest); });
  }

  double largest() const {
    switch (type_) {
    case ElementType::F16:
      return 65504;
    case ElementType::BF16:
      return 0x1.fep127;
    case ElementType::F32:
      return std::numeric_limits<float>::max();
    default:
      return std::numeric_limits<double>::max();
    }
  }

  void fillExtremes() {
    const double outward = operation_ == Operation::Min ? -1 : 1;
    switch (seed_ % 5) {
    case 3:
      fillWith([&](std::uint64_t) { return -outward; });
      // One step outward in the coarsest type.
      return setAnywhere(-outward * (1 - 0x1p-8));
    case 4:
      // Zeros of both signs, and nothing beyond them.
      fillWith([&](std::uint64_t) { return below(3) == 0 ? -outward : outward * -0.0; });
      return setAnywhere(outward * 0.0);
    default:
      fillWith([&](std::uint64_t) { return uniform(); });
      const std::array places = {std::uint64_t{0}, count_ / 2, count_ - 1};
      if (count_ > 0)
        set(places[seed_ % 5], outward * largest());
    }
  }

  void setAnywhere(double value) {
    if (count_ > 0)
      set(below(count_), value);
  }

  /// The largest factors first, their reciprocals last, what rounds between.
  void fillWideFactors() {
    constexpr int kRounding = 64;
    fillWith([&](std::uint64_t) { return sign(); });
    for (int i = 0; i < kRounding && count_ > 0; ++i)
      setAnywhere(sign() * (1 + std::ldexp(static_cast<double>(below(5)) - 2, -7)));
    // Growth by 112 binades for accumulators of 126, by 900 for those of 1022.
    const int exponent = type_ == ElementType::F16 ? 14 : type_ == ElementType::F64 ? 225 : 28;
    const std::uint64_t wide = std::min<std::uint64_t>(type_ == ElementType::F16 ? 8 : 4, count_ / 2);
    for (std::uint64_t i = 0; i < wide; ++i) {
      set(i, sign() * std::ldexp(1.0, exponent));
      set(count_ - 1 - i, sign() * std::ldexp(1.0, -exponent));
    }
  }

  Operation operation_;
  ElementType type_;
  std::vector<std::byte>& bytes_;
  std::uint64_t count_;
  std::uint64_t seed_;
  std::mt19937_64 engine_;
};

class IntegerInput {
public:
  IntegerInput(Operation operation, ElementType type, std::vector<std::byte>& bytes, std::uint64_t seed)
      : operation_(operation), type_(type), bytes_(bytes), count_(bytes.size() / sizeOf(type)), seed_(seed),
        engine_(seed) {
    const bool isSigned = toString(type).front() == 'i';
    highest_ = ~std::uint64_t{0} >> (64 - 8 * sizeOf(type) + (isSigned ? 1 : 0));
    lowest_ = isSigned ? ~highest_ : 0;
  }

  void fill(InputPattern pattern) {
    switch (pattern) {
    case InputPattern::Constant: {
      const std::uint64_t value = any();
      return fillWith([&](std::uint64_t) { return value; });
    }
    case InputPattern::Alternating: {
      const std::uint64_t value = any();
      return fillWith([&](std::uint64_t i) { return i % 2 == 0 ? value : std::uint64_t{0} - value; });
    }
    case InputPattern::Adversarial:
      return fillAdversarial();
    case InputPattern::Random:
    case InputPattern::Nan:
    case InputPattern::Infinity:
    case InputPattern::NegativeZero:
      return fillWith([&](std::uint64_t) { return any(); });
    }
  }

private:
  void set(std::uint64_t index, std::uint64_t value) { writeInteger(type_, bytes_, index, value); }

  template <typename Value> void fillWith(const Value& value) {
    for (std::uint64_t i = 0; i < count_; ++i)
      set(i, value(i));
  }

  /// Odd for products: any even factors soon make 0 of them.
  std::uint64_t any() { return operation_ == Operation::Prod ? engine_() | 1 : engine_(); }

  void fillAdversarial() {
    if (operation_ == Operation::Min || operation_ == Operation::Max)
      return fillExtremes();
    const std::array ends = operation_ == Operation::Sum
                                ? std::array<std::uint64_t, 4>{highest_, lowest_, highest_ - 1, 1}
                                : std::array<std::uint64_t, 4>{highest_, lowest_ | 1, highest_ - 2, 3};
    fillWith([&](std::uint64_t) { return ends[engine_() % ends.size()]; });
  }

  void fillExtremes() {
    const bool isMin = operation_ == Operation::Min;
    if (count_ == 0)
      return;
    if (seed_ % 4 == 3) {
      // All equal but one, at the end of the range where a comparison of the wrong signedness shows.
      fillWith([&](std::uint64_t) { return isMin ? highest_ : lowest_; });
      return set(engine_() % count_, isMin ? highest_ - 1 : lowest_ + 1);
    }
    // Between the ends, so that there is one extreme only.
    const std::uint64_t span = highest_ - lowest_ - 1;
    fillWith([&](std::uint64_t) { return lowest_ + 1 + engine_() % span; });
    const std::array places = {std::uint64_t{0}, count_ / 2, count_ - 1};
    set(places[seed_ % 4], isMin ? lowest_ : highest_);
  }

  Operation operation_;
  ElementType type_;
  std::vector<std::byte>& bytes_;
  std::uint64_t count_;
  std::uint64_t seed_;
  /// Of the type's range, in 64 bits that wrap.
  std::uint64_t lowest_ = 0;
  std::uint64_t highest_ = 0;
  std::mt19937_64 engine_;
};

} // namespace

std::string_view toString(InputPattern pattern) {
  switch (pattern) {
  case InputPattern::Random:
    return "random";
  case InputPattern::Constant:
    return "constant";
  case InputPattern::Alternating:
    return "alternating";
  case InputPattern::Nan:
    return "nan";
  case InputPattern::Infinity:
    return "infinity";
  case InputPattern::Adversarial:
    return "adversarial";
  case InputPattern::NegativeZero:
    return "negative-zero";
  }
  return "";
}

std::vector<std::byte> makeInput(InputPattern pattern, Operation operation, ElementType type,
                                 std::uint64_t elements, std::uint64_t seed) {
  std::vector<std::byte> bytes(elements * sizeOf(type));
  if (isFloating(type))
    FloatInput(operation, type, bytes, seed).fill(pattern);
  else
    IntegerInput(operation, type, bytes, seed).fill(pattern);
  return bytes;
}

} // namespace cuda_tune
