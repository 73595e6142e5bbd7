#pragma once

#include "analyzer/frontend/compilation_database.h"
#include "analyzer/frontend/translation_unit.h"

#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cuda_lint {

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
  llvm::Expected<const CompilationDatabase*> load(llvm::StringRef directory);
  /// nullptr if there is none.
  llvm::Expected<const CompilationDatabase*> databaseFor(llvm::StringRef file);
  llvm::Error addExtra(FileCommand& command) const;

  std::optional<std::string> buildDirectory;
  std::vector<std::string> extraArguments;
  std::map<std::string, std::unique_ptr<CompilationDatabase>> databases;
};

} // namespace cuda_lint
