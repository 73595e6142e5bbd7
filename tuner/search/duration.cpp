#include "tuner/search/duration.h"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace cuda_tune {
namespace {

std::optional<double> nanosecondsOf(std::string_view unit) {
  if (unit == "ms")
    return 1e6;
  if (unit == "s")
    return 1e9;
  if (unit == "m")
    return 60e9;
  if (unit == "h")
    return 3600e9;
  return std::nullopt;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

} // namespace

std::optional<std::chrono::nanoseconds> parseDuration(std::string_view text) {
  // from_chars would also take "-1", "inf", "nan" and "1.".
  const std::size_t length = text.find_first_not_of("0123456789.");
  if (length == 0 || length == std::string_view::npos || !isDigit(text.front()) || !isDigit(text[length - 1]))
    return std::nullopt;
  const std::optional<double> unit = nanosecondsOf(text.substr(length));
  double number = 0;
  const char* end = text.data() + length;
  const auto [stop, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (!unit || error != std::errc() || stop != end)
    return std::nullopt;
  constexpr double kEnd = 0x1p63;
  const double nanoseconds = std::round(number * *unit);
  if (nanoseconds >= kEnd)
    return std::nullopt;
  return std::chrono::nanoseconds(static_cast<std::int64_t>(nanoseconds));
}

} // namespace cuda_tune
