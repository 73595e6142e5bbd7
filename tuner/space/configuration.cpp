#include "tuner/space/configuration.h"

#include "tuner/space/parameter_spelling.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace cuda_tune {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

Values::const_iterator find(const Values& values, std::string_view parameter) {
  return std::find_if(values.begin(), values.end(),
                      [&](const auto& value) { return value.first == parameter; });
}

} // namespace

const std::string& Configuration::at(std::string_view parameter) const {
  const auto found = find(values_, parameter);
  if (found == values_.end())
    throw std::out_of_range("configuration '" + text() + "' has no parameter '" + std::string(parameter) +
                            "'");
  return found->second;
}

int Configuration::number(std::string_view parameter) const {
  const std::string& value = at(parameter);
  int result = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, result);
  if (error != std::errc() || stop != end)
    throw std::invalid_argument("parameter '" + std::string(parameter) + "' is '" + value +
                                "', which is not an integer of 32 bits");
  return result;
}

std::string Configuration::text() const {
  std::string result;
  for (const auto& [name, value] : values_) {
    if (!result.empty())
      result += ' ';
    result += name + '=' + value;
  }
  return result;
}

std::optional<Configuration> Configuration::parse(std::string_view text) {
  Values values;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos)
      return std::nullopt;
    const std::string_view name = word.substr(0, equals);
    const std::string_view value = word.substr(equals + 1);
    if (!isParameterName(name) || !isParameterValue(value) || find(values, name) != values.end())
      return std::nullopt;
    values.emplace_back(name, value);
    if (end == std::string_view::npos)
      break;
    text.remove_prefix(end + 1);
    // A space is followed by a word.
    if (text.empty())
      return std::nullopt;
  }
  return Configuration(std::move(values));
}

} // namespace cuda_tune
