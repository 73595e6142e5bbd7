#pragma once

#include "analyzer/launch/host_program.h"

#include "clang/AST/ExprCXX.h"

#include <utility>
#include <vector>

namespace cuda_lint {

/// Reads one function body into a HostFunction, without recursion, since generated code nests without bound.
class HostReader {
public:
  HostReader(const clang::ASTContext& context, HostFunction& function)
      : context_(context), function_(function) {}

  void read();

  /// Callee (canonical) and call or construction.
  const auto& calls() const { return calls_; }
  const auto& launchCalls() const { return launchCalls_; }
  /// Call operator (canonical; of a generic lambda in every instantiation) and the lambda.
  const auto& lambdas() const { return lambdas_; }
  /// Classes and instantiations of generic lambdas within the body.
  const auto& localDeclarations() const { return localDeclarations_; }

private:
  void visit(const clang::Stmt* statement);
  void declare(const clang::DeclStmt* statement);
  void call(const clang::CallExpr* call);
  void construct(const clang::CXXConstructExpr* construction);
  void lambda(const clang::LambdaExpr* lambda);
  void passed(const clang::FunctionDecl* callee, unsigned parameter, const clang::Expr* argument,
              const clang::Expr* call);
  void addressTaken(const clang::UnaryOperator* operation);
  void define(const clang::Expr* lvalue, Definition definition);

  const clang::ASTContext& context_;
  HostFunction& function_;
  std::vector<std::pair<const clang::FunctionDecl*, const clang::Expr*>> calls_;
  std::vector<const clang::CallExpr*> launchCalls_;
  std::vector<std::pair<const clang::FunctionDecl*, const clang::Stmt*>> lambdas_;
  std::vector<clang::Decl*> localDeclarations_;
};

} // namespace cuda_lint
