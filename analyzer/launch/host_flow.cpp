#include "analyzer/launch/host_evaluator.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cuda_lint {
namespace {

constexpr size_t maxSections = 8;

/// True where control never goes on behind `statement`.
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
  return isa<ReturnStmt>(statement) || isa<BreakStmt>(statement) || isa<ContinueStmt>(statement) ||
         isa<GotoStmt>(statement);
}

/// The labels of one section of a switch, and the statements from there to the break.
struct Section {
  llvm::SmallVector<const SwitchCase*, 2> labels;
  llvm::SmallVector<const Stmt*, 4> statements;
  bool isLeft = false;

  bool hasDefault() const {
    return llvm::any_of(labels, [](const SwitchCase* label) { return isa<DefaultStmt>(label); });
  }
};

const Stmt* collectLabels(const Stmt* statement, llvm::SmallVectorImpl<const SwitchCase*>& labels) {
  while (const auto* label = dyn_cast_or_null<SwitchCase>(statement)) {
    labels.push_back(label);
    statement = label->getSubStmt();
  }
  return statement;
}

llvm::SmallVector<Section, 4> sections(const SwitchStmt* statement) {
  llvm::SmallVector<Section, 4> result;
  const auto* body = dyn_cast<CompoundStmt>(statement->getBody());
  if (!body)
    return result;
  for (const Stmt* const* first = body->body_begin(); first != body->body_end(); ++first) {
    if (!isa<SwitchCase>(*first))
      continue;
    Section section;
    for (const Stmt* const* next = first; next != body->body_end(); ++next) {
      llvm::SmallVector<const SwitchCase*, 2> passed;
      const Stmt* plain = collectLabels(*next, passed);
      if (next == first)
        section.labels = passed;
      if (plain && isa<BreakStmt>(plain))
        break;
      if (plain)
        section.statements.push_back(plain);
      if (leaves(plain)) {
        const auto* block = dyn_cast<CompoundStmt>(plain);
        section.isLeft = !(block && isa<BreakStmt>(block->body_back()));
        break;
      }
    }
    result.push_back(std::move(section));
  }
  return result;
}

/// The value of the only label; nullopt for a default, a range or several labels.
std::optional<llvm::APSInt> onlyCase(const Section& section, const ASTContext& context) {
  const auto* label = section.labels.size() == 1 ? dyn_cast<CaseStmt>(section.labels.front()) : nullptr;
  if (!label || label->getRHS() || label->getLHS()->isValueDependent())
    return std::nullopt;
  return label->getLHS()->EvaluateKnownConstInt(context);
}

bool hasCase(const Section& section, const llvm::APSInt& value, const ASTContext& context) {
  return llvm::any_of(section.labels, [&](const SwitchCase* any) {
    const auto* label = dyn_cast<CaseStmt>(any);
    if (!label || label->getLHS()->isValueDependent())
      return false;
    llvm::APSInt first = label->getLHS()->EvaluateKnownConstInt(context);
    llvm::APSInt last = label->getRHS() ? label->getRHS()->EvaluateKnownConstInt(context) : first;
    return llvm::APSInt::compareValues(first, value) <= 0 && llvm::APSInt::compareValues(value, last) <= 0;
  });
}

/// The section that `value` selects: its case, else the default; null where there is neither.
const Section* selected(llvm::ArrayRef<Section> all, const llvm::APSInt& value, const ASTContext& context) {
  for (const Section& section : all)
    if (hasCase(section, value, context))
      return &section;
  const auto* byDefault = llvm::find_if(all, [](const Section& section) { return section.hasDefault(); });
  return byDefault == all.end() ? nullptr : byDefault;
}

/// The section in which the direct child `place` of a switch's body stands last.
const Section* sectionAround(llvm::ArrayRef<Section> all, const CompoundStmt* body, const Stmt* place) {
  const Section* result = nullptr;
  size_t next = 0;
  for (const Stmt* child : body->body()) {
    if (isa<SwitchCase>(child) && next != all.size())
      result = &all[next++];
    if (child == place)
      return result;
  }
  return nullptr;
}

bool sameLocation(const Location& left, const Location& right) {
  return left.root == right.root && left.path == right.path;
}

} // namespace

std::optional<HostValue> HostEvaluator::valueAt(const Stmt* place, const Location& location,
                                                const Frame& frame) {
  const HostFunction& function = *frame.function;
  if (function.escaped.contains(location.root))
    return std::nullopt;
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
  const HostFunction& function = *frame.function;
  const auto& defining = function.defining(location.root);
  for (const Stmt* parent = function.parents.lookup(place); parent;
       place = parent, parent = function.parents.lookup(parent)) {
    Outcome outcome;
    if (const auto* block = dyn_cast<CompoundStmt>(parent)) {
      outcome = beforeInCompound(block, place, location, frame);
    } else if (const auto* branch = dyn_cast<IfStmt>(parent)) {
      if (place == branch->getThen())
        if (std::optional<HostValue> value = fixedByCondition(branch->getCond(), location, frame))
          return {true, value};
      if (place != branch->getCond() && place != branch->getInit() && defining.contains(branch->getCond()))
        outcome = after(branch->getCond(), location, frame);
    } else if (isa<ForStmt>(parent) || isa<WhileStmt>(parent) || isa<DoStmt>(parent) ||
               isa<CXXForRangeStmt>(parent)) {
      outcome = beforeInLoop(parent, place, location, frame);
    } else if (const auto* declarations = dyn_cast<DeclStmt>(parent)) {
      if (defining.contains(declarations))
        outcome = afterDeclarations(declarations, place, location, frame);
    } else if (const auto* operation = dyn_cast<BinaryOperator>(parent)) {
      bool isOrdered = operation->getOpcode() == BO_Comma || operation->isLogicalOp();
      if (isOrdered && place == operation->getRHS() && defining.contains(operation->getLHS()))
        outcome = after(operation->getLHS(), location, frame);
    }
    if (outcome.isDefined)
      return outcome;
  }
  return {};
}

