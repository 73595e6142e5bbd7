#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <compare>
#include <functional>
#include <optional>

namespace cuda_lint {

/// One step from a value to a part of it: a member, an element of an array, or (index 0) what a pointer
/// points to.
struct Step {
  static constexpr uint64_t anyIndex = ~uint64_t(0);

  /// Null for an index.
  const clang::FieldDecl* field = nullptr;
  uint64_t index = 0;

  friend auto operator<=>(const Step&, const Step&) = default;
};

using Path = llvm::SmallVector<Step, 3>;

/// A variable, or a part of one. The root of `this->member` is the member itself.
struct Location {
  /// Canonical.
  const clang::ValueDecl* root = nullptr;
  Path path;

  friend bool operator==(const Location&, const Location&) = default;
  friend bool operator<(const Location& left, const Location& right) {
    return left.root != right.root ? std::less<>()(left.root, right.root) : left.path < right.path;
  }
};

/// The location that `lvalue` names; nullopt for what hangs on no variable.
std::optional<Location> locate(const clang::Expr* lvalue, const clang::ASTContext& context);

enum class Overlap { None, Whole, Part };

/// What a write to `written` does to a later read of `read`, both below one root. Part: it may, or changes
/// only a part.
Overlap overlap(llvm::ArrayRef<Step> written, llvm::ArrayRef<Step> read);

} // namespace cuda_lint
