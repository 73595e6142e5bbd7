#include "analyzer/checks/kernel_catalog.h"

#include "analyzer/frontend/translation_unit.h"
#include "analyzer/warp/device_ir.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace cuda_lint {

namespace {

void locate(CatalogKernel& kernel, const clang::FunctionDecl& declaration, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(declaration.getLocation()));
  if (place.isInvalid())
    return;
  llvm::SmallString<256> path(place.getFilename());
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, true);
  kernel.file = path.str().str();
  kernel.line = place.getLine();
}

std::string nameOf(const clang::FunctionDecl& declaration, const clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  std::string name;
  llvm::raw_string_ostream stream(name);
  declaration.getNameForDiagnostic(stream, policy, true);
  return name;
}

/// Kernel templates of the user's own sources.
class TemplateFinder : public clang::RecursiveASTVisitor<TemplateFinder> {
public:
  explicit TemplateFinder(clang::ASTContext& context) : context_(context) {}

  bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* declaration) {
    const clang::FunctionDecl* pattern = declaration->getTemplatedDecl();
    if (!pattern->hasAttr<clang::CUDAGlobalAttr>() || !pattern->isThisDeclarationADefinition() ||
        context_.getSourceManager().isInSystemHeader(pattern->getLocation()))
      return true;
    for (const clang::FunctionDecl* specialization : declaration->specializations())
      if (specialization->getTemplateSpecializationKind() != clang::TSK_Undeclared &&
          specialization->hasBody())
        return true;
    CatalogKernel kernel;
    kernel.name = pattern->getNameAsString();
    locate(kernel, *pattern, context_);
    found.push_back(std::move(kernel));
    return true;
  }

  std::vector<CatalogKernel> found;

private:
  clang::ASTContext& context_;
};

} // namespace

KernelCatalog::KernelCatalog(TranslationUnit& unit) {
  clang::ASTContext& context = unit.ast();
  const clang::SourceManager& sources = context.getSourceManager();
  for (llvm::Function* function : kernelsOf(unit.module())) {
    const clang::FunctionDecl* declaration = unit.declaration(*function);
    if (!declaration) {
      foreign_.push_back(function);
      continue;
    }
    const clang::FunctionDecl* pattern = declaration->getTemplateInstantiationPattern();
    const clang::FunctionDecl& source = pattern ? *pattern : *declaration;
    if (sources.isInSystemHeader(source.getLocation())) {
      foreign_.push_back(function);
      continue;
    }
    CatalogKernel kernel;
    kernel.name = nameOf(*declaration, context);
    kernel.function = function;
    kernel.declaration = declaration->getCanonicalDecl();
    locate(kernel, source, context);
    // Clang's CodeGen leaves parameters unnamed; findings name them.
    unit.module().getContext().setDiscardValueNames(false);
    if (function->arg_size() == source.getNumParams())
      for (llvm::Argument& argument : function->args())
        argument.setName(source.getParamDecl(argument.getArgNo())->getName());
    kernels_.push_back(std::move(kernel));
  }
  std::stable_sort(kernels_.begin(), kernels_.end(), [](const CatalogKernel& a, const CatalogKernel& b) {
    return std::tie(a.file, a.line, a.name) < std::tie(b.file, b.line, b.name);
  });
  TemplateFinder finder(context);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  uninstantiated_ = std::move(finder.found);
}

void KernelCatalog::dropForeignKernels() {
  for (llvm::Function* function : foreign_)
    function->deleteBody();
}

} // namespace cuda_lint
