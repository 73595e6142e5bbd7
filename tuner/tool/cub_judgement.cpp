#include "tuner/tool/cub_judgement.h"

#include "tuner/verify/element_bytes.h"
#include "tuner/verify/judgement.h"

#include <algorithm>

namespace cuda_tune {

namespace {

/// A bfloat16 holds the integers up to this one.
constexpr std::size_t kMostOnes = 256;
/// Trees over a block and over the blocks' results, with what a thread of the last block adds in a row.
constexpr std::uint64_t kTreesHeight = 128;

} // namespace

bool roundsToElement(Operation operation, ElementType type) {
  const bool rounds = operation == Operation::Sum || operation == Operation::Prod;
  return rounds && isFloating(type) && accumulatorOf(type) != type;
}

std::vector<std::byte> exactInput(Operation operation, ElementType type, std::size_t elements) {
  const double common = operation == Operation::Prod ? 1 : 0;
  const double marked = operation == Operation::Prod ? -1 : 1;
  const std::size_t step = (elements + kMostOnes - 1) / kMostOnes;
  std::vector<std::byte> input(elements * sizeOf(type));
  for (std::size_t i = 0; i < elements; ++i)
    writeFloat(type, input, i, common);
  // Not the first, so that their number is odd for powers of two and a product is -1.
  for (std::size_t i = step; i < elements; i += step)
    writeFloat(type, input, i, marked);
  return input;
}

std::optional<std::string> cubMismatch(const Expected& expected, std::span<const std::byte> result,
                                       int height) {
  const ElementType accumulator = accumulatorOf(expected.type);
  std::vector<std::byte> widened(sizeOf(accumulator));
  if (isFloating(expected.type)) {
    writeFloat(accumulator, widened, 0, readFloat(expected.type, result, 0));
    return mismatch(expected, widened, height);
  }
  // Sign or zeros extend both to the accumulator, whose bits are compared.
  const auto widen = [&](std::span<const std::byte> element) {
    writeInteger(accumulator, widened, 0, readInteger(expected.type, element, 0));
  };
  std::vector<std::byte> wrapped(sizeOf(expected.type));
  writeInteger(expected.type, wrapped, 0, expected.integer);
  widen(wrapped);
  Expected inElement = expected;
  inElement.integer = readInteger(accumulator, widened, 0);
  if (sizeOf(accumulator) < sizeof inElement.integer)
    inElement.integer &= (std::uint64_t{1} << 8 * sizeOf(accumulator)) - 1;
  widen(result);
  return mismatch(inElement, widened, height);
}

int cubHeight(std::uint64_t elements, int multiprocessors) {
  const std::uint64_t threads = static_cast<std::uint64_t>(multiprocessors) * 256;
  return static_cast<int>(
      std::min<std::uint64_t>(elements, (elements + threads - 1) / threads + kTreesHeight));
}

} // namespace cuda_tune
