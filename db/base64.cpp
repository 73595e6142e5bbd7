#include "db/base64.h"

#include <cstddef>
#include <cstdint>

namespace cuda_tune {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string toBase64(const std::vector<char>& bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::size_t given = bytes.size() - i < 3 ? bytes.size() - i : 3;
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < given ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= given ? kAlphabet[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::vector<char>> fromBase64(std::string_view text) {
  if (text.size() % 4 != 0)
    return std::nullopt;
  std::vector<char> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::size_t padding = 0;
    if (i + 4 == text.size() && text[i + 3] == '=')
      padding = text[i + 2] == '=' ? 2 : 1;
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4 - padding; ++k) {
      std::size_t digit = kAlphabet.find(text[i + k]);
      if (digit == std::string_view::npos)
        return std::nullopt;
      group |= static_cast<std::uint32_t>(digit) << (18 - 6 * k);
    }
    for (std::size_t k = 0; k < 3 - padding; ++k)
      bytes.push_back(static_cast<char>(group >> (16 - 8 * k) & 255));
    // Digits before the padding carry bits that no byte takes; they are zero.
    if (padding > 0 && (group >> (8 * (padding - 1)) & 255) != 0)
      return std::nullopt;
  }
  return bytes;
}

} // namespace cuda_tune
