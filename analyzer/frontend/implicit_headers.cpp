#include "analyzer/frontend/implicit_headers.h"

#include "analyzer/frontend/nvcc_prelude.h"

#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <set>

namespace cuda_lint {
namespace {

constexpr llvm::StringLiteral beforePath = "/cuda-lint/before_cuda.h";
constexpr llvm::StringLiteral preludePath = "/cuda-lint/nvcc_prelude.h";
constexpr llvm::StringLiteral afterPath = "/cuda-lint/after_cuda.h";

/// Names that the user's command line defines for the program's own use. Those that configure a library stay
/// visible to it: the C library's and the compiler's begin with an underscore.
std::set<std::string> programMacros(const clang::PreprocessorOptions& options) {
  std::set<std::string> names;
  for (const auto& [definition, isUndefined] : options.Macros) {
    llvm::StringRef name =
        llvm::StringRef(definition).take_until([](char c) { return c == '=' || c == '('; });
    const bool configures = name.starts_with("_") || name.starts_with("CUDA") || name.starts_with("CURAND") ||
                            name.starts_with("NV_");
    if (!isUndefined && !configures)
      names.insert(name.str());
  }
  return names;
}

void add(llvm::vfs::InMemoryFileSystem& files, const llvm::Twine& path, llvm::StringRef text) {
  files.addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
}

} // namespace

ImplicitHeaders::ImplicitHeaders() : files(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()) {
  add(*files, preludePath, nvccPrelude);
  add(*files, fallbackDirectory + "/omp.h", openMpHeader);
}

ImplicitHeaders::~ImplicitHeaders() = default;

void ImplicitHeaders::addTo(clang::PreprocessorOptions& options) {
  // Clang's headers include much that nvcc does not, with parameters called V or N: a macro of that name,
  // which nvcc lets pass, must not reach them.
  std::string before;
  std::string after;
  for (const std::string& name : programMacros(options)) {
    before += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    after += "#pragma pop_macro(\"" + name + "\")\n";
  }
  add(*files, beforePath, before);
  add(*files, afterPath, after + nvccHeaders.str());
  options.Includes.insert(options.Includes.begin(), {beforePath.str(), "__clang_cuda_runtime_wrapper.h",
                                                     preludePath.str(), afterPath.str()});
}

} // namespace cuda_lint
