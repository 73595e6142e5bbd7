#include "analyzer/frontend/source_files.h"

#include "analyzer/frontend/include_graph.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

namespace cuda_lint {

char SourceFilesError::ID = 0;

void SourceFilesError::log(llvm::raw_ostream& stream) const {
  if (kind == Kind::NoSuchPath)
    stream << path << ": no such file or directory";
  else
    stream << path << ": no CUDA source (.cu or .cuh) in this directory";
}

std::error_code SourceFilesError::convertToErrorCode() const {
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string absolutePath(llvm::StringRef text) {
  llvm::SmallString<256> result(text);
  if (fs::make_absolute(result))
    return text.str();
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

bool isLeftOut(llvm::StringRef directoryName) {
  return directoryName.starts_with(".") || directoryName == "build" || directoryName == "CMakeFiles" ||
         directoryName.starts_with("cmake-build-");
}

bool mayBeIncluded(llvm::StringRef file) {
  static const std::set<llvm::StringRef> extensions{".cu",  ".cuh", ".h",   ".hh",  ".hpp", ".hxx",
                                                    ".inl", ".inc", ".ipp", ".tpp", ".cui"};
  return extensions.contains(path::extension(file));
}

/// What one PATH names.
struct Named {
  bool isDirectory = false;
  /// `.cu` and `.cuh` files, sorted; or the file itself.
  std::vector<std::string> sources;
};

class Finder {
public:
  llvm::Expected<FoundSources> find(llvm::ArrayRef<std::string> paths) {
    std::vector<Named> named;
    for (const std::string& given : paths) {
      llvm::Expected<Named> one = sourcesOf(given);
      if (!one)
        return one.takeError();
      named.push_back(std::move(*one));
    }
    return select(named);
  }

private:
  llvm::Expected<Named> sourcesOf(const std::string& given) {
    const std::string root = absolutePath(given);
    fs::file_status status;
    if (given.empty() || fs::status(root, status))
      return llvm::make_error<SourceFilesError>(SourceFilesError::Kind::NoSuchPath, given);
    if (!fs::is_directory(status)) {
      reachable.push_back(root);
      return Named{false, {root}};
    }
    Named result{true, {}};
    const size_t unreadableBefore = unreadable.size();
    std::set<fs::UniqueID> visited{status.getUniqueID()};
    walk(root, visited, result.sources);
    std::sort(result.sources.begin(), result.sources.end());
    if (result.sources.empty() && unreadable.size() == unreadableBefore)
      return llvm::make_error<SourceFilesError>(SourceFilesError::Kind::NoCudaSource, given);
    return result;
  }

  /// `visited` ends the walk where a symbolic link leads back.
  void walk(const std::string& directory, std::set<fs::UniqueID>& visited,
            std::vector<std::string>& sources) {
    std::vector<std::string> entries;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
      entries.push_back(entry->path());
    if (error)
      unreadable.emplace_back(directory, error.message());
    std::sort(entries.begin(), entries.end());
    for (const std::string& entry : entries) {
      fs::file_status status;
      if (fs::status(entry, status))
        continue; // A dangling link.
      if (fs::is_directory(status)) {
        if (!isLeftOut(path::filename(entry)) && visited.insert(status.getUniqueID()).second)
          walk(entry, visited, sources);
      } else if (fs::is_regular_file(status) && mayBeIncluded(entry)) {
        reachable.push_back(entry);
        if (path::extension(entry) == ".cu" || path::extension(entry) == ".cuh")
          sources.push_back(entry);
      }
    }
  }

  FoundSources select(const std::vector<Named>& named) {
    std::set<std::string> explicitFiles;
    std::set<std::string> kernels;
    for (const Named& one : named)
      for (const std::string& file : one.sources) {
        if (!one.isDirectory)
          explicitFiles.insert(file);
        if (!one.isDirectory || path::extension(file) == ".cu")
          kernels.insert(file);
      }
    IncludeGraph graph(reachable);
    const std::set<std::string> included = graph.includedByOthers(kernels);

    FoundSources result;
    result.unreadable = std::move(unreadable);
    std::set<fs::UniqueID> taken;
    for (const Named& one : named)
      for (const std::string& file : one.sources) {
        fs::UniqueID id;
        if (!fs::getUniqueID(file, id) && !taken.insert(id).second)
          continue;
        if (included.contains(file) && !explicitFiles.contains(file))
          result.includedOnly.push_back(file);
        else
          result.files.push_back(file);
      }
    return result;
  }

  /// Every file that an #include can name.
  std::vector<std::string> reachable;
  std::vector<std::pair<std::string, std::string>> unreadable;
};

} // namespace

llvm::Expected<FoundSources> findSourceFiles(llvm::ArrayRef<std::string> paths) {
  return Finder().find(paths);
}

} // namespace cuda_lint
