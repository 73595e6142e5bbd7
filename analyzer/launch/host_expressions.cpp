#include "analyzer/launch/host_evaluator.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using llvm::APSInt;

namespace cuda_lint {
namespace {

Path join(Step step, llvm::ArrayRef<Step> rest) {
  Path path{step};
  path.append(rest.begin(), rest.end());
  return path;
}

/// The expression under what changes neither its value nor the place where it is evaluated.
const Expr* inner(const Expr* expression) {
  if (const auto* parens = dyn_cast<ParenExpr>(expression))
    return parens->getSubExpr();
  if (const auto* full = dyn_cast<FullExpr>(expression))
    return full->getSubExpr();
  if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    return temporary->getSubExpr();
  if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(expression))
    return bound->getSubExpr();
  if (const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(expression))
    return parameter->getReplacement();
  if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(expression))
    return argument->getExpr();
  if (const auto* initializer = dyn_cast<CXXDefaultInitExpr>(expression))
    return initializer->getExpr();
  if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(expression))
    return list->getSubExpr();
  if (const auto* opaque = dyn_cast<OpaqueValueExpr>(expression))
    return opaque->getSourceExpr();
  return nullptr;
}

std::optional<HostValue> zero(QualType type, llvm::ArrayRef<Step> path, const ASTContext& context) {
  if (!path.empty()) {
    if (!path.back().field)
      return std::nullopt;
    type = path.back().field->getType();
  }
  return convert(APSInt::get(0), type, context);
}

} // namespace

std::optional<HostValue> HostEvaluator::evaluate(const Expr* expression, llvm::ArrayRef<Step> path,
                                                 const Frame& frame) {
  if (!budget_.spend() || depth_ >= maxDepth || isImpossible_)
    return std::nullopt;
  llvm::SaveAndRestore deeper(depth_, depth_ + 1);
  while (const Expr* next = inner(expression))
    expression = next;
  std::optional<HostValue> value = evaluatePart(expression, path, frame);
  if (!value && path.empty())
    value = evaluateScalar(expression, frame);
  return value;
}

/// What may give a class, an array or a pointer as well as a scalar.
std::optional<HostValue> HostEvaluator::evaluatePart(const Expr* expression, llvm::ArrayRef<Step> path,
                                                     const Frame& frame) {
  if (const auto* cast = dyn_cast<CastExpr>(expression)) {
    std::optional<HostValue> value = evaluate(cast->getSubExpr(), path, frame);
    bool isConversion = path.empty() && cast->getType()->isArithmeticType() && cast->getCastKind() != CK_NoOp;
    return value && isConversion ? convert(*value, cast->getType(), context()) : value;
  }
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    if (const auto* function = dyn_cast<FunctionDecl>(reference->getDecl()))
      return HostValue(function);
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    bool isConstant =
        !variable || variable->getType().isConstQualified() || variable->getType()->isReferenceType();
    std::optional<HostValue> value = path.empty() && isConstant ? constant(expression) : std::nullopt;
    return value || !variable ? value
                              : valueAt(expression, {variable->getCanonicalDecl(), Path(path)}, frame);
  }
  if (const auto* member = dyn_cast<MemberExpr>(expression)) {
    if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl()))
      return valueAt(expression, {variable->getCanonicalDecl(), Path(path)}, frame);
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field)
      return std::nullopt;
    field = field->getCanonicalDecl();
    if (isa<CXXThisExpr>(member->getBase()->IgnoreParenCasts()))
      return valueAt(expression, {field, Path(path)}, frame);
    Path ofBase = join({field}, path);
    return evaluate(member->getBase(), member->isArrow() ? join({}, ofBase) : ofBase, frame);
  }
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    std::optional<HostValue> index = evaluate(subscript->getIdx(), {}, frame);
    std::optional<int64_t> number = index ? toInt64(*index) : std::nullopt;
    if (!number || *number < 0)
      return std::nullopt;
    return evaluate(subscript->getBase(), join({nullptr, static_cast<uint64_t>(*number)}, path), frame);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_Deref)
      return evaluate(unary->getSubExpr(), join({}, path), frame);
    if (unary->getOpcode() != UO_AddrOf)
      return std::nullopt;
    if (unary->getSubExpr()->getType()->isFunctionType())
      return evaluate(unary->getSubExpr(), path, frame);
    bool isFollowed = !path.empty() && path.front() == Step{};
    return isFollowed ? evaluate(unary->getSubExpr(), path.drop_front(), frame) : std::nullopt;
  }
  if (const auto* construction = dyn_cast<CXXConstructExpr>(expression))
    return constructed(construction, path, frame);
  if (const auto* list = dyn_cast<InitListExpr>(expression))
    return element(list, path, frame);
  if (const auto* operation = dyn_cast<AbstractConditionalOperator>(expression))
    return conditional(operation, path, frame);
  if (const auto* call = dyn_cast<CallExpr>(expression))
    return called(call, path, frame);
  if (isa<ImplicitValueInitExpr>(expression) || isa<CXXScalarValueInitExpr>(expression))
    return zero(expression->getType(), path, context());
  if (const auto* operation = dyn_cast<BinaryOperator>(expression))
    if (operation->getOpcode() == BO_Comma || operation->getOpcode() == BO_Assign)
      return evaluate(operation->getRHS(), path, frame);
  return std::nullopt;
}

