#pragma once

#include "tuner/verify/host_reference.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace cuda_tune {

/// Judges the result of a device, raw little-endian bytes of the accumulator: nullopt when it may be right,
/// else one sentence with what it is, what it should be and the tolerance. `height` is the largest number of
/// roundings between an element and the result: n-1 in a row, ceil(log2 n) by pairs; it counts for sums of
/// floats only, and more than n-1 counts as n-1. Throws std::invalid_argument when height * u reaches 1,
/// where there is no bound.
///
/// Integers, min, max, NaN-ness, infinities and the sign of zero must agree exactly. A sum of floats is -0
/// exactly when it has elements and all of them are -0: in round-to-nearest x + y is -0 only for x = y = -0.
///
/// Tolerances, with u the accumulator's unit roundoff (2^-24, 2^-53) and gamma_k = k*u / (1 - k*u):
/// - sum: gamma_height * sum |x_i|, for any order of that height; 0 where every partial sum is representable;
/// - prod: gamma_{k-1} * |product|, for any order of k factors that are no powers of two. A multiplication by
/// a
///   power of two is exact here (hostReference refuses what may leave the normal range), and a product of
///   powers of two is one; so only the nodes of the tree with such factors on both sides round, and there are
///   k-1.
/// N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002: section 3.1 (Lemma 3.1,
/// gamma) and section 4.2 (summation in any order, and by pairs).
std::optional<std::string> mismatch(const Expected& expected, std::span<const std::byte> result, int height);

} // namespace cuda_tune
