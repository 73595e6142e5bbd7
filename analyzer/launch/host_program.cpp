#include "analyzer/launch/host_program.h"

#include "analyzer/launch/host_reader.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace cuda_lint {

/// Finds the functions; their bodies are read by HostReader. Function bodies are left out here.
class HostProgram::Visitor : public RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(HostProgram& program) : program_(program) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt*) { return true; }
  bool VisitFunctionDecl(FunctionDecl* function) {
    if (function->doesThisDeclarationHaveABody() && !function->isDependentContext())
      program_.add(function, true);
    return true;
  }

private:
  HostProgram& program_;
};

HostProgram::HostProgram(ASTContext& context) : context_(context) {
  const SourceManager& sources = context.getSourceManager();
  Visitor visitor(*this);
  for (Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
    if (place.isValid() && !sources.isInSystemHeader(place))
      visitor.TraverseDecl(declaration);
  }
}

llvm::ArrayRef<HostProgram::CallSite> HostProgram::callsOf(const FunctionDecl* function) const {
  auto found = calls_.find(function->getCanonicalDecl());
  return found == calls_.end() ? llvm::ArrayRef<CallSite>() : llvm::ArrayRef(found->second);
}

llvm::ArrayRef<HostProgram::SharedDefinition> HostProgram::definitionsOf(const ValueDecl* root) const {
  auto found = shared_.find(root);
  return found == shared_.end() ? llvm::ArrayRef<SharedDefinition>() : llvm::ArrayRef(found->second);
}

const HostFunction* HostProgram::function(const FunctionDecl* function) {
  const FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition) || definition->isDependentContext())
    return nullptr;
  return add(definition, false);
}

const llvm::DenseSet<const Stmt*>& HostProgram::defining(const HostFunction& function,
                                                         const Location& location) {
  auto [entry, isNew] = defining_.try_emplace({&function, location});
  auto definitions = function.definitions.find(location.root);
  if (!isNew || definitions == function.definitions.end())
    return entry->second;
  // Calls come last: in a recursion this set is asked for again before it is complete.
  for (bool isCall : {false, true})
    for (const Definition& definition : definitions->second) {
      if ((definition.kind == Definition::Kind::Callee) != isCall || !mayWrite(definition, location))
        continue;
      const Stmt* at = definition.at;
      while (at && entry->second.insert(at).second)
        at = function.parents.lookup(at);
    }
  return entry->second;
}

bool HostProgram::mayWrite(const Definition& definition, const Location& location) {
  Overlap written = overlap(definition.path, location.path);
  if (definition.kind != Definition::Kind::Callee || written != Overlap::Whole)
    return written != Overlap::None;
  auto callee = inCallee(definition, llvm::ArrayRef(location.path).drop_front(definition.path.size()));
  return !callee || callee->first->escaped.contains(callee->second.root) ||
         !defining(*callee->first, callee->second).empty();
}

std::optional<std::pair<const HostFunction*, Location>> HostProgram::inCallee(const Definition& definition,
                                                                              llvm::ArrayRef<Step> path) {
  const auto* construction = dyn_cast<CXXConstructExpr>(definition.at);
  const FunctionDecl* callee =
      construction ? construction->getConstructor() : cast<CallExpr>(definition.at)->getDirectCallee();
  const HostFunction* body = callee ? function(callee) : nullptr;
  if (!body)
    return std::nullopt;
  const ParmVarDecl* parameter = body->declaration->getParamDecl(definition.parameter);
  Location location{parameter, {}};
  if (parameter->getType()->isPointerType())
    location.path.push_back({});
  location.path.append(path.begin(), path.end());
  return std::pair(body, location);
}

HostFunction* HostProgram::add(const FunctionDecl* definition, bool isUsers) {
  auto [entry, isNew] = functions_.try_emplace(definition->getCanonicalDecl());
  if (!isNew)
    return entry->second;
  HostFunction& function = storage_.emplace_back();
  entry->second = &function;
  function.declaration = definition;
  std::tie(function.enclosing, function.enclosingPlace) = lambdas_.lookup(definition->getCanonicalDecl());

  HostReader reader(context_, function);
  reader.read();
  for (auto [callOperator, lambda] : reader.lambdas())
    lambdas_[callOperator] = {&function, lambda};
  if (!isUsers)
    return &function;

  for (auto [callee, call] : reader.calls())
    calls_[callee].push_back({call, &function});
  for (const CallExpr* call : reader.launchCalls())
    launchCalls_.push_back({call, &function});
  // What device code writes are other objects, or copies.
  if (!definition->hasAttr<CUDAGlobalAttr>() && !definition->hasAttr<CUDADeviceAttr>()) {
    for (const auto& [root, definitions] : function.definitions)
      for (const Definition& definition : definitions)
        share(root, definition, function);
    escaped_.insert(function.escaped.begin(), function.escaped.end());
  }
  Visitor visitor(*this);
  for (Decl* local : reader.localDeclarations())
    visitor.TraverseDecl(local);
  return &function;
}

void HostProgram::share(const ValueDecl* root, const Definition& definition, const HostFunction& function) {
  const auto* variable = dyn_cast<VarDecl>(root);
  if (!variable || variable->hasGlobalStorage())
    shared_[root].push_back({&function, definition});
  // `object.member = …` also counts for `this->member`.
  for (size_t i = 0; i != definition.path.size(); ++i) {
    const FieldDecl* field = definition.path[i].field;
    if (!field)
      continue;
    Definition ofMember = definition;
    ofMember.path.assign(definition.path.begin() + i + 1, definition.path.end());
    shared_[field].push_back({&function, ofMember});
  }
}

} // namespace cuda_lint
