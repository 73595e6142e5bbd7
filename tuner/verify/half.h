#pragma once

#include <cstdint>

namespace cuda_tune {

/// The value of an IEEE binary16 code; exact.
float floatFromF16(std::uint16_t code);
/// The code nearest to the value, ties to even; infinity from 65520 on. A NaN stays a NaN of the same sign.
std::uint16_t f16FromFloat(float value);

/// The value of a bfloat16 code; exact.
float floatFromBF16(std::uint16_t code);
/// The code nearest to the value, ties to even. A NaN stays a NaN of the same sign.
std::uint16_t bf16FromFloat(float value);

} // namespace cuda_tune
