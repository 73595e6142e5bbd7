#include "analyzer/checks/source_locator.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cuda_lint {

const SourceLocator::File& SourceLocator::file(const llvm::DILocation& location) {
  llvm::SmallString<256> path(location.getFilename());
  if (llvm::sys::path::is_relative(path) && !location.getDirectory().empty()) {
    path = location.getDirectory();
    llvm::sys::path::append(path, location.getFilename());
  }
  auto [entry, isNew] = files_.try_emplace(path);
  File& file = entry->second;
  if (!isNew)
    return file;
  clang::SourceManager& sources = context_.getSourceManager();
  if (clang::OptionalFileEntryRef ref = sources.getFileManager().getOptionalFileRef(path)) {
    clang::FileID id = sources.translateFile(*ref);
    if (id.isValid()) {
      file.isSystem = sources.isInSystemHeader(sources.getLocForStartOfFile(id));
      if (std::optional<llvm::StringRef> text = sources.getBufferDataOrNone(id))
        file.text = *text;
    }
  }
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, true);
  file.path = path.str().str();
  file.lineStarts.push_back(0);
  for (size_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n')
      file.lineStarts.push_back(i + 1);
  return file;
}

/// The end of the expression that starts at the place: a name with its subscripts, calls and members.
void SourceLocator::extend(SourcePlace& place, const File& file) const {
  place.endLine = place.line;
  place.endColumn = place.column;
  if (place.line == 0 || place.line > file.lineStarts.size())
    return;
  const size_t start = file.lineStarts[place.line - 1] + place.column - 1;
  const llvm::StringRef text = file.text;
  size_t lineEnd = text.find('\n', start);
  if (lineEnd == llvm::StringRef::npos)
    lineEnd = text.size();
  auto isWord = [&](size_t i) { return i < lineEnd && (llvm::isAlnum(text[i]) || text[i] == '_'); };
  size_t end = start;
  while (isWord(end))
    ++end;
  while (end < lineEnd) {
    if (text[end] == '[' || text[end] == '(') {
      int depth = 0;
      size_t i = end;
      for (; i < lineEnd; ++i) {
        depth += text[i] == '[' || text[i] == '(' ? 1 : text[i] == ']' || text[i] == ')' ? -1 : 0;
        if (depth == 0)
          break;
      }
      if (i == lineEnd)
        break;
      end = i + 1;
    } else if (text[end] == '.' && isWord(end + 1)) {
      ++end;
      while (isWord(end))
        ++end;
    } else if (text.substr(end).starts_with("->") && isWord(end + 2)) {
      end += 2;
      while (isWord(end))
        ++end;
    } else {
      break;
    }
  }
  if (end > start)
    place.endColumn = place.column + static_cast<unsigned>(end - start) - 1;
}

std::string SourceLocator::variableName(const llvm::GlobalVariable& variable) {
  std::string name = llvm::demangle(variable.getName().str());
  // `kernel(float*)::tile` names a local static.
  if (size_t scope = name.rfind("::"); scope != std::string::npos)
    name = name.substr(scope + 2);
  return name;
}

std::optional<SourcePlace> SourceLocator::place(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* location = instruction.getDebugLoc().get(); location;
       location = location->getInlinedAt()) {
    if (location->getLine() == 0)
      continue;
    const File& found = file(*location);
    if (found.isSystem)
      continue;
    SourcePlace place;
    place.file = found.path;
    place.line = location->getLine();
    place.column = std::max(location->getColumn(), 1u);
    extend(place, found);
    return place;
  }
  return std::nullopt;
}

} // namespace cuda_lint
