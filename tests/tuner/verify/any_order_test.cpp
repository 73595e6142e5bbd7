// The bound must hold for every order: each input is reduced in several, in the accumulator's type.
#include "tuner/verify/element_bytes.h"
#include "tuner/verify/input.h"
#include "tuner/verify/judgement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

namespace cuda_tune {
namespace {

template <typename Accumulator> Accumulator minOf(Accumulator a, Accumulator b) {
  if constexpr (std::is_floating_point_v<Accumulator>) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<Accumulator>::quiet_NaN();
    if (a == 0 && b == 0)
      return std::signbit(a) ? a : b;
  }
  return a < b ? a : b;
}

template <typename Accumulator> Accumulator maxOf(Accumulator a, Accumulator b) {
  if constexpr (std::is_floating_point_v<Accumulator>) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<Accumulator>::quiet_NaN();
    if (a == 0 && b == 0)
      return std::signbit(a) ? b : a;
  }
  return a < b ? b : a;
}

template <typename Accumulator> Accumulator combine(Operation operation, Accumulator a, Accumulator b) {
  switch (operation) {
  case Operation::Min:
    return minOf(a, b);
  case Operation::Max:
    return maxOf(a, b);
  case Operation::Sum:
  case Operation::Prod:
    break;
  }
  const bool isSum = operation == Operation::Sum;
  if constexpr (std::is_integral_v<Accumulator>) {
    using Unsigned = std::make_unsigned_t<Accumulator>;
    const auto x = static_cast<Unsigned>(a);
    const auto y = static_cast<Unsigned>(b);
    return static_cast<Accumulator>(isSum ? x + y : x * y);
  } else {
    return isSum ? a + b : a * b;
  }
}

template <typename Accumulator> Accumulator inARow(Operation operation, std::span<const Accumulator> values) {
  Accumulator result = values[0];
  for (const Accumulator value : values.subspan(1))
    result = combine(operation, result, value);
  return result;
}

template <typename Accumulator>
Accumulator byPairs(Operation operation, std::span<const Accumulator> values) {
  if (values.size() == 1)
    return values[0];
  const std::size_t half = (values.size() + 1) / 2;
  return combine(operation, byPairs(operation, values.first(half)), byPairs(operation, values.subspan(half)));
}

int pairwiseHeight(std::size_t elements) {
  return static_cast<int>(std::bit_width(elements - 1));
}

template <typename Accumulator>
std::vector<Accumulator> widened(ElementType type, std::span<const std::byte> data) {
  std::vector<Accumulator> values(data.size() / sizeOf(type));
  for (std::size_t i = 0; i < values.size(); ++i)
    if constexpr (std::is_floating_point_v<Accumulator>)
      values[i] = static_cast<Accumulator>(readFloat(type, data, i));
    else
      values[i] = static_cast<Accumulator>(readInteger(type, data, i));
  return values;
}

template <typename Accumulator>
std::optional<std::string> judge(const Expected& expected, Accumulator got, int height) {
  return mismatch(expected, std::as_bytes(std::span(&got, 1)), height);
}

template <typename Accumulator>
void expectEveryOrderAccepted(Operation operation, ElementType type, const std::vector<std::byte>& data,
                              std::uint64_t seed) {
  const Expected expected = hostReference(operation, type, data);
  std::vector<Accumulator> values = widened<Accumulator>(type, data);
  const int row = static_cast<int>(values.size()) - 1;
  const int pairs = pairwiseHeight(values.size());
  const auto expectAccepted = [&](const char* order) {
    const std::span<const Accumulator> all = values;
    EXPECT_EQ(judge(expected, inARow(operation, all), row), std::nullopt) << order << ", in a row";
    EXPECT_EQ(judge(expected, byPairs(operation, all), pairs), std::nullopt) << order << ", by pairs";
  };
  expectAccepted("forward");
  std::reverse(values.begin(), values.end());
  expectAccepted("backward");
  std::mt19937_64 engine(seed);
  std::shuffle(values.begin(), values.end(), engine);
  expectAccepted("shuffled");
  // All that grows first, then all that shrinks: the farthest that partial results come.
  std::sort(values.begin(), values.end(), [](Accumulator a, Accumulator b) {
    if constexpr (std::is_floating_point_v<Accumulator>)
      if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) < std::isnan(b);
    return a < b;
  });
  expectAccepted("ascending");
}

using Check = void (*)(Operation, ElementType, const std::vector<std::byte>&, std::uint64_t);

Check checkOf(ElementType type) {
  switch (accumulatorOf(type)) {
  case ElementType::F32:
    return expectEveryOrderAccepted<float>;
  case ElementType::F64:
    return expectEveryOrderAccepted<double>;
  case ElementType::I32:
    return expectEveryOrderAccepted<std::int32_t>;
  case ElementType::U32:
    return expectEveryOrderAccepted<std::uint32_t>;
  case ElementType::I64:
    return expectEveryOrderAccepted<std::int64_t>;
  default:
    return expectEveryOrderAccepted<std::uint64_t>;
  }
}

class AnyOrder : public testing::TestWithParam<ElementType> {};
INSTANTIATE_TEST_SUITE_P(, AnyOrder, testing::ValuesIn(kElementTypes),
                         [](const auto& info) { return std::string(toString(info.param)); });

TEST_P(AnyOrder, OfEveryInputIsAccepted) {
  const ElementType type = GetParam();
  for (const InputPattern pattern : kInputPatterns)
    for (const Operation operation : kOperations)
      for (const std::uint64_t elements : {1, 2, 3, 17, 256, 3001})
        // Twelve seeds reach every variant of every pattern.
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
          SCOPED_TRACE(std::string(toString(pattern)) + " " + std::string(toString(operation)) + " of " +
                       std::to_string(elements) + ", seed " + std::to_string(seed));
          checkOf(type)(operation, type, makeInput(pattern, operation, type, elements, seed), seed);
        }
}

} // namespace
} // namespace cuda_tune
