#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <stdlib.h>

namespace cuda_lint {

/// A folder of files that lives as long as this object.
class TemporaryTree {
public:
  TemporaryTree() {
    std::string pattern = (std::filesystem::temp_directory_path() / "cuda-lint-test-XXXXXX").string();
    // By its real path, so that paths can be compared as text.
    folder = std::filesystem::canonical(mkdtemp(pattern.data()));
  }
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;
  ~TemporaryTree() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

  std::string path(const std::string& relative = "") const {
    return relative.empty() ? folder.string() : (folder / relative).string();
  }
  /// Makes the folders above, too. Gives the file's path.
  std::string write(const std::string& relative, const std::string& text) const {
    std::filesystem::create_directories((folder / relative).parent_path());
    std::ofstream(folder / relative, std::ios::binary) << text;
    return path(relative);
  }
  void link(const std::string& target, const std::string& relative) const {
    std::filesystem::create_directories((folder / relative).parent_path());
    std::filesystem::create_symlink(target, folder / relative);
  }

private:
  std::filesystem::path folder;
};

} // namespace cuda_lint
