#include "analyzer/report/source_files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace cuda_lint {

SourceText::SourceText(std::unique_ptr<llvm::MemoryBuffer> file) : buffer(std::move(file)), starts{0} {
  llvm::StringRef bytes = text();
  for (size_t at = bytes.find_first_of("\r\n"); at != llvm::StringRef::npos;
       at = bytes.find_first_of("\r\n", at)) {
    at += bytes.substr(at).starts_with("\r\n") ? 2 : 1;
    starts.push_back(at);
  }
}

llvm::StringRef SourceText::line(unsigned number) const {
  if (number == 0 || number > starts.size())
    return {};
  size_t end = number < starts.size() ? starts[number] : text().size();
  return text().slice(starts[number - 1], end).rtrim("\r\n");
}

size_t SourceText::lineStart(unsigned number) const {
  if (number == 0 || number > starts.size())
    return text().size();
  return starts[number - 1];
}

unsigned SourceText::lineAt(size_t offset) const {
  return unsigned(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin());
}

SourceFiles::SourceFiles(std::string directory, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files)
    : workingDirectory(std::move(directory)), fileSystem(std::move(files)) {}

const SourceText* SourceFiles::find(llvm::StringRef file) {
  auto [entry, isNew] = files.try_emplace(file);
  if (!isNew)
    return entry->second.get();
  llvm::SmallString<256> path = file;
  if (!llvm::sys::path::is_absolute(path)) {
    path = workingDirectory;
    llvm::sys::path::append(path, file);
  }
  // Volatile: read, not mapped. An editor that truncates the file meanwhile must not kill the run.
  auto read = fileSystem->getBufferForFile(path, /*FileSize=*/-1, /*RequiresNullTerminator=*/false,
                                           /*IsVolatile=*/true);
  if (read)
    entry->second = std::make_unique<SourceText>(std::move(*read));
  return entry->second.get();
}

} // namespace cuda_lint
