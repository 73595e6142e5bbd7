#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace cuda_tune {

/// Reads "500ms", "1.5s", "30s", "2m", "1h": a decimal number, which may have a fraction, and its unit,
/// without a space. nullopt for anything else, and for what nanoseconds of 64 bits cannot hold.
std::optional<std::chrono::nanoseconds> parseDuration(std::string_view text);

} // namespace cuda_tune
