#include "expectation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cuda_lint {
namespace {

llvm::Error problem(const std::string& file, unsigned line, const llvm::Twine& message) {
  return llvm::createStringError(file + ":" + llvm::Twine(line) + ": " + message);
}

/// `bank-conflict degree=2 "text"`, already without its keyword.
llvm::Error parseFinding(llvm::StringRef text, ExpectedFinding finding, Expectations& into) {
  text = text.trim();
  std::tie(finding.check, text) = [&] {
    auto [check, rest] = text.split(' ');
    return std::pair(check.str(), rest);
  }();
  if (finding.check.empty())
    return problem(finding.file, finding.line, "name the check after the colon");
  while (!(text = text.ltrim()).empty()) {
    if (text.consume_front("\"")) {
      auto [part, rest] = text.split('"');
      finding.messageParts.push_back(part.str());
      text = rest;
      continue;
    }
    auto [word, rest] = text.split(' ');
    text = rest;
    Predicate predicate;
    const size_t at = word.find_first_of("<>=");
    if (at == llvm::StringRef::npos || at == 0)
      return problem(finding.file, finding.line, "'" + word + "' is no predicate");
    predicate.metric = word.take_front(at).str();
    llvm::StringRef value = word.drop_front(at);
    if (value.consume_front(">="))
      predicate.relation = Predicate::Relation::AtLeast;
    else if (value.consume_front("<="))
      predicate.relation = Predicate::Relation::AtMost;
    else if (!value.consume_front("="))
      return problem(finding.file, finding.line, "'" + word + "' needs =, >= or <=");
    predicate.value = value.str();
    finding.predicates.push_back(std::move(predicate));
  }
  into.findings.push_back(std::move(finding));
  return llvm::Error::success();
}

llvm::Error parseComment(llvm::StringRef comment, const std::string& file, unsigned line,
                         Expectations& into) {
  ExpectedFinding finding;
  finding.file = file;
  finding.line = line;
  if (comment.consume_front("LINT:"))
    return parseFinding(comment, std::move(finding), into);
  if (comment.consume_front("LINT-NOTE:")) {
    finding.kind = ExpectedFinding::Kind::Note;
    return parseFinding(comment, std::move(finding), into);
  }
  if (comment.consume_front("LINT-MAY:")) {
    finding.kind = ExpectedFinding::Kind::Allowed;
    return parseFinding(comment, std::move(finding), into);
  }
  if (comment.consume_front("LINT-ARGS:")) {
    llvm::SmallVector<llvm::StringRef> words;
    llvm::SplitString(comment, words);
    for (llvm::StringRef word : words)
      into.arguments.push_back(word.str());
    return llvm::Error::success();
  }
  if (comment == "LINT-NO-NOTES") {
    into.noNotes = true;
    return llvm::Error::success();
  }
  if (comment.consume_front("DECLINED(")) {
    auto [kernel, regex] = comment.split("):");
    if (kernel.empty() || regex.trim().empty())
      return problem(file, line, "write DECLINED(KERNEL): REGEX");
    into.declines.push_back({kernel.str(), regex.trim().str()});
    return llvm::Error::success();
  }
  if (comment.starts_with("LINT") || comment.starts_with("DECLINED"))
    return problem(file, line, "'" + comment + "' is no comment that README.md describes");
  return llvm::Error::success();
}

llvm::Error readFile(const std::string& file, llvm::StringSet<>& seen, Expectations& into) {
  if (!seen.insert(file).second)
    return llvm::Error::success();
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), file);
  if (llvm::Error error = parseExpectations(file, (*buffer)->getBuffer(), into))
    return error;
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (llvm::StringRef line : lines) {
    if (!line.consume_front("#include \""))
      continue;
    llvm::SmallString<128> included(llvm::sys::path::parent_path(file));
    llvm::sys::path::append(included, line.split('"').first);
    if (!llvm::sys::fs::exists(included))
      continue;
    if (llvm::Error error = readFile(included.str().str(), seen, into))
      return error;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error parseExpectations(const std::string& file, llvm::StringRef text, Expectations& into) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (unsigned number = 1; number <= lines.size(); ++number) {
    llvm::StringRef rest = lines[number - 1].split("//").second;
    while (!rest.empty()) {
      llvm::StringRef comment;
      std::tie(comment, rest) = rest.split("//");
      if (llvm::Error error = parseComment(comment.trim(), file, number, into))
        return error;
    }
  }
  return llvm::Error::success();
}

llvm::Expected<Expectations> readExpectations(const std::string& file) {
  Expectations expectations;
  llvm::StringSet<> seen;
  if (llvm::Error error = readFile(file, seen, expectations))
    return error;
  return expectations;
}

} // namespace cuda_lint
