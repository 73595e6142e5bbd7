#include "analyzer/launch/host_evaluator.h"
#include "analyzer/launch/switch_section.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cuda_lint {

/// What holds where `condition` does: the variables that it compares for equality with something known.
std::vector<HostEvaluator::Fact> HostEvaluator::factsOf(const Expr* condition) {
  std::vector<Fact> facts;
  std::vector<const Expr*> conjuncts{condition};
  while (!conjuncts.empty()) {
    const auto* operation = dyn_cast<BinaryOperator>(conjuncts.back()->IgnoreParenImpCasts());
    conjuncts.pop_back();
    if (!operation || !operation->getLHS()->getType()->isIntegralOrEnumerationType())
      continue;
    if (operation->getOpcode() == BO_LAnd)
      conjuncts.insert(conjuncts.end(), {operation->getLHS(), operation->getRHS()});
    if (operation->getOpcode() != BO_EQ)
      continue;
    for (bool isSwapped : {false, true}) {
      const Expr* variable = isSwapped ? operation->getRHS() : operation->getLHS();
      const Expr* value = isSwapped ? operation->getLHS() : operation->getRHS();
      std::optional<Location> location = locate(variable, context());
      std::optional<HostValue> known = location ? constant(value) : std::nullopt;
      if (known)
        known = convert(*known, variable->IgnoreParenImpCasts()->getType(), context());
      if (known)
        facts.push_back({*location, *known});
    }
  }
  return facts;
}

/// What holds at `place` in the body of a switch: that the variable it is over has the value of the label.
std::vector<HostEvaluator::Fact> HostEvaluator::factsOfSection(const SwitchStmt* around,
                                                               const CompoundStmt* body, const Stmt* place) {
  std::optional<Location> location = locate(around->getCond(), context());
  if (!location)
    return {};
  llvm::SmallVector<SwitchSection, 4> sections = sectionsOf(around);
  const SwitchSection* section = sectionAround(sections, body, place);
  std::optional<llvm::APSInt> label = section ? section->onlyCase(context()) : std::nullopt;
  QualType type = around->getCond()->IgnoreParenImpCasts()->getType();
  std::optional<HostValue> value = label ? convert(*label, type, context()) : std::nullopt;
  return value ? std::vector<Fact>{{*location, *value}} : std::vector<Fact>();
}

void HostEvaluator::assumeReached(const Stmt* place, const Frame& frame) {
  const HostFunction& function = *frame.function;
  for (const Stmt* parent = function.parents.lookup(place); parent;
       place = parent, parent = function.parents.lookup(parent)) {
    std::vector<Fact> facts;
    if (const auto* branch = dyn_cast<IfStmt>(parent); branch && place == branch->getThen())
      facts = factsOf(branch->getCond());
    else if (const auto* around = dyn_cast_or_null<SwitchStmt>(function.parents.lookup(parent)))
      if (const auto* body = dyn_cast<CompoundStmt>(parent))
        facts = factsOfSection(around, body, place);
    for (const Fact& fact : facts) {
      // Only a variable that never changes had the value before the condition as well.
      const auto* variable = dyn_cast<VarDecl>(fact.location.root);
      auto definitions = function.definitions.find(fact.location.root);
      size_t count = definitions == function.definitions.end() ? 0 : definitions->second.size();
      if (variable && variable->hasLocalStorage() && count == (isa<ParmVarDecl>(variable) ? 0 : 1))
        facts_.try_emplace({&function, fact.location}, fact.value);
    }
  }
}

bool HostEvaluator::mayReach(const Stmt* place, const Frame& frame) {
  llvm::SaveAndRestore withoutFacts(usesFacts_, false);
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
      llvm::SmallVector<SwitchSection, 4> all = sectionsOf(around);
      const SwitchSection* section = selectSection(all, *number, context());
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
