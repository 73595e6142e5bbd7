#include "analyzer/launch/host_evaluator.h"
#include "analyzer/launch/switch_section.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cuda_lint {
namespace {

constexpr size_t maxSections = 8;

} // namespace

std::optional<HostValue> HostEvaluator::valueAt(const Stmt* place, const Location& location,
                                                const Frame& frame) {
  const HostFunction& function = *frame.function;
  if (function.escaped.contains(location.root))
    return std::nullopt;
  if (usesFacts_)
    if (auto fact = facts_.find({&function, location}); fact != facts_.end())
      return fact->second;
  if (Outcome outcome = before(place, location, frame); outcome.isDefined)
    return outcome.value;
  const auto* variable = dyn_cast<VarDecl>(location.root);
  if (!variable || variable->hasGlobalStorage())
    return shared(location.root, location.path);
  // What a lambda captures has, for lack of a better answer, the value that it has where the lambda is
  // written.
  if (function.enclosing && variable->getDeclContext() != function.declaration) {
    const Frame* around = &frame;
    while (around && around->function != function.enclosing)
      around = around->caller;
    return valueAt(function.enclosingPlace, location, around ? *around : enter(*function.enclosing));
  }
  const auto* parameter = dyn_cast<ParmVarDecl>(variable);
  if (!parameter)
    return std::nullopt;
  std::optional<HostValue> value = argument(parameter, location.path, frame);
  return value ? value : ofAnyObject(location.path);
}

/// Walks from `place` backwards to the start of the function.
HostEvaluator::Outcome HostEvaluator::before(const Stmt* place, const Location& location,
                                             const Frame& frame) {
  const auto& parents = frame.function->parents;
  for (const Stmt* parent = parents.lookup(place); parent; place = parent, parent = parents.lookup(parent))
    if (Outcome outcome = beforeWithin(parent, place, location, frame); outcome.isDefined)
      return outcome;
  return {};
}

/// From `place` backwards to the start of the statement `parent` around it.
HostEvaluator::Outcome HostEvaluator::beforeWithin(const Stmt* parent, const Stmt* place,
                                                   const Location& location, const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  if (const auto* block = dyn_cast<CompoundStmt>(parent))
    return beforeInCompound(block, place, location, frame);
  if (isa<ForStmt>(parent) || isa<WhileStmt>(parent) || isa<DoStmt>(parent) || isa<CXXForRangeStmt>(parent))
    return beforeInLoop(parent, place, location, frame);
  if (const auto* branch = dyn_cast<IfStmt>(parent)) {
    if (place == branch->getThen())
      for (const Fact& fact : factsOf(branch->getCond()))
        if (fact.location == location)
          return {true, fact.value};
    if (place != branch->getCond() && place != branch->getInit() && defining.contains(branch->getCond()))
      return after(branch->getCond(), location, frame);
    return {};
  }
  if (const auto* declarations = dyn_cast<DeclStmt>(parent))
    return defining.contains(declarations) ? afterDeclarations(declarations, place, location, frame)
                                           : Outcome{};
  const auto* operation = dyn_cast<BinaryOperator>(parent);
  bool isOrdered = operation && (operation->getOpcode() == BO_Comma || operation->isLogicalOp());
  if (isOrdered && place == operation->getRHS() && defining.contains(operation->getLHS()))
    return after(operation->getLHS(), location, frame);
  return {};
}

HostEvaluator::Outcome HostEvaluator::beforeInCompound(const CompoundStmt* block, const Stmt* place,
                                                       const Location& location, const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  const auto* around = dyn_cast_or_null<SwitchStmt>(frame.function->parents.lookup(block));
  const Stmt* const* at = defining.contains(block) ? llvm::find(block->body(), place) : block->body_begin();
  while (at != block->body_begin()) {
    // What stands before the label of a section has not been run.
    if (around && isa<SwitchCase>(*at))
      break;
    const Stmt* earlier = *--at;
    if (!defining.contains(earlier))
      continue;
    if (Outcome outcome = after(earlier, location, frame); outcome.isDefined)
      return outcome;
  }
  if (!around)
    return {};
  for (const Fact& fact : factsOfSection(around, block, place))
    if (fact.location == location)
      return {true, fact.value};
  return {};
}

/// What `statement`, which holds a definition of the root, leaves in `location`.
HostEvaluator::Outcome HostEvaluator::after(const Stmt* statement, const Location& location,
                                            const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt* child : llvm::reverse(block->body()))
      if (defining.contains(child))
        if (Outcome outcome = after(child, location, frame); outcome.isDefined)
          return outcome;
    return {};
  }
  if (const auto* declarations = dyn_cast<DeclStmt>(statement))
    return afterDeclarations(declarations, nullptr, location, frame);
  if (const auto* branch = dyn_cast<IfStmt>(statement))
    return afterIf(branch, location, frame);
  if (const auto* choice = dyn_cast<SwitchStmt>(statement))
    return afterSwitch(choice, location, frame);
  if (isa<ForStmt>(statement) || isa<WhileStmt>(statement) || isa<DoStmt>(statement))
    return afterLoop(statement, location, frame);
  auto definitions = frame.function->definitions.find(location.root);
  for (const Definition& definition : llvm::reverse(definitions->second))
    if (definition.at == statement)
      if (Outcome outcome = afterDefinition(definition, location, frame); outcome.isDefined)
        return outcome;
  // Only one side of these is run, or none.
  if (isa<AbstractConditionalOperator>(statement) || isa<LambdaExpr>(statement) ||
      isa<CXXForRangeStmt>(statement) || isa<CXXCatchStmt>(statement))
    return unknown();
  if (const auto* operation = dyn_cast<BinaryOperator>(statement); operation && operation->isLogicalOp())
    return defining.contains(operation->getRHS()) ? unknown() : after(operation->getLHS(), location, frame);
  Outcome result;
  for (const Stmt* child : statement->children())
    if (child && defining.contains(child))
      if (Outcome outcome = after(child, location, frame); outcome.isDefined)
        result = outcome;
  return result;
}