HostEvaluator::Outcome HostEvaluator::beforeInCompound(const CompoundStmt* block, const Stmt* place,
                                                       const Location& location, const Frame& frame) {
  const auto& defining = frame.function->defining(location.root);
  const auto* around = dyn_cast_or_null<SwitchStmt>(frame.function->parents.lookup(block));
  const Stmt* const* at = llvm::find(block->body(), place);
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
  std::optional<Location> switched = locate(around->getCond(), context());
  if (!switched || !sameLocation(*switched, location))
    return {};
  llvm::SmallVector<Section, 4> all = sections(around);
  const Section* section = sectionAround(all, block, place);
  std::optional<llvm::APSInt> value = section ? onlyCase(*section, context()) : std::nullopt;
  return value ? Outcome{true, *value} : Outcome{};
}

/// The value of `location` where `condition` says that it equals something known.
std::optional<HostValue> HostEvaluator::fixedByCondition(const Expr* condition, const Location& location,
                                                         const Frame& frame) {
  const auto* operation = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!operation)
    return std::nullopt;
  if (operation->getOpcode() == BO_LAnd) {
    std::optional<HostValue> value = fixedByCondition(operation->getLHS(), location, frame);
    return value ? value : fixedByCondition(operation->getRHS(), location, frame);
  }
  if (operation->getOpcode() != BO_EQ || !location.root->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  for (bool isSwapped : {false, true}) {
    const Expr* variable = isSwapped ? operation->getRHS() : operation->getLHS();
    const Expr* value = isSwapped ? operation->getLHS() : operation->getRHS();
    std::optional<Location> compared = locate(variable, context());
    if (!compared || !sameLocation(*compared, location))
      continue;
    std::optional<HostValue> known = constant(value);
    return known ? convert(*known, location.root->getType(), context()) : std::nullopt;
  }
  return std::nullopt;
}

/// What `statement`, which holds a definition of the root, leaves in `location`.
HostEvaluator::Outcome HostEvaluator::after(const Stmt* statement, const Location& location,
                                            const Frame& frame) {
  const auto& defining = frame.function->defining(location.root);
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
  const auto& defining = frame.function->defining(location.root);
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
  const auto& defining = frame.function->defining(location.root);
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

HostEvaluator::Outcome HostEvaluator::afterSwitch(const SwitchStmt* statement, const Location& location,
                                                  const Frame& frame) {
  const auto& defining = frame.function->defining(location.root);
  llvm::SmallVector<Section, 4> all = sections(statement);
  std::optional<HostValue> value = evaluate(statement->getCond(), {}, frame);
  const auto* number = value ? std::get_if<llvm::APSInt>(&*value) : nullptr;
  const Section* section = nullptr;
  if (number) {
    section = selected(all, *number, context());
  } else {
    bool mayMatchNone = llvm::none_of(all, [](const Section& any) { return any.hasDefault(); });
    llvm::erase_if(all, [](const Section& any) { return any.isLeft; });
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

bool HostEvaluator::mayReach(const Stmt* place, const Frame& frame) {
  const auto& parents = frame.function->parents;
  for (const Stmt* parent = parents.lookup(place); parent; place = parent, parent = parents.lookup(parent)) {
    if (const auto* branch = dyn_cast<IfStmt>(parent)) {
      if (place != branch->getThen() && place != branch->getElse())
        continue;
      std::optional<bool> isTrue = condition(branch->getCond(), frame);
      if (isTrue && *isTrue != (place == branch->getThen()))
        return false;
    } else if (const auto* around = dyn_cast_or_null<SwitchStmt>(parents.lookup(parent))) {
      const auto* body = dyn_cast<CompoundStmt>(parent);
      std::optional<HostValue> value = body ? evaluate(around->getCond(), {}, frame) : std::nullopt;
      const auto* number = value ? std::get_if<llvm::APSInt>(&*value) : nullptr;
      if (!number)
        continue;
      llvm::SmallVector<Section, 4> all = sections(around);
      const Section* section = selected(all, *number, context());
      if (!section)
        return false;
      // Falling through from the selected section also leads here.
      bool isRun = llvm::any_of(section->statements, [&](const Stmt* statement) {
        for (const Stmt* at = statement; at && at != parent; at = parents.lookup(at))
          if (at == place)
            return true;
        return false;
      });
      if (!isRun)
        return false;
    }
  }
  return !frame.call || !frame.caller || mayReach(frame.call, *frame.caller);
}

} // namespace cuda_lint
