#pragma once

#include "tuner/verify/host_reference.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cuda_tune {

/// Whether CUB rounds partial results to fewer bits than the reference's: sums and products of f16 and bf16.
/// What is right for them then hangs on CUB's order, so that only exactInput() can be judged.
bool roundsToElement(Operation operation, ElementType type);

/// An input whose partial results f16 and bf16 represent, in whatever order: zeros and at most 256 ones for
/// sums, 1 and -1 for products.
std::vector<std::byte> exactInput(Operation operation, ElementType type, std::size_t elements);

/// As mismatch(), for a result in the element's type, where integers wrap: nullopt when it may be right.
std::optional<std::string> cubMismatch(const Expected& expected, std::span<const std::byte> result,
                                       int height);

/// The height of CUB's tree, at most: each multiprocessor has a block of 256 threads at work or more, a
/// thread of these adds its elements in a row, and trees follow.
int cubHeight(std::uint64_t elements, int multiprocessors);

} // namespace cuda_tune
