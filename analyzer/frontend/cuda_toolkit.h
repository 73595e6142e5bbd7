#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cuda_lint {

/// A CUDA toolkit's headers; nothing else of a toolkit is used.
struct CudaToolkit {
  /// Absolute. What `withTranslationUnit` takes as its `cudaPath`.
  std::string root;
  /// Absolute, in the order in which they are searched; the first one holds cuda_runtime.h.
  std::vector<std::string> includeDirectories;
};

/// Where a toolkit may be. Gathered apart from the search so that a test can lay out its own machine.
struct ToolkitPlaces {
  /// `--cuda-path`: if set, no other place is tried.
  std::optional<std::string> cudaPath;
  /// The environment, as `getenv`.
  std::function<std::optional<std::string>(llvm::StringRef name)> environment;
  /// The folder that holds the running executable; empty if unknown.
  std::string executableDirectory;
  /// The toolkit's usual place.
  std::string systemPath = "/usr/local/cuda";

  /// This process's environment and executable.
  static ToolkitPlaces ofThisProcess(std::optional<std::string> cudaPath);
};

/// The toolkit at `root`, laid out as NVIDIA's installer, as a distribution's package or as the
/// `nvidia-cuda-*` Python wheels do it (`nvidia/cu13`, `nvidia/cuda_runtime`); nullopt where there is none.
std::optional<CudaToolkit> toolkitAt(llvm::StringRef root);

/// Searches, in this order: `--cuda-path`, CUDA_PATH, CUDA_HOME, nvcc on PATH (through symbolic links), the
/// usual place,
/// `.deps/cuda` beside or above the executable, the wheels in VIRTUAL_ENV. The error names all places tried.
llvm::Expected<CudaToolkit> findCudaToolkit(const ToolkitPlaces& places);

} // namespace cuda_lint
