#pragma once

#include "analyzer/report/finding.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace clang {
class ASTContext;
} // namespace clang
namespace llvm {
class DILocation;
class GlobalVariable;
class Instruction;
} // namespace llvm

namespace cuda_lint {

/// From instructions to places in the user's sources.
class SourceLocator {
public:
  explicit SourceLocator(clang::ASTContext& context) : context_(context) {}

  /// The place of an instruction: its own, even in an inlined function; in a system header, the call that
  /// leads there. nullopt where the compiler made the instruction up.
  std::optional<SourcePlace> place(const llvm::Instruction& instruction);

  /// The name that the source gives to a variable of the module: without scopes.
  static std::string variableName(const llvm::GlobalVariable& variable);

private:
  struct File {
    std::string path;
    bool isSystem = false;
    /// Empty where the file cannot be read any more.
    llvm::StringRef text;
    std::vector<size_t> lineStarts;
  };
  const File& file(const llvm::DILocation& location);
  void extend(SourcePlace& place, const File& file) const;

  clang::ASTContext& context_;
  llvm::StringMap<File> files_;
};

} // namespace cuda_lint
