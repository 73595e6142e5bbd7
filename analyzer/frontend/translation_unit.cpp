#include "analyzer/frontend/translation_unit.h"

#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/error_collector.h"
#include "analyzer/frontend/implicit_headers.h"
#include "analyzer/frontend/resource_directory.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cuda_lint {
namespace {

/// Runs ahead of CodeGen, which refuses to go on after any error: takes back Clang's memory of the errors
/// that are in host functions alone, whenever CodeGen is about to look.
class HostErrorForgiver : public clang::ASTConsumer {
public:
  HostErrorForgiver(clang::DiagnosticsEngine& diagnostics, const ErrorCollector& errors)
      : diagnostics(diagnostics), errors(errors) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef) override {
    forgive();
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl*) override { forgive(); }
  void HandleTagDeclDefinition(clang::TagDecl*) override { forgive(); }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl*) override { forgive(); }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl*) override { forgive(); }
  void CompleteTentativeDefinition(clang::VarDecl*) override { forgive(); }
  void CompleteExternalDeclaration(clang::DeclaratorDecl*) override { forgive(); }
  void HandleVTable(clang::CXXRecordDecl*) override { forgive(); }
  void HandleTranslationUnit(clang::ASTContext&) override { forgive(); }

private:
  void forgive() {
    if (diagnostics.hasErrorOccurred() && errors.firstError().empty())
      diagnostics.Reset(/*soft=*/true);
  }

  clang::DiagnosticsEngine& diagnostics;
  const ErrorCollector& errors;
};

class ParsedUnit : public TranslationUnit {
public:
  ParsedUnit(clang::ASTContext& context, clang::CodeGenerator& generator, const ErrorCollector& errors)
      : context(context), generator(generator), errors(errors) {}

  clang::ASTContext& ast() override { return context; }
  llvm::Module& module() override { return *generator.GetModule(); }
  const clang::FunctionDecl* declaration(const llvm::Function& function) override {
    return llvm::dyn_cast_or_null<clang::FunctionDecl>(generator.GetDeclForMangledName(function.getName()));
  }
  const std::vector<std::string>& hostErrors() override { return errors.hostErrors(); }

private:
  clang::ASTContext& context;
  clang::CodeGenerator& generator;
  const ErrorCollector& errors;
};

using UnitFunction = llvm::function_ref<void(TranslationUnit&)>;

/// Runs behind CodeGen, while AST and module are alive.
class UnitConsumer : public clang::ASTConsumer {
public:
  UnitConsumer(clang::CodeGenerator& generator, const ErrorCollector& errors, UnitFunction use)
      : generator(generator), errors(errors), use(use) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!errors.firstError().empty() || generator.GetModule() == nullptr)
      return;
    ParsedUnit unit(context, generator, errors);
    use(unit);
  }

private:
  clang::CodeGenerator& generator;
  const ErrorCollector& errors;
  UnitFunction use;
};

class UnitAction : public clang::ASTFrontendAction {
public:
  UnitAction(llvm::LLVMContext& llvmContext, const ErrorCollector& errors, UnitFunction use)
      : llvmContext(llvmContext), errors(errors), use(use) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance,
                                                        llvm::StringRef file) override {
    auto generator = clang::CreateLLVMCodeGen(instance, file, llvmContext);
    auto user = std::make_unique<UnitConsumer>(*generator, errors, use);
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<HostErrorForgiver>(instance.getDiagnostics(), errors));
    consumers.push_back(std::move(generator));
    consumers.push_back(std::move(user));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  llvm::LLVMContext& llvmContext;
  const ErrorCollector& errors;
  UnitFunction use;
};

llvm::Error checkReadable(const std::string& file) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(file, status))
    return llvm::createStringError(file + ": cannot be read: " + error.message());
  if (llvm::sys::fs::is_directory(status))
    return llvm::createStringError(file + ": is a directory, not a source file");
  // A pipe or a terminal would keep the analysis waiting for ever.
  if (!llvm::sys::fs::is_regular_file(status))
    return llvm::createStringError(file + ": is not a regular file");
  return llvm::Error::success();
}

std::vector<std::string> deviceCompileArguments(const CompileCommand& command, const CudaToolkit& toolkit,
                                                const std::string& architecture,
                                                const std::string& resourceDirectory) {
  std::vector<std::string> arguments{"clang++", "-std=c++17"};
  arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
  const std::vector<std::string> device{
      "-fsyntax-only", "--cuda-device-only", "--no-offload-arch=all", "--cuda-gpu-arch=" + architecture,
      // The driver only knows a toolkit laid out as the installer does it: its headers are added by
      // prepare().
      "--cuda-path=" + toolkit.root, "-nogpuinc", "-nogpulib", "-resource-dir", resourceDirectory,
      // No remark is shown. Also lets pass what Clang alone takes for an error by default, such as narrowing.
      "-w", "-Wno-everything", "-ferror-limit=0", "-x", "cuda", command.file};
  arguments.insert(arguments.end(), device.begin(), device.end());
  return arguments;
}

