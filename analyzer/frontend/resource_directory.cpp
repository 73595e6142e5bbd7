#include "analyzer/frontend/resource_directory.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <dlfcn.h>

namespace cuda_lint {
namespace {

bool holdsCudaHeaders(llvm::StringRef directory) {
  llvm::SmallString<256> header(directory);
  llvm::sys::path::append(header, "include", "__clang_cuda_runtime_wrapper.h");
  return llvm::sys::fs::exists(header);
}

/// `<prefix>/lib/clang/22` for a file in `<prefix>/lib` or `<prefix>/bin`, symbolic links followed.
std::string resourceDirectoryBeside(llvm::StringRef file) {
  llvm::SmallString<256> path;
  if (file.empty() || llvm::sys::fs::real_path(file, path))
    return {};
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "lib", "clang", CLANG_VERSION_MAJOR_STRING);
  return std::string(path);
}

std::string clangLibraryPath() {
  // A function that only libclang-cpp defines.
  std::string (*inLibrary)() = &clang::getClangFullVersion;
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(inLibrary), &info) == 0 || info.dli_fname == nullptr)
    return {};
  return info.dli_fname;
}

} // namespace

llvm::Expected<std::string> clangResourceDirectory() {
  std::string onPath;
  if (auto program = llvm::sys::findProgramByName("clang-" CLANG_VERSION_MAJOR_STRING))
    onPath = *program;
  for (const std::string& candidate :
       {std::string(CUDA_LINT_CLANG_RESOURCE_DIR), resourceDirectoryBeside(clangLibraryPath()),
        resourceDirectoryBeside(onPath)})
    if (!candidate.empty() && holdsCudaHeaders(candidate))
      return candidate;
  return llvm::createStringError(
      "Clang " CLANG_VERSION_MAJOR_STRING "'s own headers (lib/clang/" CLANG_VERSION_MAJOR_STRING
      "/include) were not found; install libclang-common-" CLANG_VERSION_MAJOR_STRING "-dev");
}

} // namespace cuda_lint
