#include "analyzer/frontend/command_finder.h"

#include "analyzer/frontend/clang_arguments.h"
#include "analyzer/frontend/compile_command_line.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cuda_lint {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string currentDirectory() {
  llvm::SmallString<256> directory;
  fs::current_path(directory);
  return std::string(directory);
}

/// Where headers usually are when nothing tells: the file's folder; then, behind all other places, the
/// folders round it up to the root of the repository, and their folders for headers.
std::vector<std::string> usualIncludePaths(llvm::StringRef file) {
  constexpr int foldersUp = 4;
  llvm::StringRef directory = path::parent_path(file);
  std::vector<std::string> arguments{"-I" + directory.str()};
  for (int i = 0; i <= foldersUp && !directory.empty(); ++i, directory = path::parent_path(directory)) {
    for (llvm::StringRef name : {"", "include", "inc", "common", "Common"}) {
      llvm::SmallString<256> candidate(directory);
      if (!name.empty())
        path::append(candidate, name);
      if (directory != path::root_path(directory) && fs::is_directory(candidate))
        arguments.push_back("-idirafter" + std::string(candidate));
    }
    llvm::SmallString<256> repository(directory);
    path::append(repository, ".git");
    if (fs::exists(repository))
      break;
  }
  return arguments;
}

} // namespace

CommandFinder::CommandFinder(std::optional<std::string> buildDirectory,
                             std::vector<std::string> extraArguments)
    : buildDirectory(std::move(buildDirectory)), extraArguments(std::move(extraArguments)) {}

llvm::Expected<const CompilationDatabase*> CommandFinder::load(llvm::StringRef directory) {
  auto [place, isNew] = databases.try_emplace(directory.str());
  if (isNew) {
    auto database = CompilationDatabase::load(directory);
    if (!database) {
      databases.erase(place);
      return database.takeError();
    }
    place->second = std::move(*database);
  }
  return place->second.get();
}

llvm::Expected<const CompilationDatabase*> CommandFinder::databaseFor(llvm::StringRef file) {
  if (buildDirectory)
    return load(*buildDirectory);
  for (llvm::StringRef directory = path::parent_path(file); !directory.empty();
       directory = path::parent_path(directory)) {
    llvm::SmallString<256> candidate(directory);
    path::append(candidate, "compile_commands.json");
    if (fs::exists(candidate))
      return load(directory);
  }
  return nullptr;
}

llvm::Expected<FileCommand> CommandFinder::commandFor(const std::string& file) {
  FileCommand result;
  result.command.file = file;
  result.command.directory = currentDirectory();
  llvm::Expected<const CompilationDatabase*> database = databaseFor(file);
  if (!database)
    return database.takeError();
  const DatabaseEntry* entry = *database ? (*database)->entryFor(file) : nullptr;
  const DatabaseEntry* model = !entry && *database ? (*database)->nearestEntry(file) : entry;
  if (model) {
    llvm::Expected<TranslatedCommand> translated = translateCommand(model->command, model->directory);
    if (!translated)
      return llvm::createStringError(file + ": " + llvm::toString(translated.takeError()));
    result.command.directory = translated->directory;
    result.command.arguments = std::move(translated->translated.arguments);
    result.architecture = translated->translated.architecture;
  }
  if (!entry)
    llvm::append_range(result.command.arguments, usualIncludePaths(file));
  if (llvm::Error error = addExtra(result))
    return error;
  return result;
}

llvm::Error CommandFinder::addExtra(FileCommand& command) const {
  // The user's own paths are relative to where the user is.
  const std::string here = currentDirectory();
  llvm::Expected<TranslatedArguments> extra = looksLikeNvcc(extraArguments)
                                                  ? translateNvccArguments(extraArguments, here)
                                                  : userClangArguments(extraArguments, here);
  if (!extra)
    return extra.takeError();
  if (command.command.directory != here)
    makeIncludePathsAbsolute(extra->arguments, here);
  llvm::append_range(command.command.arguments, extra->arguments);
  if (extra->architecture)
    command.architecture = extra->architecture;
  return llvm::Error::success();
}

} // namespace cuda_lint
