#include "analyzer/launch/host_reader.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cuda_lint {
namespace {

bool isWritablePointer(QualType type) {
  return type->isPointerType() && !type->isFunctionPointerType() &&
         !type->getPointeeType().isConstQualified();
}

bool isWritableReference(QualType type) {
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
}

/// `T&&` of a template takes every argument; it is there to pass it on, not to write it.
bool isForwarding(const FunctionDecl* callee, unsigned parameter) {
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  if (!pattern || pattern->getNumParams() == 0)
    return false;
  unsigned index = std::min(parameter, pattern->getNumParams() - 1);
  QualType type = pattern->getParamDecl(index)->getType();
  if (const auto* pack = type->getAs<PackExpansionType>())
    type = pack->getPattern();
  return type->isRValueReferenceType();
}

bool isLaunchCall(const CallExpr* call, const FunctionDecl* callee) {
  if (isa<CUDAKernelCallExpr>(call))
    return true;
  if (!callee || !callee->getIdentifier())
    return false;
  llvm::StringRef name = callee->getName();
  return name == "cudaLaunchKernel" || name == "cudaLaunchCooperativeKernel" ||
         name == "cudaLaunchKernelEx" || name == "cudaLaunchKernelExC";
}

} // namespace

void HostReader::read() {
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function_.declaration))
    for (const CXXCtorInitializer* initializer : constructor->inits())
      if (initializer->isMemberInitializer() && initializer->getInit())
        function_.definitions[initializer->getMember()->getCanonicalDecl()].push_back(
            {Definition::Kind::Value, initializer->getInit(), initializer->getInit()});

  std::vector<const Stmt*> pending{function_.declaration->getBody()};
  std::vector<const Stmt*> children;
  while (!pending.empty()) {
    const Stmt* statement = pending.back();
    pending.pop_back();
    visit(statement);
    if (const auto* lambda = dyn_cast<LambdaExpr>(statement); lambda && lambda->isGenericLambda())
      continue;
    children.clear();
    for (const Stmt* child : statement->children())
      if (child && function_.parents.try_emplace(child, statement).second)
        children.push_back(child);
    // In the order of the source, so that definitions and launches are.
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
}

void HostReader::visit(const Stmt* statement) {
  if (const auto* declaration = dyn_cast<DeclStmt>(statement)) {
    declare(declaration);
  } else if (const auto* binary = dyn_cast<BinaryOperator>(statement)) {
    if (binary->isCompoundAssignmentOp())
      define(binary->getLHS(), {Definition::Kind::Update, binary});
    else if (binary->isAssignmentOp())
      define(binary->getLHS(), {Definition::Kind::Value, binary, binary->getRHS()});
  } else if (const auto* unary = dyn_cast<UnaryOperator>(statement)) {
    if (unary->isIncrementDecrementOp())
      define(unary->getSubExpr(), {Definition::Kind::Update, unary});
    else if (unary->getOpcode() == UO_AddrOf)
      addressTaken(unary);
  } else if (const auto* construction = dyn_cast<CXXConstructExpr>(statement)) {
    construct(construction);
  } else if (const auto* callExpression = dyn_cast<CallExpr>(statement)) {
    call(callExpression);
  } else if (const auto* lambdaExpression = dyn_cast<LambdaExpr>(statement)) {
    lambda(lambdaExpression);
  } else if (isa<ReturnStmt>(statement)) {
    for (const Stmt* at = statement; at && !isa<LambdaExpr>(at); at = function_.parents.lookup(at))
      if (!function_.returning.insert(at).second)
        break;
  }
}

void HostReader::declare(const DeclStmt* statement) {
  for (Decl* declaration : statement->decls()) {
    if (isa<CXXRecordDecl>(declaration))
      localDeclarations_.push_back(declaration);
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (!variable)
      continue;
    function_.definitions[variable->getCanonicalDecl()].push_back(
        {variable->getInit() ? Definition::Kind::Value : Definition::Kind::Unknown, statement,
         variable->getInit()});
    if (variable->getInit() && !variable->isImplicit() && isWritableReference(variable->getType()))
      if (std::optional<Location> referred = locate(variable->getInit(), context_))
        function_.escaped.insert(referred->root);
  }
}

