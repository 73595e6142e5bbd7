#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class PreprocessorOptions;
} // namespace clang
namespace llvm::vfs {
class InMemoryFileSystem;
} // namespace llvm::vfs

namespace cuda_lint {

/// The headers that stand ahead of a CUDA file although it does not include them: Clang's for CUDA, and what
/// nvcc gives beyond those. Ours exist in memory only.
class ImplicitHeaders {
public:
  /// Holds headers for when no include path has them; to be searched last.
  static constexpr llvm::StringLiteral fallbackDirectory = "/cuda-lint/fallback";

  ImplicitHeaders();
  ~ImplicitHeaders();

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> fileSystem() const { return files; }
  /// Includes the headers ahead of all others. `options` already has the macros of the command line.
  void addTo(clang::PreprocessorOptions& options);

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files;
};

} // namespace cuda_lint
