#include "analyzer/report/snippet.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <vector>

namespace cuda_lint {

namespace {

constexpr unsigned tabStop = 8;

/// One character, or one byte that is part of none, as a terminal shows it.
struct Cell {
  size_t bytes;
  std::string text;
  unsigned width;
};

Cell escaped(size_t bytes, const char* format, unsigned value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, value);
  return {bytes, text, unsigned(text.size())};
}

/// Of a text that is not empty.
Cell firstCell(llvm::StringRef text) {
  const auto* start = text.bytes_begin();
  unsigned size = llvm::getNumBytesForUTF8(*start);
  if (size > text.size() || !llvm::isLegalUTF8Sequence(start, start + size))
    return escaped(1, "<%02X>", *start);
  llvm::UTF32 character = 0;
  const llvm::UTF8* at = start;
  llvm::convertUTF8Sequence(&at, text.bytes_end(), &character, llvm::strictConversion);
  llvm::StringRef sequence = text.take_front(size);
  int width = llvm::sys::unicode::columnWidthUTF8(sequence);
  // Format characters can reorder what is read: they are shown, not obeyed.
  if (width < 0 || !llvm::sys::unicode::isPrintable(int(character)) ||
      llvm::sys::unicode::isFormatting(int(character)))
    return escaped(size, "<U+%04X>", character);
  return {size, sequence.str(), unsigned(width)};
}

/// The bytes of a line that can be in sight. Megabytes on one line must not be laid out for each finding on
/// it.
struct Window {
  size_t begin;
  size_t end;
};

Window windowOf(llvm::StringRef line, unsigned column, unsigned width) {
  size_t reach = size_t(width) * 4 + 64;
  size_t at = std::min<size_t>(column ? column - 1 : 0, line.size());
  size_t begin = at > reach ? at - reach : 0;
  while (begin < at && (line[begin] & 0xC0) == 0x80)
    ++begin;
  return {begin, std::min(line.size(), at + reach)};
}

} // namespace

std::string printable(llvm::StringRef text) {
  std::string shown;
  while (!text.empty()) {
    Cell cell = firstCell(text);
    shown += cell.text;
    text = text.drop_front(cell.bytes);
  }
  return shown;
}

Snippet renderSnippet(llvm::StringRef line, unsigned column, unsigned endColumn, unsigned width) {
  line = line.rtrim();
  Window window = windowOf(line, column, width);
  // What a terminal column shows, by cell: `marked` where it belongs to the range.
  struct Shown {
    std::string text;
    unsigned width;
    bool marked;
  };
  std::vector<Shown> cells;
  unsigned total = 0, before = 0;
  for (size_t at = window.begin; at < window.end;) {
    Cell cell = firstCell(line.slice(at, window.end));
    if (line[at] == '\t') {
      unsigned spaces = tabStop - total % tabStop;
      cell = {1, std::string(spaces, ' '), spaces};
    }
    // A character of several bytes is in the range if its last byte is at or after the start.
    bool marked = column && at + cell.bytes >= column && at < std::max(column, endColumn);
    if (column && at + cell.bytes < column)
      before = total + cell.width;
    total += cell.width;
    cells.push_back({cell.text, cell.width, marked});
    at += cell.bytes;
  }

  constexpr llvm::StringLiteral ellipsis = "...";
  bool cutLeft = window.begin > 0, cutRight = window.end < line.size();
  unsigned from = 0, to = total;
  if (total > width || cutLeft || cutRight) {
    // A third of the width is left of the range: what is marked reads from there on.
    from = cutLeft || before + width / 3 > width ? before - std::min(before, width / 3) : 0;
    to = std::min(total, from + width);
    cutLeft |= from > 0;
    cutRight |= to < total;
  }

  Snippet snippet;
  if (cutLeft) {
    snippet.line = ellipsis;
    snippet.marker = std::string(ellipsis.size(), ' ');
  }
  unsigned at = 0;
  bool started = false;
  for (const Shown& cell : cells) {
    if (at >= from && at + cell.width <= to) {
      snippet.line += cell.text;
      for (unsigned i = 0; i < cell.width; ++i) {
        snippet.marker += !cell.marked ? ' ' : started ? '~' : '^';
        started |= cell.marked;
      }
    }
    at += cell.width;
  }
  if (cutRight)
    snippet.line += ellipsis;
  if (column && !started)
    snippet.marker += '^';
  snippet.marker = llvm::StringRef(snippet.marker).rtrim().str();
  return snippet;
}

} // namespace cuda_lint
