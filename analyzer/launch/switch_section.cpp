#include "analyzer/launch/switch_section.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cuda_lint {
namespace {

/// The statement behind all labels; null where there is none.
const Stmt* collectLabels(const Stmt* statement, llvm::SmallVectorImpl<const SwitchCase*>& labels) {
  while (const auto* label = dyn_cast_or_null<SwitchCase>(statement)) {
    labels.push_back(label);
    statement = label->getSubStmt();
  }
  return statement;
}

bool endsInBreak(const Stmt* statement) {
  const auto* block = dyn_cast<CompoundStmt>(statement);
  return isa<BreakStmt>(statement) || (block && !block->body_empty() && isa<BreakStmt>(block->body_back()));
}

} // namespace

bool leaves(const Stmt* statement) {
  if (!statement)
    return false;
  if (const auto* expression = dyn_cast<Expr>(statement)) {
    expression = expression->IgnoreParenCasts();
    if (const auto* cleanups = dyn_cast<ExprWithCleanups>(expression))
      expression = cleanups->getSubExpr()->IgnoreParenCasts();
    const auto* call = dyn_cast<CallExpr>(expression);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    return isa<CXXThrowExpr>(expression) || (callee && callee->isNoReturn());
  }
  if (const auto* block = dyn_cast<CompoundStmt>(statement))
    return !block->body_empty() && leaves(block->body_back());
  if (const auto* branch = dyn_cast<IfStmt>(statement))
    return leaves(branch->getThen()) && leaves(branch->getElse());
  return isa<ReturnStmt>(statement) || jumps(statement);
}

bool jumps(const Stmt* statement) {
  if (const auto* block = dyn_cast<CompoundStmt>(statement))
    return !block->body_empty() && jumps(block->body_back());
  return isa<BreakStmt>(statement) || isa<ContinueStmt>(statement) || isa<GotoStmt>(statement);
}

bool SwitchSection::hasDefault() const {
  return llvm::any_of(labels, [](const SwitchCase* label) { return isa<DefaultStmt>(label); });
}

bool SwitchSection::hasCase(const llvm::APSInt& value, const ASTContext& context) const {
  return llvm::any_of(labels, [&](const SwitchCase* any) {
    const auto* label = dyn_cast<CaseStmt>(any);
    if (!label || label->getLHS()->isValueDependent())
      return false;
    llvm::APSInt first = label->getLHS()->EvaluateKnownConstInt(context);
    llvm::APSInt last = label->getRHS() ? label->getRHS()->EvaluateKnownConstInt(context) : first;
    return llvm::APSInt::compareValues(first, value) <= 0 && llvm::APSInt::compareValues(value, last) <= 0;
  });
}

std::optional<llvm::APSInt> SwitchSection::onlyCase(const ASTContext& context) const {
  const auto* label = labels.size() == 1 ? dyn_cast<CaseStmt>(labels.front()) : nullptr;
  if (!label || label->getRHS() || label->getLHS()->isValueDependent())
    return std::nullopt;
  return label->getLHS()->EvaluateKnownConstInt(context);
}

llvm::SmallVector<SwitchSection, 4> sectionsOf(const SwitchStmt* statement) {
  llvm::SmallVector<SwitchSection, 4> result;
  const auto* body = dyn_cast<CompoundStmt>(statement->getBody());
  if (!body)
    return result;
  for (const Stmt* const* first = body->body_begin(); first != body->body_end(); ++first) {
    if (!isa<SwitchCase>(*first))
      continue;
    SwitchSection section;
    for (const Stmt* const* next = first; next != body->body_end(); ++next) {
      llvm::SmallVector<const SwitchCase*, 2> labels;
      const Stmt* plain = collectLabels(*next, labels);
      if (next == first)
        section.labels = labels;
      if (!plain)
        continue;
      if (!isa<BreakStmt>(plain))
        section.statements.push_back(plain);
      if (leaves(plain)) {
        section.isLeft = !endsInBreak(plain);
        break;
      }
    }
    result.push_back(std::move(section));
  }
  return result;
}

const SwitchSection* selectSection(llvm::ArrayRef<SwitchSection> sections, const llvm::APSInt& value,
                                   const ASTContext& context) {
  for (const SwitchSection& section : sections)
    if (section.hasCase(value, context))
      return &section;
  const auto* byDefault =
      llvm::find_if(sections, [](const SwitchSection& section) { return section.hasDefault(); });
  return byDefault == sections.end() ? nullptr : byDefault;
}

const SwitchSection* sectionAround(llvm::ArrayRef<SwitchSection> sections, const CompoundStmt* body,
                                   const Stmt* place) {
  const SwitchSection* result = nullptr;
  size_t next = 0;
  for (const Stmt* child : body->body()) {
    if (isa<SwitchCase>(child) && next != sections.size())
      result = &sections[next++];
    if (child == place)
      return result;
  }
  return nullptr;
}

} // namespace cuda_lint
