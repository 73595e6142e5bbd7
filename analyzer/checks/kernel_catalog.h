#pragma once

#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang
namespace llvm {
class Function;
} // namespace llvm

namespace cuda_lint {

class TranslationUnit;

struct CatalogKernel {
  /// As the user writes it, with template arguments.
  std::string name;
  /// Absolute.
  std::string file;
  unsigned line = 0;
  /// nullptr for a template without instantiation.
  llvm::Function* function = nullptr;
  const clang::FunctionDecl* declaration = nullptr;
};

/// The kernels of a translation unit that are the user's own: those of system headers are not.
class KernelCatalog {
public:
  explicit KernelCatalog(TranslationUnit& unit);

  /// In the order of the source.
  const std::vector<CatalogKernel>& kernels() const { return kernels_; }
  /// Kernel templates of which there is no instantiation to analyze.
  const std::vector<CatalogKernel>& uninstantiated() const { return uninstantiated_; }
  /// Takes the bodies of kernels from system headers out of the module: a file that uses a library brings
  /// dozens.
  void dropForeignKernels();

private:
  std::vector<CatalogKernel> kernels_;
  std::vector<CatalogKernel> uninstantiated_;
  std::vector<llvm::Function*> foreign_;
};

} // namespace cuda_lint
