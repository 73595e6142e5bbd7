#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// A number of elements as users write it: "1000", "2^20", "1Ki", "4Mi", "1Gi". nullopt for anything else,
/// and for what is not from 1 to kMostElements.
std::optional<std::uint64_t> parseElements(std::string_view text);

/// "2^20" for a power of two from 1024 on, else "1000".
std::string formatElements(std::uint64_t elements);

/// 2^10, 2^12 … 2^30: what is tuned and compared unless sizes are given.
std::vector<std::uint64_t> defaultSizes();

} // namespace cuda_tune
