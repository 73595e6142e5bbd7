#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cuda_tune {

/// The right result of a reduction (docs/reduce_semantics.md), and what its error bound is made of.
struct Expected {
  Operation operation = Operation::Sum;
  /// Of the elements; the result has `accumulatorOf(type)`.
  ElementType type = ElementType::F32;
  std::uint64_t elements = 0;

  /// Integers: the accumulator's bits, zero-extended.
  std::uint64_t integer = 0;

  /// Floats: the result before any rounding is value + tail, up to referenceError. `value` may be a NaN, an
  /// infinity or a signed zero; the tail is 0 then.
  double value = 0;
  double tail = 0;
  double referenceError = 0;
  /// Sums of floats: the sum of the elements' magnitudes, rounded up.
  double magnitudes = 0;
  /// Sums of floats: no order of summation rounds, since every partial sum is representable.
  bool isExact = false;
  /// Products of floats: the factors that are no powers of two, zeros or infinities. Others never round.
  std::uint64_t roundingFactors = 0;

  bool isNan() const { return std::isnan(value); }
};

/// Reduces raw little-endian elements on the host: integers exactly, sums of floats exactly, products of
/// floats in long double. Throws std::invalid_argument when `data` is no whole number of elements, and when a
/// sum or product of floats could leave the normal range of the accumulator in some order: no one result is
/// right then.
Expected hostReference(Operation operation, ElementType type, std::span<const std::byte> data);

/// The reduction of `period`, repeated cyclically to `elements` elements, in time linear in the period.
/// Throws as hostReference does, and when the period is empty while `elements` is not 0.
Expected hostReferenceRepeated(Operation operation, ElementType type, std::span<const std::byte> period,
                               std::uint64_t elements);

} // namespace cuda_tune
