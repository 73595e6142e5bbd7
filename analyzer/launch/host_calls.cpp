#include "analyzer/launch/host_evaluator.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cuda_lint {
namespace {

// More values than this for one variable tell nothing about a launch; more callers are not gone through.
constexpr unsigned maxSharedDefinitions = 4;
constexpr size_t maxCallers = 16;

const Expr* argumentAt(const Expr* call, unsigned index) {
  if (const auto* construction = dyn_cast<CXXConstructExpr>(call))
    return index < construction->getNumArgs() ? construction->getArg(index) : nullptr;
  const auto* function = cast<CallExpr>(call);
  // The object is the first argument of an overloaded operator that is a member.
  if (isa<CXXOperatorCallExpr>(function) && isa_and_nonnull<CXXMethodDecl>(function->getDirectCallee()))
    ++index;
  return index < function->getNumArgs() ? function->getArg(index) : nullptr;
}

bool isLibrary(const Decl* declaration) {
  const SourceManager& sources = declaration->getASTContext().getSourceManager();
  SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
  return place.isInvalid() || sources.isInSystemHeader(place);
}

/// The name of a mathematical function without its variants' suffixes; empty for all others.
llvm::StringRef mathName(const FunctionDecl* callee) {
  if (!callee->getIdentifier() || (callee->hasBody() && !isLibrary(callee)))
    return "";
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  for (llvm::StringRef known : {"ceil", "floor", "round", "sqrt", "log2", "fabs", "abs", "pow"}) {
    llvm::StringRef suffix = name;
    if (suffix.consume_front(known) && (suffix.empty() || suffix == "f" || suffix == "l"))
      return known;
  }
  return "";
}

} // namespace

std::optional<HostValue> HostEvaluator::called(const CallExpr* call, llvm::ArrayRef<Step> path,
                                               const Frame& frame) {
  if (std::optional<HostValue> value = path.empty() ? constant(call) : std::nullopt)
    return value;
  const FunctionDecl* callee = call->getDirectCallee();
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || (method && method->isVirtual()))
    return std::nullopt;
  if (llvm::StringRef name = mathName(callee); !name.empty()) {
    llvm::SmallVector<HostValue, 2> arguments;
    for (const Expr* argument : call->arguments()) {
      std::optional<HostValue> value = evaluate(argument, {}, frame);
      if (!value)
        return std::nullopt;
      arguments.push_back(*value);
    }
    return applyMath(name, arguments, call->getType(), context());
  }
  const Frame* inside = this->call(callee, call, frame);
  return inside ? returned(inside->function->declaration->getBody(), path, *inside).value : std::nullopt;
}

std::optional<HostValue> HostEvaluator::constructed(const CXXConstructExpr* construction,
                                                    llvm::ArrayRef<Step> path, const Frame& frame) {
  const CXXConstructorDecl* constructor = construction->getConstructor();
  if (constructor->isCopyOrMoveConstructor())
    return evaluate(construction->getArg(0), path, frame);
  if (path.empty() || !path.front().field)
    return std::nullopt;
  const Frame* inside = call(constructor, construction, frame);
  if (!inside)
    return std::nullopt;
  Location member{path.front().field, Path(path.drop_front())};
  const auto* definition = cast<CXXConstructorDecl>(inside->function->declaration);
  if (program_.defining(*inside->function, member).contains(definition->getBody()))
    if (Outcome outcome = after(definition->getBody(), member, *inside); outcome.isDefined)
      return outcome.value;
  for (const CXXCtorInitializer* initializer : definition->inits())
    if (initializer->isMemberInitializer() && initializer->getMember()->getCanonicalDecl() == member.root)
      return evaluate(initializer->getInit(), member.path, *inside);
  return std::nullopt;
}

const HostEvaluator::Frame* HostEvaluator::call(const FunctionDecl* callee, const Expr* call,
                                                const Frame& frame) {
  const HostFunction* function = program_.function(callee);
  if (!function)
    return nullptr;
  for (const Frame* outer = &frame; outer && outer->call; outer = outer->caller)
    if (outer->function == function)
      return nullptr;
  return &frames_.emplace_back(Frame{function, call, &frame});
}

HostEvaluator::Frame& HostEvaluator::enter(const HostFunction& function) {
  Frame*& frame = entered_[&function];
  if (!frame)
    frame = &frames_.emplace_back(Frame{&function});
  return *frame;
}

void HostEvaluator::chooseCaller(Frame& frame) {
  const FunctionDecl* callee = frame.function->declaration;
  llvm::SmallVector<HostProgram::CallSite, 8> sites;
  for (const HostProgram::CallSite& site : program_.callsOf(callee))
    if (site.in != frame.function && sites.size() != maxCallers)
      sites.push_back(site);
  if (sites.empty())
    return;
  std::optional<unsigned> option = choose(callee, sites.size(), frame, Forks::Callers);
  if (!option)
    return;
  frame.call = sites[*option].call;
  frame.caller = &enter(*sites[*option].in);
  assumeReached(frame.call, *frame.caller);
}

