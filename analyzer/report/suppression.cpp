#include "analyzer/report/suppression.h"

#include "analyzer/report/glob.h"
#include "analyzer/report/report.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>
#include <optional>
#include <set>

namespace cuda_lint {

namespace {

enum class NoLintKind { Line, NextLine, Begin, End };

struct NoLint {
  NoLintKind kind;
  /// Of the N.
  size_t offset;
  /// Of the whole word.
  size_t length;
  /// Globs, separated by commas; nullopt, which no written list equals, where all checks are meant.
  std::optional<llvm::StringRef> checks;
};

bool covers(std::optional<llvm::StringRef> checks, llvm::StringRef check) {
  llvm::SmallVector<llvm::StringRef> globs;
  checks.value_or("*").split(globs, ',');
  for (llvm::StringRef glob : globs) {
    glob = glob.trim();
    // A list that silences has nothing to take away from: as in clang-tidy, `-check` is ignored.
    if (!glob.starts_with("-") && matchesGlob(glob, check))
      return true;
  }
  return false;
}

std::vector<NoLint> scan(llvm::StringRef text) {
  constexpr llvm::StringLiteral word = "NOLINT";
  std::vector<NoLint> found;
  for (size_t at = text.find(word); at != llvm::StringRef::npos;) {
    size_t end = at + word.size();
    while (end < text.size() && llvm::isAlpha(text[end]))
      ++end;
    auto kind = llvm::StringSwitch<std::optional<NoLintKind>>(text.slice(at, end))
                    .Case("NOLINT", NoLintKind::Line)
                    .Case("NOLINTNEXTLINE", NoLintKind::NextLine)
                    .Case("NOLINTBEGIN", NoLintKind::Begin)
                    .Case("NOLINTEND", NoLintKind::End)
                    .Default(std::nullopt);
    if (kind) {
      std::optional<llvm::StringRef> checks;
      llvm::StringRef rest = text.substr(end);
      if (rest.consume_front("(")) {
        size_t close = rest.find_first_of(")\r\n");
        if (close != llvm::StringRef::npos && rest[close] == ')')
          checks = rest.take_front(close).trim();
      }
      found.push_back({*kind, at, end - at, checks});
    }
    at = text.find(word, end);
  }
  return found;
}

/// The NOLINT comments of one file.
class NoLintComments {
public:
  explicit NoLintComments(const SourceText& text) : source(text) {
    std::vector<NoLint> open;
    for (const NoLint& comment : scan(source.text())) {
      unsigned line = source.lineAt(comment.offset);
      switch (comment.kind) {
      case NoLintKind::Line:
        lines[line].insert(comment.checks);
        break;
      case NoLintKind::NextLine:
        lines[line + 1].insert(comment.checks);
        break;
      case NoLintKind::Begin:
        open.push_back(comment);
        break;
      case NoLintKind::End:
        if (!open.empty() && open.back().checks == comment.checks) {
          blocks.push_back({open.back().offset, comment.offset, comment.checks});
          open.pop_back();
        } else {
          unmatched.push_back(comment);
        }
        break;
      }
    }
    unmatched.insert(unmatched.end(), open.begin(), open.end());
  }

  bool suppresses(const Finding& finding) const {
    auto line = lines.find(finding.place.line);
    if (line != lines.end())
      for (const auto& checks : line->second)
        if (covers(checks, finding.check))
          return true;
    size_t column = finding.place.column ? finding.place.column - 1 : 0;
    size_t offset = source.lineStart(finding.place.line) + column;
    for (const Block& block : blocks)
      if (block.begin <= offset && offset < block.end && covers(block.checks, finding.check))
        return true;
    return false;
  }

  /// A finding for each BEGIN and END that has no partner.
  std::vector<Finding> complaints(const std::string& file) const {
    std::vector<Finding> found;
    for (const NoLint& comment : unmatched) {
      unsigned line = source.lineAt(comment.offset);
      unsigned column = unsigned(comment.offset - source.lineStart(line)) + 1;
      Finding& finding = found.emplace_back();
      finding.check = "nolint";
      finding.place = {file, line, column, line, column + unsigned(comment.length) - 1};
      finding.message =
          comment.kind == NoLintKind::Begin
              ? "this NOLINTBEGIN suppresses nothing: no NOLINTEND with the same checks closes it"
              : "this NOLINTEND closes nothing: the innermost open NOLINTBEGIN, if any, names other "
                "checks";
    }
    return found;
  }

private:
  struct Block {
    size_t begin;
    size_t end;
    std::optional<llvm::StringRef> checks;
  };

  const SourceText& source;
  std::map<unsigned, std::set<std::optional<llvm::StringRef>>> lines;
  std::vector<Block> blocks;
  std::vector<NoLint> unmatched;
};

} // namespace

void applySuppressions(std::vector<Finding>& findings, SourceFiles& sources) {
  std::map<std::string, NoLintComments> comments;
  for (Finding& finding : findings) {
    const SourceText* source = sources.find(finding.place.file);
    if (!source)
      continue;
    const NoLintComments& file = comments.try_emplace(finding.place.file, *source).first->second;
    finding.suppressed |= file.suppresses(finding);
  }
  for (const auto& [file, noLints] : comments)
    for (Finding& complaint : noLints.complaints(file))
      findings.push_back(std::move(complaint));
  sortFindings(findings);
}

} // namespace cuda_lint
