#include "analyzer/launch/location.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cuda_lint {

std::optional<Location> locate(const Expr* lvalue, const ASTContext& context) {
  lvalue = lvalue->IgnoreParenCasts();
  if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(lvalue))
    return locate(temporary->getSubExpr(), context);
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(lvalue))
    return locate(cleanups->getSubExpr(), context);
  if (const auto* reference = dyn_cast<DeclRefExpr>(lvalue)) {
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
      return Location{variable->getCanonicalDecl(), {}};
    return std::nullopt;
  }
  if (const auto* member = dyn_cast<MemberExpr>(lvalue)) {
    if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl()))
      return Location{variable->getCanonicalDecl(), {}};
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field)
      return std::nullopt;
    field = field->getCanonicalDecl();
    if (isa<CXXThisExpr>(member->getBase()->IgnoreParenCasts()))
      return Location{field, {}};
    std::optional<Location> base = locate(member->getBase(), context);
    if (!base)
      return std::nullopt;
    if (member->isArrow())
      base->path.push_back({});
    base->path.push_back({field});
    return base;
  }
  const Expr* pointer = nullptr;
  uint64_t index = 0;
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    pointer = subscript->getBase();
    Expr::EvalResult result;
    bool known = !subscript->getIdx()->isValueDependent() &&
                 subscript->getIdx()->EvaluateAsInt(result, context) && result.Val.getInt().isNonNegative();
    index = known ? result.Val.getInt().getZExtValue() : Step::anyIndex;
  } else if (const auto* unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->getOpcode() == UO_Deref) {
    pointer = unary->getSubExpr();
  }
  std::optional<Location> base = pointer ? locate(pointer, context) : std::nullopt;
  if (base)
    base->path.push_back({nullptr, index});
  return base;
}

Overlap overlap(llvm::ArrayRef<Step> written, llvm::ArrayRef<Step> read) {
  Overlap result = Overlap::Whole;
  for (size_t i = 0; i != written.size(); ++i) {
    // What a pointer points to is no part of the pointer; arrays are never read whole.
    if (i == read.size())
      return written[i].field ? Overlap::Part : Overlap::None;
    if (written[i].field != read[i].field)
      return Overlap::None;
    if (written[i].index == read[i].index)
      continue;
    if (written[i].index != Step::anyIndex && read[i].index != Step::anyIndex)
      return Overlap::None;
    result = Overlap::Part;
  }
  return result;
}

} // namespace cuda_lint
