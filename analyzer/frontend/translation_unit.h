#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class SourceManager;
} // namespace clang
namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cuda_lint {

/// How one source file is to be parsed.
struct CompileCommand {
  /// Absolute.
  std::string file;
  /// Absolute; relative paths in `arguments` are relative to it.
  std::string directory;
  /// Clang driver arguments, without the compiler, the source file, and all that deviceCompileArguments()
  /// adds.
  std::vector<std::string> arguments;
};

/// A file after one device-side parse: the AST (host functions included) and the unoptimised LLVM IR of its
/// device code. Lives only inside the callback of `withTranslationUnit`.
class TranslationUnit {
public:
  virtual ~TranslationUnit() = default;
  virtual clang::ASTContext& ast() = 0;
  /// NVPTX module as Clang's CodeGen gave it (no pass has run), with line tables.
  virtual llvm::Module& module() = 0;
  /// The declaration that a function of `module()` was made from; nullptr for intrinsics and generated
  /// functions.
  virtual const clang::FunctionDecl* declaration(const llvm::Function& function) = 0;
  /// Errors inside bodies of host functions ("file:line:col: error: message"). They do not touch device code,
  /// but launch sites there may be lost, and the AST of such a body holds expressions that do not evaluate.
  virtual const std::vector<std::string>& hostErrors() = 0;
};

/// Parses `command` for the device `architecture` ("sm_90") with the toolkit at `cudaPath`, makes IR, and
/// calls `use`. A file that does not parse gives an Error whose message is the first error with its place
/// ("/src/a.cu:3:5: error: use of …").
/// Nothing is printed. `use` is not called on error.
llvm::Error withTranslationUnit(const CompileCommand& command, const std::string& cudaPath,
                                const std::string& architecture,
                                llvm::function_ref<void(TranslationUnit&)> use);

} // namespace cuda_lint