/// The declarations of one statement, those behind the initialiser `until` left out.
HostEvaluator::Outcome HostEvaluator::afterDeclarations(const DeclStmt* statement, const Stmt* until,
                                                        const Location& location, const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  Outcome result;
  for (const Decl* declaration : statement->decls()) {
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (!variable)
      continue;
    const Expr* initializer = variable->getInit();
    if (until && initializer == until)
      break;
    if (variable == location.root)
      result = {true, initializer ? evaluate(initializer, location.path, frame) : std::nullopt};
    else if (initializer && defining.contains(initializer))
      if (Outcome outcome = after(initializer, location, frame); outcome.isDefined)
        result = outcome;
  }
  return result;
}

HostEvaluator::Outcome HostEvaluator::afterDefinition(const Definition& definition, const Location& location,
                                                      const Frame& frame) {
  switch (overlap(definition.path, location.path)) {
  case Overlap::None:
    return {};
  case Overlap::Part:
    return unknown();
  case Overlap::Whole:
    break;
  }
  llvm::ArrayRef<Step> rest = llvm::ArrayRef(location.path).drop_front(definition.path.size());
  switch (definition.kind) {
  case Definition::Kind::Value:
    return {true, evaluate(definition.value, rest, frame)};
  case Definition::Kind::Update:
    return {true, updated(cast<Expr>(definition.at), frame)};
  case Definition::Kind::Callee:
    return writtenByCallee(definition, rest, frame);
  case Definition::Kind::Unknown:
    if (isa<CXXMemberCallExpr>(definition.at))
      return {true, ofAnyObject(rest)};
    return unknown();
  }
  llvm_unreachable("all kinds are handled");
}

HostEvaluator::Outcome HostEvaluator::afterIf(const IfStmt* statement, const Location& location,
                                              const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  const Stmt* sides[] = {statement->getThen(), statement->getElse()};
  if (defining.contains(sides[0]) || (sides[1] && defining.contains(sides[1]))) {
    std::optional<unsigned> side;
    if (leaves(sides[0]) != leaves(sides[1]))
      side = leaves(sides[0]) ? 1 : 0;
    else if (std::optional<bool> isTrue = condition(statement->getCond(), frame))
      side = *isTrue ? 0 : 1;
    else
      side = choose(statement, 2, frame);
    if (!side)
      return unknown();
    if (sides[*side] && defining.contains(sides[*side]))
      if (Outcome outcome = after(sides[*side], location, frame); outcome.isDefined)
        return outcome;
  }
  for (const Stmt* earlier : {static_cast<const Stmt*>(statement->getCond()), statement->getInit()})
    if (earlier && defining.contains(earlier))
      if (Outcome outcome = after(earlier, location, frame); outcome.isDefined)
        return outcome;
  return {};
}

/// True where `location` is defined on a way that leaves the loop or switch `around`, or its round, before
/// the end.
bool HostEvaluator::jumpsDefined(const Stmt* around, const Location& location, const Frame& frame) {
  const auto& parents = frame.function->parents;
  auto definitions = frame.function->definitions.find(location.root);
  for (const Definition& definition : definitions->second) {
    if (overlap(definition.path, location.path) == Overlap::None)
      continue;
    bool jumped = false;
    const Stmt* at = definition.at;
    for (const Stmt* parent = parents.lookup(at); at != around && parent;
         at = parent, parent = parents.lookup(at))
      jumped |= isa<IfStmt>(parent) && jumps(at);
    if (jumped && at == around)
      return true;
  }
  return false;
}

HostEvaluator::Outcome HostEvaluator::afterSwitch(const SwitchStmt* statement, const Location& location,
                                                  const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  if (jumpsDefined(statement, location, frame))
    return unknown();
  llvm::SmallVector<SwitchSection, 4> all = sectionsOf(statement);
  std::optional<HostValue> value = evaluate(statement->getCond(), {}, frame);
  const auto* number = value ? std::get_if<llvm::APSInt>(&*value) : nullptr;
  const SwitchSection* section = nullptr;
  if (number) {
    section = selectSection(all, *number, context());
  } else {
    bool mayMatchNone = llvm::none_of(all, [](const SwitchSection& any) { return any.hasDefault(); });
    llvm::erase_if(all, [](const SwitchSection& any) { return any.isLeft; });
    size_t count = all.size() + mayMatchNone;
    std::optional<unsigned> option =
        count && count <= maxSections ? choose(statement, count, frame) : std::nullopt;
    if (!option)
      return unknown();
    section = *option < all.size() ? &all[*option] : nullptr;
  }
  if (!section)
    return {};
  for (const Stmt* child : llvm::reverse(section->statements))
    if (defining.contains(child))
      if (Outcome outcome = after(child, location, frame); outcome.isDefined)
        return outcome;
  return {};
}

} // namespace cuda_lint
