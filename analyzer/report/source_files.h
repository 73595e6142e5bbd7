#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace cuda_lint {

/// The bytes of one source file, by line. Lines count from 1 and end at \n, \r\n or \r, as Clang counts them.
class SourceText {
public:
  explicit SourceText(std::unique_ptr<llvm::MemoryBuffer> buffer);

  llvm::StringRef text() const { return buffer->getBuffer(); }
  /// Without its end; empty where the file has no such line.
  llvm::StringRef line(unsigned number) const;
  /// Offset of the first byte of `number`; the file's size where it has no such line.
  size_t lineStart(unsigned number) const;
  /// Of the byte at `offset`.
  unsigned lineAt(size_t offset) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::vector<size_t> starts;
};

/// The sources that a report shows. Each is read once, when it is first asked for.
class SourceFiles {
public:
  explicit SourceFiles(
      std::string workingDirectory,
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem = llvm::vfs::getRealFileSystem());

  /// `file` is absolute or relative to the working directory. nullptr where it cannot be read.
  const SourceText* find(llvm::StringRef file);

private:
  std::string workingDirectory;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem;
  llvm::StringMap<std::unique_ptr<SourceText>> files;
};

} // namespace cuda_lint
