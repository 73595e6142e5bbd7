#pragma once

#include "cuda_tune/element_type.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cuda_tune {

// Elements as they lie in memory: little-endian, without gaps. `index` counts elements and must lie inside
// `data`; the functions for floats take floating types only, those for integers the others.

/// Exact.
double readFloat(ElementType type, std::span<const std::byte> data, std::size_t index);
/// Signed types are sign-extended to 64 bits, unsigned ones zero-extended.
std::uint64_t readInteger(ElementType type, std::span<const std::byte> data, std::size_t index);

/// Rounds to the type, to nearest even.
void writeFloat(ElementType type, std::span<std::byte> data, std::size_t index, double value);
/// Takes the lowest bits of `value`.
void writeInteger(ElementType type, std::span<std::byte> data, std::size_t index, std::uint64_t value);

} // namespace cuda_tune