std::optional<HostValue> HostEvaluator::evaluateScalar(const Expr* expression, const Frame& frame) {
  if (const auto* operation = dyn_cast<BinaryOperator>(expression))
    return operation->isAssignmentOp() ? updated(operation, frame) : binary(operation, frame);
  if (const auto* operation = dyn_cast<UnaryOperator>(expression))
    return unary(operation, frame);
  return constant(expression);
}

std::optional<HostValue> HostEvaluator::constant(const Expr* expression) {
  if (expression->isValueDependent() || expression->isTypeDependent())
    return std::nullopt;
  QualType type = expression->getType();
  if (type->isIntegralOrEnumerationType()) {
    Expr::EvalResult result;
    if (expression->EvaluateAsInt(result, context()))
      return result.Val.getInt();
  } else if (type->isRealFloatingType()) {
    llvm::APFloat result(0.0);
    if (expression->EvaluateAsFloat(result, context())) {
      bool isInexact = false;
      result.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
      return result.convertToDouble();
    }
  }
  return std::nullopt;
}

std::optional<HostValue> HostEvaluator::binary(const BinaryOperator* operation, const Frame& frame) {
  if (operation->isLogicalOp()) {
    std::optional<bool> left = condition(operation->getLHS(), frame);
    bool decisive = operation->getOpcode() == BO_LOr;
    std::optional<bool> result = left == decisive ? left : condition(operation->getRHS(), frame);
    // One side that decides is enough, even where the other is not known.
    if (!result || (*result != decisive && !left))
      return std::nullopt;
    return convert(APSInt::get(*result), operation->getType(), context());
  }
  std::optional<HostValue> left = evaluate(operation->getLHS(), {}, frame);
  std::optional<HostValue> right = left ? evaluate(operation->getRHS(), {}, frame) : std::nullopt;
  if (!right)
    return std::nullopt;
  return apply(operation->getOpcode(), *left, *right, operation->getType(), context());
}

std::optional<HostValue> HostEvaluator::unary(const UnaryOperator* operation, const Frame& frame) {
  if (operation->isPrefix() && operation->isIncrementDecrementOp())
    return updated(operation, frame);
  if (std::optional<HostValue> value = constant(operation))
    return value;
  std::optional<HostValue> operand = evaluate(operation->getSubExpr(), {}, frame);
  if (!operand || operation->isPostfix())
    return operand;
  return apply(operation->getOpcode(), *operand, operation->getType(), context());
}

