#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// RFC 4648, section 4: with padding, without line breaks.
std::string toBase64(const std::vector<char>& bytes);

/// nullopt for any text that toBase64() cannot have written.
std::optional<std::vector<char>> fromBase64(std::string_view text);

} // namespace cuda_tune
