#include "tuner/tool/timed_input.h"

#include "tuner/verify/input.h"

namespace cuda_tune {

namespace {

constexpr std::size_t kElements = std::size_t{1} << 18;
constexpr std::uint64_t kSeed = 1;

} // namespace

std::vector<std::byte> timedPeriod(Operation operation, ElementType type) {
  // A product keeps its range under repetition only for some patterns.
  const InputPattern pattern =
      operation == Operation::Prod && isFloating(type) ? InputPattern::Alternating : InputPattern::Random;
  return makeInput(pattern, operation, type, kElements, kSeed);
}

} // namespace cuda_tune
