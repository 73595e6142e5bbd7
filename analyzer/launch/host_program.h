#pragma once

#include "analyzer/launch/location.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace cuda_lint {

/// A place in a function that gives a variable, or a part of it, a value.
struct Definition {
  enum class Kind {
    /// Becomes `value`.
    Value,
    /// Compound assignment, ++ or --: `at` is the operator.
    Update,
    /// A call may write it through the parameter `parameter`.
    Callee,
    /// Written, but what is not told.
    Unknown
  };
  Kind kind = Kind::Unknown;
  const clang::Stmt* at = nullptr;
  const clang::Expr* value = nullptr;
  unsigned parameter = 0;
  Path path = {};
};

/// The body of a function, made ready to be walked backwards.
struct HostFunction {
  /// The definition; null for the initialisers of globals, which stand in no function.
  const clang::FunctionDecl* declaration = nullptr;
  /// For the call operator of a lambda: the function around it, and where.
  const HostFunction* enclosing = nullptr;
  const clang::Stmt* enclosingPlace = nullptr;
  llvm::DenseMap<const clang::Stmt*, const clang::Stmt*> parents;
  /// By root of the location.
  llvm::MapVector<const clang::ValueDecl*, std::vector<Definition>> definitions;
  /// Variables of which a pointer that may write is kept.
  llvm::DenseSet<const clang::ValueDecl*> escaped;
  /// Statements in which there is a return of this function.
  llvm::DenseSet<const clang::Stmt*> returning;
};

/// The user's host code of a translation unit: what calls, defines and launches where. Templates appear in
/// each instantiation. The bodies of system headers are only read when asked for by `function`.
class HostProgram {
public:
  struct Place {
    const clang::CallExpr* call;
    const HostFunction* in;
  };
  struct CallSite {
    const clang::Expr* call;
    const HostFunction* in;
  };
  struct SharedDefinition {
    const HostFunction* in;
    Definition definition;
  };

  explicit HostProgram(clang::ASTContext& context);

  clang::ASTContext& context() const { return context_; }

  /// Calls that may launch a kernel, in the order in which they stand.
  const std::vector<Place>& launchCalls() const { return launchCalls_; }
  /// Calls of `function` in the user's code.
  llvm::ArrayRef<CallSite> callsOf(const clang::FunctionDecl* function) const;
  /// Everything that defines a global, a static member or a member; initialisers of globals excepted.
  llvm::ArrayRef<SharedDefinition> definitionsOf(const clang::ValueDecl* root) const;
  /// True where a pointer to the global, which may write, is kept.
  bool isEscaped(const clang::ValueDecl* root) const { return escaped_.contains(root); }
  /// The body of `function`; null where there is none.
  const HostFunction* function(const clang::FunctionDecl* function);
  /// Statements of `function` in which `location` may be given a value.
  const llvm::DenseSet<const clang::Stmt*>& defining(const HostFunction& function, const Location& location);
  /// Where a call writes through a parameter: the callee and the location as it calls it, `path` being the
  /// rest of the location behind what is passed; nullopt for a callee without a body.
  std::optional<std::pair<const HostFunction*, Location>> inCallee(const Definition& definition,
                                                                   llvm::ArrayRef<Step> path);
  /// Stands for the code around global initialisers.
  const HostFunction& nowhere() const { return nowhere_; }

private:
  class Visitor;

  bool mayWrite(const Definition& definition, const Location& location);
  HostFunction* add(const clang::FunctionDecl* definition, bool isUsers);
  void share(const clang::ValueDecl* root, const Definition& definition, const HostFunction& function);

  clang::ASTContext& context_;
  HostFunction nowhere_;
  std::deque<HostFunction> storage_;
  llvm::DenseMap<const clang::FunctionDecl*, HostFunction*> functions_;
  llvm::DenseMap<const clang::FunctionDecl*, std::pair<const HostFunction*, const clang::Stmt*>> lambdas_;
  llvm::DenseMap<const clang::FunctionDecl*, std::vector<CallSite>> calls_;
  llvm::DenseMap<const clang::ValueDecl*, std::vector<SharedDefinition>> shared_;
  llvm::DenseSet<const clang::ValueDecl*> escaped_;
  std::vector<Place> launchCalls_;
  std::map<std::pair<const HostFunction*, Location>, llvm::DenseSet<const clang::Stmt*>> defining_;
};

} // namespace cuda_lint
