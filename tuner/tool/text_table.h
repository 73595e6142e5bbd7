#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// Rows of text in aligned columns, two spaces apart, under a line of titles.
class TextTable {
public:
  /// Numbers go to the right.
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// `cells` has one for each column, in UTF-8. Throws std::invalid_argument when it has not. Control
  /// characters become spaces.
  void add(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }
  /// Lines that end in a line end and not in spaces.
  std::string text() const;

private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// The characters (code points) of a text in UTF-8; a byte that belongs to none counts as one.
std::size_t displayWidth(std::string_view text);

} // namespace cuda_tune
