#include "tuner/verify/judgement.h"

#include "tuner/verify/element_bytes.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace cuda_tune {
namespace {

std::string describe(const Expected& expected) {
  return std::string(toString(expected.operation)) + " of " + std::to_string(expected.elements) + " " +
         std::string(toString(expected.type)) + " elements: ";
}

std::string print(double value, bool isSingle) {
  std::ostringstream os;
  os.precision(isSingle ? std::numeric_limits<float>::max_digits10
                        : std::numeric_limits<double>::max_digits10);
  os << value;
  return os.str();
}

std::string printInteger(ElementType accumulator, std::uint64_t bits) {
  switch (accumulator) {
  case ElementType::I32:
    return std::to_string(static_cast<std::int32_t>(bits));
  case ElementType::I64:
    return std::to_string(static_cast<std::int64_t>(bits));
  default:
    return std::to_string(bits);
  }
}

std::uint64_t lowestBytes(std::uint64_t value, std::size_t count) {
  return count == 8 ? value : value & ((std::uint64_t{1} << 8 * count) - 1);
}

std::optional<std::string> integerMismatch(const Expected& expected, std::span<const std::byte> result) {
  const ElementType accumulator = accumulatorOf(expected.type);
  const std::uint64_t got = lowestBytes(readInteger(accumulator, result, 0), sizeOf(accumulator));
  if (got == expected.integer)
    return std::nullopt;
  return describe(expected) + "got " + printInteger(accumulator, got) + ", expected exactly " +
         printInteger(accumulator, expected.integer);
}

/// gamma_k, a little more than it: what the host rounds in judging must not count against the device.
long double errorFactor(const Expected& expected, std::uint64_t roundings, bool isSingle) {
  const long double unit = isSingle ? 0x1p-24L : 0x1p-53L;
  const long double error = static_cast<long double>(roundings) * unit;
  if (error >= 1)
    throw std::invalid_argument(describe(expected) + "a tree of height " + std::to_string(roundings) +
                                " has no error bound; judge a kernel with a flatter one");
  return error / (1 - error) * (1 + 0x1p-40L);
}

/// For a finite result.
long double toleranceOf(const Expected& expected, int height, bool isSingle) {
  if (expected.operation == Operation::Sum && !expected.isExact && expected.elements > 1) {
    const auto wanted = static_cast<std::uint64_t>(std::max(height, 0));
    return errorFactor(expected, std::min(wanted, expected.elements - 1), isSingle) *
               static_cast<long double>(expected.magnitudes) +
           static_cast<long double>(expected.referenceError);
  }
  if (expected.operation == Operation::Prod && expected.roundingFactors > 1)
    return errorFactor(expected, expected.roundingFactors - 1, isSingle) *
               std::fabs(static_cast<long double>(expected.value)) +
           static_cast<long double>(expected.referenceError);
  return 0;
}

bool isRight(const Expected& expected, double got, long double tolerance) {
  if (expected.isNan() || std::isnan(got))
    return expected.isNan() && std::isnan(got);
  if (std::isinf(expected.value) || std::isinf(got))
    return got == expected.value;
  const bool zeroIsNegative = expected.value == 0 && std::signbit(expected.value);
  if (got == 0 && std::signbit(got) != zeroIsNegative)
    return false;
  const long double error = static_cast<long double>(got) - static_cast<long double>(expected.value) -
                            static_cast<long double>(expected.tail);
  return std::fabs(error) <= tolerance;
}

std::optional<std::string> floatMismatch(const Expected& expected, double got, int height) {
  const bool isSingle = accumulatorOf(expected.type) == ElementType::F32;
  const long double tolerance =
      std::isfinite(expected.value) ? toleranceOf(expected, height, isSingle) : 0.0L;
  if (isRight(expected, got, tolerance))
    return std::nullopt;
  std::string sentence = describe(expected) + "got " + print(got, isSingle) + ", expected ";
  if (tolerance == 0)
    return sentence + "exactly " + print(expected.value, isSingle);
  // With all digits: a result of f32 may differ from the expected one in those that f32 does not show.
  sentence += print(expected.value, false) + " +- ";
  std::ostringstream os;
  os.precision(3);
  os << tolerance;
  return sentence + os.str();
}

} // namespace

std::optional<std::string> mismatch(const Expected& expected, std::span<const std::byte> result, int height) {
  const ElementType accumulator = accumulatorOf(expected.type);
  if (result.size() != sizeOf(accumulator))
    return describe(expected) + "got " + std::to_string(result.size()) + " bytes, expected " +
           std::to_string(sizeOf(accumulator));
  if (!isFloating(accumulator))
    return integerMismatch(expected, result);
  return floatMismatch(expected, readFloat(accumulator, result, 0), height);
}

} // namespace cuda_tune
