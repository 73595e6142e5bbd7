#include "tuner/space/parameter_spelling.h"

#include <algorithm>

namespace cuda_tune {
namespace {

// Those of <cctype> depend on the locale.
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

} // namespace

bool isParameterName(std::string_view text) {
  return !text.empty() && !isDigit(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return isLetter(c) || isDigit(c); });
}

bool isParameterValue(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return c > ' ' && c <= '~' && c != '=' && c != ','; });
}

} // namespace cuda_tune
