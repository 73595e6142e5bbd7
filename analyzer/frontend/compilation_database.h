#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cuda_lint {

/// One entry of compile_commands.json.
struct DatabaseEntry {
  /// Absolute.
  std::string file;
  /// Absolute.
  std::string directory;
  /// The compiler first.
  std::vector<std::string> command;
};

/// compile_commands.json as CMake and others write it, for nvcc or Clang.
class CompilationDatabase {
public:
  /// Reads `<directory>/compile_commands.json`. Error: one sentence that names the file.
  static llvm::Expected<std::unique_ptr<CompilationDatabase>> load(llvm::StringRef directory);

  /// The entry of `file` (absolute), also by another path to the same file; nullptr if there is none.
  const DatabaseEntry* entryFor(llvm::StringRef file) const;

  /// The CUDA source whose path has most leading folders in common with `file`: its include paths are the
  /// best guess for a file that is not listed. nullptr if no entry is a CUDA source.
  const DatabaseEntry* nearestEntry(llvm::StringRef file) const;

private:
  std::vector<DatabaseEntry> entries;
  std::map<std::string, size_t> byPath;
};

} // namespace cuda_lint
