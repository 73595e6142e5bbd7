#pragma once

namespace cuda_tune {

/// Counts up whenever the way of measuring changes: results of different versions are never compared.
inline constexpr int kMethodVersion = 1;

} // namespace cuda_tune
