#include "tuner/tool/element_count.h"

#include "cuda_tune/reduce.h"

#include <bit>
#include <charconv>

namespace cuda_tune {

namespace {

/// nullopt unless `text` is nothing but digits.
std::optional<std::uint64_t> parseDigits(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

} // namespace

std::optional<std::uint64_t> parseElements(std::string_view text) {
  std::uint64_t shift = 0;
  for (const auto& [suffix, bits] : {std::pair("Ki", 10), std::pair("Mi", 20), std::pair("Gi", 30)})
    if (text.ends_with(suffix)) {
      text.remove_suffix(2);
      shift = bits;
      break;
    }
  if (shift == 0 && text.starts_with("2^")) {
    const std::optional<std::uint64_t> exponent = parseDigits(text.substr(2));
    if (!exponent || *exponent > 63)
      return std::nullopt;
    shift = *exponent;
    text = "1";
  }
  const std::optional<std::uint64_t> number = parseDigits(text);
  if (!number || *number == 0 || *number > kMostElements >> shift)
    return std::nullopt;
  return *number << shift;
}

std::string formatElements(std::uint64_t elements) {
  if (std::has_single_bit(elements) && elements >= 1024)
    return "2^" + std::to_string(std::countr_zero(elements));
  return std::to_string(elements);
}

std::vector<std::uint64_t> defaultSizes() {
  std::vector<std::uint64_t> sizes;
  for (int exponent = 10; exponent <= 30; exponent += 2)
    sizes.push_back(std::uint64_t{1} << exponent);
  return sizes;
}

} // namespace cuda_tune
