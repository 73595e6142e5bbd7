#include "analyzer/frontend/compilation_database.h"

#include "analyzer/frontend/compile_command_line.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace cuda_lint {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr llvm::StringLiteral databaseName = "compile_commands.json";
/// The largest trees have tens of megabytes. Beyond this, parsing would take the machine's memory.
constexpr uint64_t maxBytes = uint64_t(512) << 20;
/// An array of objects with an array within needs three; the parser recurses for each.
constexpr unsigned maxNesting = 64;

unsigned nestingOf(llvm::StringRef json) {
  unsigned depth = 0;
  unsigned deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

std::string normalized(llvm::StringRef directory, llvm::StringRef file) {
  llvm::SmallString<256> result(file);
  path::make_absolute(directory, result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

bool isCudaSource(llvm::StringRef file) {
  return path::extension(file) == ".cu" || path::extension(file) == ".cuh";
}

unsigned commonFolders(llvm::StringRef left, llvm::StringRef right) {
  unsigned count = 0;
  auto a = path::begin(left), b = path::begin(right);
  for (; a != path::end(left) && b != path::end(right) && *a == *b; ++a, ++b)
    ++count;
  return count;
}

/// nullopt if `value` is no entry.
std::optional<DatabaseEntry> entryOf(const llvm::json::Value& value, llvm::StringRef databaseDirectory) {
  const llvm::json::Object* object = value.getAsObject();
  if (!object)
    return std::nullopt;
  const std::optional<llvm::StringRef> file = object->getString("file");
  if (!file)
    return std::nullopt;
  DatabaseEntry entry;
  entry.directory = normalized(databaseDirectory, object->getString("directory").value_or("."));
  entry.file = normalized(entry.directory, *file);
  if (const llvm::json::Array* arguments = object->getArray("arguments")) {
    for (const llvm::json::Value& argument : *arguments) {
      const std::optional<llvm::StringRef> text = argument.getAsString();
      if (!text)
        return std::nullopt;
      entry.command.push_back(text->str());
    }
  } else if (const std::optional<llvm::StringRef> command = object->getString("command")) {
    entry.command = splitCommandLine(*command);
  } else {
    return std::nullopt;
  }
  return entry;
}

} // namespace

llvm::Expected<std::unique_ptr<CompilationDatabase>> CompilationDatabase::load(llvm::StringRef directory) {
  const std::string root = normalized("", directory);
  const std::string file = normalized(root, databaseName);
  uint64_t size = 0;
  if (std::error_code error = fs::file_size(file, size))
    return llvm::createStringError(file + ": cannot be read: " + error.message());
  if (size > maxBytes)
    return llvm::createStringError(file + ": is larger than 512 MB; make one for a part of the tree");
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError(file + ": cannot be read: " + buffer.getError().message());
  llvm::StringRef text = (*buffer)->getBuffer();
  if (text.trim().empty())
    return llvm::createStringError(file + ": is empty; configure the build again");
  if (nestingOf(text) > maxNesting)
    return llvm::createStringError(file + ": is no compilation database: nested too deeply");
  // File names may be in any encoding; those of an entry that is not UTF-8 are lost, not the whole database.
  std::string repaired;
  if (!llvm::json::isUTF8(text)) {
    repaired = llvm::json::fixUTF8(text);
    text = repaired;
  }
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return llvm::createStringError(file + ": is not valid JSON: " + llvm::toString(json.takeError()));
  const llvm::json::Array* array = json->getAsArray();
  if (!array)
    return llvm::createStringError(file + ": is no compilation database: the outermost value is no array");

  auto database = std::make_unique<CompilationDatabase>();
  for (size_t i = 0; i < array->size(); ++i) {
    std::optional<DatabaseEntry> entry = entryOf((*array)[i], root);
    if (!entry)
      return llvm::createStringError(file + ": entry " + llvm::Twine(i + 1) +
                                     " has no \"file\" or no \"command\" or \"arguments\"");
    // The first entry of a file counts, as for other tools.
    database->byPath.emplace(entry->file, database->entries.size());
    database->entries.push_back(std::move(*entry));
  }
  return database;
}

const DatabaseEntry* CompilationDatabase::entryFor(llvm::StringRef file) const {
  if (auto found = byPath.find(normalized("", file)); found != byPath.end())
    return &entries[found->second];
  fs::UniqueID wanted;
  if (fs::getUniqueID(file, wanted))
    return nullptr;
  for (const DatabaseEntry& entry : entries) {
    fs::UniqueID id;
    // A file of the same name in the same folder, by another path to that folder; a look at every file would
    // be slow.
    if (path::filename(entry.file) == path::filename(file) && !fs::getUniqueID(entry.file, id) &&
        id == wanted)
      return &entry;
  }
  return nullptr;
}

const DatabaseEntry* CompilationDatabase::nearestEntry(llvm::StringRef file) const {
  const DatabaseEntry* best = nullptr;
  unsigned bestCommon = 0;
  for (const DatabaseEntry& entry : entries) {
    if (!isCudaSource(entry.file))
      continue;
    const unsigned common = commonFolders(entry.file, file);
    if (!best || common > bestCommon) {
      best = &entry;
      bestCommon = common;
    }
  }
  return best;
}

} // namespace cuda_lint