std::optional<HostValue> HostEvaluator::argument(const ParmVarDecl* parameter, llvm::ArrayRef<Step> path,
                                                 const Frame& frame) {
  const auto* owner = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  const HostFunction* function = owner ? program_.function(owner) : nullptr;
  if (!function)
    return std::nullopt;
  const Frame* inside = &frame;
  while (inside && inside->function != function)
    inside = inside->caller;
  if (!inside || !inside->call) {
    Frame& entered = enter(*function);
    if (!entered.call)
      chooseCaller(entered);
    inside = &entered;
  }
  if (!inside->call)
    return std::nullopt;
  const Expr* passed = argumentAt(inside->call, parameter->getFunctionScopeIndex());
  return passed ? evaluate(passed, path, *inside->caller) : std::nullopt;
}

/// A global, a static member, or a member of an object that is not known: each of the values it is ever
/// given.
std::optional<HostValue> HostEvaluator::shared(const ValueDecl* root, llvm::ArrayRef<Step> path) {
  if (program_.isEscaped(root))
    return std::nullopt;
  const auto* field = dyn_cast<FieldDecl>(root);
  const auto* variable = dyn_cast<VarDecl>(root);
  llvm::SmallVector<HostProgram::SharedDefinition, 4> definitions;
  const Expr* initializer = variable ? variable->getAnyInitializer() : field->getInClassInitializer();
  if (initializer)
    definitions.push_back({&program_.nowhere(), {Definition::Kind::Value, initializer, initializer}});
  for (const HostProgram::SharedDefinition& shared : program_.definitionsOf(root)) {
    // Each constructor repeats the initialiser in the class.
    bool isRepeated = shared.definition.value && isa<CXXDefaultInitExpr>(shared.definition.value);
    if (!isRepeated && overlap(shared.definition.path, path) != Overlap::None)
      definitions.push_back(shared);
  }
  if (definitions.empty() || definitions.size() > maxSharedDefinitions)
    return std::nullopt;
  const Frame& nowhere = enter(program_.nowhere());
  std::optional<unsigned> option =
      choose(path.empty() ? root : static_cast<const void*>(path.back().field), definitions.size(), nowhere);
  if (!option || definitions[*option].definition.kind == Definition::Kind::Update)
    return std::nullopt;
  const auto& [in, definition] = definitions[*option];
  return afterDefinition(definition, {root, Path(path)}, enter(*in)).value;
}

std::optional<HostValue> HostEvaluator::ofAnyObject(llvm::ArrayRef<Step> path) {
  while (!path.empty()) {
    const FieldDecl* field = path.front().field;
    path = path.drop_front();
    if (field && !isLibrary(field))
      return shared(field, path);
  }
  return std::nullopt;
}

HostEvaluator::Outcome HostEvaluator::writtenByCallee(const Definition& definition, llvm::ArrayRef<Step> path,
                                                      const Frame& frame) {
  auto callee = program_.inCallee(definition, path);
  const Frame* inside = callee ? call(callee->first->declaration, cast<Expr>(definition.at), frame) : nullptr;
  if (!inside || inside->function->escaped.contains(callee->second.root))
    return unknown();
  const Stmt* body = inside->function->declaration->getBody();
  bool isWritten = program_.defining(*inside->function, callee->second).contains(body);
  return isWritten ? after(body, callee->second, *inside) : Outcome{};
}

/// The value that `statement` returns; not defined where control goes on behind it.
HostEvaluator::Outcome HostEvaluator::returned(const Stmt* statement, llvm::ArrayRef<Step> path,
                                               const Frame& frame) {
  if (!frame.function->returning.contains(statement))
    return {};
  if (depth_ >= maxDepth)
    return unknown();
  llvm::SaveAndRestore deeper(depth_, depth_ + 1);
  if (const auto* result = dyn_cast<ReturnStmt>(statement))
    return {true, result->getRetValue() ? evaluate(result->getRetValue(), path, frame) : std::nullopt};
  if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt* child : block->body())
      if (Outcome outcome = returned(child, path, frame); outcome.isDefined)
        return outcome;
    return {};
  }
  if (const auto* branch = dyn_cast<IfStmt>(statement)) {
    std::optional<bool> isTrue = condition(branch->getCond(), frame);
    if (!isTrue)
      if (std::optional<unsigned> side = choose(branch, 2, frame))
        isTrue = *side == 0;
    if (!isTrue)
      return unknown();
    const Stmt* taken = *isTrue ? branch->getThen() : branch->getElse();
    return taken ? returned(taken, path, frame) : Outcome{};
  }
  return unknown();
}

} // namespace cuda_lint
