#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace cuda_lint {

/// `text` fit for a terminal: bytes that are not UTF-8 as `<E4>`, characters that are not printable as
/// `<U+001B>`.
std::string printable(llvm::StringRef text);

/// A source line and, below it, the mark of a range.
struct Snippet {
  std::string line;
  /// Spaces, then `^~~~`; empty where there is no column.
  std::string marker;
};

/// Shows `line` with its bytes `column` to `endColumn` (from 1, the last one included) marked. Tabs become
/// spaces up to the next multiple of 8. A line wider than `width` terminal columns is cut on either side,
/// which `...` shows; the start of the range stays in sight.
Snippet renderSnippet(llvm::StringRef line, unsigned column, unsigned endColumn, unsigned width);

} // namespace cuda_lint
