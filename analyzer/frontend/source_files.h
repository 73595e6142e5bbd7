#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace cuda_lint {

/// What the PATHs of a command line name. All paths are absolute, sorted within each PATH, and occur once.
struct FoundSources {
  /// The inputs, in the order of the PATHs.
  std::vector<std::string> files;
  /// `.cu` and `.cuh` files found in a directory that are no inputs of their own, since an input includes
  /// them.
  std::vector<std::string> includedOnly;
  /// Directories that could not be read: path and the system's reason.
  std::vector<std::pair<std::string, std::string>> unreadable;
};

/// A PATH that names nothing to analyze.
class SourceFilesError : public llvm::ErrorInfo<SourceFilesError> {
public:
  enum class Kind { NoSuchPath, NoCudaSource };

  static char ID;
  SourceFilesError(Kind kind, std::string path) : kind(kind), path(std::move(path)) {}
  void log(llvm::raw_ostream& stream) const override;
  std::error_code convertToErrorCode() const override;

  const Kind kind;
  /// As the user wrote it.
  const std::string path;
};

/// A file is taken as it is, whatever its name. A directory is searched recursively for `.cu`, and for `.cuh`
/// that no found `.cu` includes, directly or through other headers of the directory. Folders that are hidden,
/// or hold build products (`build`, `cmake-build-*`, `CMakeFiles`), are left out below a PATH, but a PATH
/// itself may be one. Error: SourceFilesError.
llvm::Expected<FoundSources> findSourceFiles(llvm::ArrayRef<std::string> paths);

} // namespace cuda_lint
