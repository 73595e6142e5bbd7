#include "tuner/tool/text_table.h"

#include <algorithm>
#include <stdexcept>

namespace cuda_tune {

void TextTable::add(std::vector<std::string> cells) {
  if (cells.size() != columns_.size())
    throw std::invalid_argument("a row of " + std::to_string(cells.size()) + " cells in a table of " +
                                std::to_string(columns_.size()) + " columns");
  for (std::string& cell : cells)
    std::replace_if(cell.begin(), cell.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::string> titles;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    titles.push_back(columns_[i].title);
    widths.push_back(displayWidth(columns_[i].title));
    for (const std::vector<std::string>& row : rows_)
      widths[i] = std::max(widths[i], displayWidth(row[i]));
  }

  std::string text;
  const auto print = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(widths[i] - displayWidth(cells[i]), ' ');
      line += i ? "  " : "";
      line += columns_[i].align == Align::Right ? padding + cells[i] : cells[i] + padding;
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  print(titles);
  for (const std::vector<std::string>& row : rows_)
    print(row);
  return text;
}

std::size_t displayWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++width) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    int following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    while (following-- > 0 && i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80)
      ++i;
  }
  return width;
}

} // namespace cuda_tune