/// What the driver either has no option for or would decide by the toolkit's version, which may be newer than
/// it knows.
void prepare(clang::CompilerInvocation& invocation, const CudaToolkit& toolkit) {
  auto& codeGen = invocation.getCodeGenOpts();
  // No `optnone`, lifetime and alias information, and unrolling as nvcc has it, for the passes to come.
  codeGen.OptimizationLevel = 3;
  codeGen.UnrollLoops = true;
  codeGen.DisableLLVMPasses = true;
  codeGen.ClearASTBeforeBackend = false;
  codeGen.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  codeGen.DebugColumnInfo = true;
  codeGen.setInlining(clang::CodeGenOptions::NormalInlining);

  auto& target = invocation.getTargetOpts();
  // Launches need to know how the run-time library of this age takes them.
  target.SDKVersion = llvm::VersionTuple(12, 8);
  llvm::erase_if(target.FeaturesAsWritten, [](llvm::StringRef f) { return f.starts_with("+ptx"); });
  target.FeaturesAsWritten.push_back("+ptx88");

  auto& search = invocation.getHeaderSearchOpts();
  for (const std::string& directory : toolkit.includeDirectories)
    search.AddPath(directory, clang::frontend::System, /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
  search.AddPath(ImplicitHeaders::fallbackDirectory, clang::frontend::After, /*IsFramework=*/false,
                 /*IgnoreSysRoot=*/true);

  // Else a kernel that launches another is an error, and so is what another file defines.
  invocation.getLangOpts().GPURelocatableDeviceCode = true;

  // Else Clang prints how many errors there were.
  invocation.getDiagnosticOpts().ShowCarets = false;
  auto& frontend = invocation.getFrontendOpts();
  // The process ends after a file or a few: tearing down the AST is wasted time.
  frontend.DisableFree = true;
}

llvm::Error firstErrorOf(const ErrorCollector& errors, const std::string& file) {
  if (errors.firstError().empty())
    return llvm::createStringError(file + ": error: Clang made no code of this file and gave no reason");
  // An error about the command line has no place of its own.
  if (llvm::StringRef(errors.firstError()).starts_with("error: "))
    return llvm::createStringError(file + ": " + errors.firstError());
  return llvm::createStringError(errors.firstError());
}

} // namespace

llvm::Error withTranslationUnit(const CompileCommand& command, const std::string& cudaPath,
                                const std::string& architecture, UnitFunction use) {
  if (llvm::Error error = checkReadable(command.file))
    return error;
  const std::optional<CudaToolkit> toolkit = toolkitAt(cudaPath);
  if (!toolkit)
    return llvm::createStringError(cudaPath + ": holds no CUDA toolkit (no include/cuda_runtime.h)");
  if (!parseArchitecture(architecture))
    return llvm::createStringError("unknown architecture '" + architecture + "'");
  llvm::Expected<std::string> resources = clangResourceDirectory();
  if (!resources)
    return resources.takeError();

  const std::vector<std::string> arguments =
      deviceCompileArguments(command, *toolkit, architecture, *resources);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments)
    pointers.push_back(argument.c_str());

  ImplicitHeaders headers;
  // One with a working directory of its own, so that files of different directories can be parsed in one
  // process.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk(llvm::vfs::createPhysicalFileSystem().release());
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
  files->pushOverlay(headers.fileSystem());
  files->setCurrentWorkingDirectory(command.directory);

  ErrorCollector errors;
  clang::DiagnosticOptions options;
  options.IgnoreWarnings = true;
  clang::CreateInvocationOptions creation;
  creation.Diags =
      clang::CompilerInstance::createDiagnostics(*files, options, &errors, /*ShouldOwnClient=*/false);
  creation.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, creation);
  if (!invocation || !errors.firstError().empty())
    return firstErrorOf(errors, command.file);
  prepare(*invocation, *toolkit);
  headers.addTo(invocation->getPreprocessorOpts());

  llvm::LLVMContext llvmContext;
  clang::CompilerInstance instance(invocation);
  instance.setVirtualFileSystem(files);
  instance.createDiagnostics(&errors, /*ShouldOwnClient=*/false);
  errors.setInstance(&instance);
  bool used = false;
  auto noteUse = [&](TranslationUnit& unit) {
    used = true;
    use(unit);
  };
  UnitAction action(llvmContext, errors, noteUse);
  instance.ExecuteAction(action);
  return used ? llvm::Error::success() : firstErrorOf(errors, command.file);
}

} // namespace cuda_lint