void HostReader::call(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (callee)
    calls_.push_back({callee->getCanonicalDecl(), call});
  if (isLaunchCall(call, callee)) {
    launchCalls_.push_back(call);
    return;
  }
  llvm::ArrayRef<const Expr*> arguments(call->getArgs(), call->getNumArgs());
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
    const CXXMethodDecl* method = member->getMethodDecl();
    if (method && !method->isConst() && !method->isStatic())
      define(member->getImplicitObjectArgument(), {Definition::Kind::Unknown, call});
  } else if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(call)) {
    if (const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee)) {
      bool isPlainAssignment = operation->getOperator() == OO_Equal && arguments.size() == 2;
      if (isPlainAssignment && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
        define(arguments[0], {Definition::Kind::Value, call, arguments[1]});
      else if (!method->isConst() && !method->isStatic() && !method->getParent()->isLambda())
        define(arguments[0], {Definition::Kind::Unknown, call});
      arguments = arguments.drop_front();
    }
  }
  for (unsigned i = 0; i != arguments.size(); ++i)
    passed(callee, i, arguments[i], call);
}

void HostReader::construct(const CXXConstructExpr* construction) {
  const CXXConstructorDecl* constructor = construction->getConstructor();
  calls_.push_back({constructor->getCanonicalDecl(), construction});
  if (constructor->isCopyOrMoveConstructor())
    return;
  for (unsigned i = 0; i != construction->getNumArgs(); ++i)
    passed(constructor, i, construction->getArg(i), construction);
}

void HostReader::lambda(const LambdaExpr* lambda) {
  const CXXMethodDecl* callOperator = lambda->getCallOperator();
  if (!lambda->isGenericLambda()) {
    lambdas_.push_back({callOperator->getCanonicalDecl(), lambda});
    return;
  }
  for (FunctionDecl* instantiation : callOperator->getDescribedFunctionTemplate()->specializations()) {
    lambdas_.push_back({instantiation->getCanonicalDecl(), lambda});
    localDeclarations_.push_back(instantiation);
  }
}

void HostReader::passed(const FunctionDecl* callee, unsigned parameter, const Expr* argument,
                        const Expr* call) {
  bool isDeclared = callee && parameter < callee->getNumParams();
  QualType type = isDeclared ? callee->getParamDecl(parameter)->getType() : argument->getType();
  Definition definition{isDeclared ? Definition::Kind::Callee : Definition::Kind::Unknown, call, nullptr,
                        parameter};
  if (isWritableReference(type)) {
    if (!isDeclared || !isForwarding(callee, parameter))
      define(argument, definition);
    return;
  }
  if (!isWritablePointer(type))
    return;
  const Expr* pointer = argument->IgnoreParenCasts();
  const auto* addressOf = dyn_cast<UnaryOperator>(pointer);
  if (addressOf && addressOf->getOpcode() == UO_AddrOf) {
    define(addressOf->getSubExpr(), definition);
    return;
  }
  std::optional<Location> pointee = locate(pointer, context_);
  if (!pointee)
    return;
  definition.path = pointee->path;
  definition.path.push_back({nullptr, pointer->getType()->isArrayType() ? Step::anyIndex : 0});
  function_.definitions[pointee->root].push_back(definition);
}

void HostReader::addressTaken(const UnaryOperator* operation) {
  const Expr* pointer = operation;
  const Stmt* user = function_.parents.lookup(pointer);
  while (user && (isa<ParenExpr>(user) || isa<CastExpr>(user))) {
    pointer = cast<Expr>(user);
    user = function_.parents.lookup(user);
  }
  // Arguments of calls are seen at the call; an initialiser list holds the argument pointers of a kernel,
  // which reads them. So does an array of void pointers.
  if (!user || isa<CallExpr>(user) || isa<CXXConstructExpr>(user) || isa<InitListExpr>(user) ||
      isa<UnaryOperator>(user) || pointer->getType()->isVoidPointerType() ||
      !isWritablePointer(pointer->getType()))
    return;
  std::optional<Location> location = locate(operation->getSubExpr(), context_);
  if (location && !location->root->getType()->isPointerType())
    function_.escaped.insert(location->root);
}

void HostReader::define(const Expr* lvalue, Definition definition) {
  std::optional<Location> location = locate(lvalue, context_);
  if (!location)
    return;
  definition.path = location->path;
  function_.definitions[location->root].push_back(std::move(definition));
}

} // namespace cuda_lint
