#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"

#include <cstddef>
#include <vector>

namespace cuda_tune {

/// The elements that timed inputs repeat, the same in every run; no number of repetitions takes a result out
/// of its range.
std::vector<std::byte> timedPeriod(Operation operation, ElementType type);

/// Bytes of a timed input, at least, so that the launches of a batch find it cold.
inline constexpr std::size_t kSmallestTimedInput = std::size_t{64} << 20;

} // namespace cuda_tune
