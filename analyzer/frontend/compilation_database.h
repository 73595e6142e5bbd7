#pragma once

#include "analyzer/frontend/translation_unit.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
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

/// A file's command, and what else its command line told.
struct FileCommand {
  CompileCommand command;
  /// The architecture that the command line names, for when the user names none.
  std::optional<std::string> architecture;
};

/// Gives every input its command. Databases are read once each. Not thread-safe.
class CommandFinder {
public:
  /// `buildDirectory`: `-p`, else the database is looked for upwards from each file.
  /// `extraArguments`: what the user wrote behind `--`, in nvcc's or Clang's terms; they follow, so override,
  /// a database's.
  CommandFinder(std::optional<std::string> buildDirectory, std::vector<std::string> extraArguments);

  /// Error: a database that cannot be read, or a response file that cannot.
  llvm::Expected<FileCommand> commandFor(const std::string& file);

private:
  llvm::Expected<const CompilationDatabase*> databaseFor(llvm::StringRef file);

  std::optional<std::string> buildDirectory;
  std::vector<std::string> extraArguments;
  std::map<std::string, std::unique_ptr<CompilationDatabase>> databases;
};

} // namespace cuda_lint
