#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace cuda_lint {

/// True where control never goes on behind `statement`.
bool leaves(const clang::Stmt* statement);

/// True where `statement` ends in break, continue or goto.
bool jumps(const clang::Stmt* statement);

/// The labels that start a section of a switch, and the statements from there to the break, fallen-through
/// ones included.
struct SwitchSection {
  llvm::SmallVector<const clang::SwitchCase*, 2> labels;
  llvm::SmallVector<const clang::Stmt*, 4> statements;
  /// By return, throw, or the like.
  bool isLeft = false;

  bool hasDefault() const;
  bool hasCase(const llvm::APSInt& value, const clang::ASTContext& context) const;
  /// The value of the only label; nullopt for a default, a range or several labels.
  std::optional<llvm::APSInt> onlyCase(const clang::ASTContext& context) const;
};

/// In the order of the source; empty for a body that is no block.
llvm::SmallVector<SwitchSection, 4> sectionsOf(const clang::SwitchStmt* statement);

/// The section that `value` selects: its case, else the default; null where there is neither.
const SwitchSection* selectSection(llvm::ArrayRef<SwitchSection> sections, const llvm::APSInt& value,
                                   const clang::ASTContext& context);

/// The section whose label is the last before, or at, the direct child `place` of the switch's body.
const SwitchSection* sectionAround(llvm::ArrayRef<SwitchSection> sections, const clang::CompoundStmt* body,
                                   const clang::Stmt* place);

} // namespace cuda_lint