std::optional<HostValue> HostEvaluator::conditional(const AbstractConditionalOperator* operation,
                                                    llvm::ArrayRef<Step> path, const Frame& frame) {
  std::optional<bool> isTrue = condition(operation->getCond(), frame);
  if (!isTrue)
    if (std::optional<unsigned> side = choose(operation, 2, frame))
      isTrue = *side == 0;
  if (!isTrue)
    return std::nullopt;
  return evaluate(*isTrue ? operation->getTrueExpr() : operation->getFalseExpr(), path, frame);
}

std::optional<HostValue> HostEvaluator::element(const InitListExpr* list, llvm::ArrayRef<Step> path,
                                                const Frame& frame) {
  if (list->isSyntacticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  if (path.empty() || (list->isTransparent() && list->getNumInits() == 1))
    return list->getNumInits() == 1   ? evaluate(list->getInit(0), path, frame)
           : list->getNumInits() == 0 ? zero(list->getType(), path, context())
                                      : std::nullopt;
  const Step& step = path.front();
  uint64_t index = step.index;
  if (step.field) {
    const RecordDecl* record = list->getType()->getAsRecordDecl();
    if (!record || record->isUnion() ||
        step.field->getParent()->getCanonicalDecl() != record->getCanonicalDecl())
      return std::nullopt;
    // Base classes come first in the list.
    const auto* derived = dyn_cast<CXXRecordDecl>(record);
    index = step.field->getFieldIndex() + (derived ? derived->getNumBases() : 0);
  }
  if (index < list->getNumInits())
    return evaluate(list->getInit(index), path.drop_front(), frame);
  const auto* array = context().getAsConstantArrayType(list->getType());
  bool isFilled = array && index < array->getZExtSize();
  return isFilled ? zero(array->getElementType(), path.drop_front(), context()) : std::nullopt;
}

/// The value that a compound assignment, ++ or -- leaves behind.
std::optional<HostValue> HostEvaluator::updated(const Expr* operation, const Frame& frame) {
  if (const auto* unary = dyn_cast<UnaryOperator>(operation)) {
    std::optional<HostValue> old = evaluate(unary->getSubExpr(), {}, frame);
    std::optional<HostValue> one = old ? convert(APSInt::get(1), unary->getType(), context()) : std::nullopt;
    if (!one)
      return std::nullopt;
    return apply(unary->isIncrementOp() ? BO_Add : BO_Sub, *old, *one, unary->getType(), context());
  }
  const auto* compound = dyn_cast<CompoundAssignOperator>(operation);
  if (!compound)
    return std::nullopt;
  std::optional<HostValue> old = evaluate(compound->getLHS(), {}, frame);
  std::optional<HostValue> left =
      old ? convert(*old, compound->getComputationLHSType(), context()) : std::nullopt;
  std::optional<HostValue> right = left ? evaluate(compound->getRHS(), {}, frame) : std::nullopt;
  if (!right)
    return std::nullopt;
  BinaryOperatorKind op = BinaryOperator::getOpForCompoundAssignment(compound->getOpcode());
  QualType resultType = compound->getComputationResultType();
  std::optional<HostValue> result = apply(op, *left, *right, resultType, context());
  return result ? convert(*result, compound->getType(), context()) : std::nullopt;
}

std::optional<bool> HostEvaluator::condition(const Expr* expression, const Frame& frame) {
  std::optional<HostValue> value = evaluate(expression, {}, frame);
  return value ? truth(*value) : std::nullopt;
}

std::optional<unsigned> HostEvaluator::choose(const void* fork, unsigned count, const Frame& frame,
                                              Forks kind) {
  Choices::Key key{fork, kind == Forks::Callers ? nullptr : frame.call};
  bool isAllowed = forks_ == Forks::All || (forks_ == Forks::Callers && kind == Forks::Callers);
  return count == 1 || isAllowed ? choices_.choose(key, count) : choices_.chosen(key);
}

} // namespace cuda_lint
