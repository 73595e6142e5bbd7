#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuda_tune {

/// A value for each tuning parameter of a template, in the order in which the template declares them.
/// A value is the text that stands for it in the template's argument list: "256", "shuffle".
class Configuration {
public:
  Configuration() = default;
  explicit Configuration(std::vector<std::pair<std::string, std::string>> values)
      : values_(std::move(values)) {}

  /// Throws std::out_of_range, naming the parameter, when there is none of that name.
  const std::string& at(std::string_view parameter) const;
  /// The same as a number. Throws std::invalid_argument when the value is not a decimal integer.
  int number(std::string_view parameter) const;

  const std::vector<std::pair<std::string, std::string>>& values() const { return values_; }

  /// "block_size=256 unroll=4 tree=shuffle": what the store and messages show. parse() reads it back;
  /// nullopt for anything that text() cannot have written.
  std::string text() const;
  static std::optional<Configuration> parse(std::string_view text);

  friend bool operator==(const Configuration&, const Configuration&) = default;
  friend auto operator<=>(const Configuration&, const Configuration&) = default;

private:
  std::vector<std::pair<std::string, std::string>> values_;
};

} // namespace cuda_tune
