// Prints the events of the kernels of a file: dump-events FILE [KERNEL [X[,Y[,Z]]]]. What the engine
// believes, without any check. With a block shape that shape is used; else the launch sites' and so on.
#include "analyzer/checks/kernel_catalog.h"
#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/command_finder.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/launch/launch.h"
#include "analyzer/warp/device_ir.h"
#include "analyzer/warp/event_printer.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_lint;

int main(int argc, char** argv) {
  if (argc < 2) {
    llvm::errs() << "usage: dump-events FILE [KERNEL | --ir | --machine-ir]\n";
    return 2;
  }
  llvm::Expected<CudaToolkit> toolkit = findCudaToolkit({});
  if (!toolkit) {
    llvm::errs() << llvm::toString(toolkit.takeError()) << "\n";
    return 2;
  }
  llvm::SmallString<256> file(argv[1]);
  llvm::sys::fs::make_absolute(file);
  const llvm::StringRef wanted = argc > 2 ? argv[2] : "";
  CompileCommand command;
  command.file = file.str().str();
  command.directory = ".";
  for (int i = 3; i < argc; ++i)
    command.arguments.push_back(argv[i]);
  llvm::Error error =
      withTranslationUnit(command, toolkit->root, defaultArchitecture.str(), [&](TranslationUnit& unit) {
        KernelCatalog catalog(unit);
        catalog.dropForeignKernels();
        for (const UnusableKernel& kernel :
             prepareKernels(unit.module(), wanted == "--machine-ir" ? CodeShape::Machine : CodeShape::Source))
          llvm::outs() << "unusable " << kernel.mangledName << ": " << kernel.reason << "\n";
        if (wanted == "--ir" || wanted == "--machine-ir")
          unit.module().print(llvm::outs(), nullptr);
        const LaunchMap sites = findLaunches(unit.ast());
        for (const CatalogKernel& kernel : catalog.kernels()) {
          if (kernel.function->isDeclaration() ||
              (!wanted.empty() && !llvm::StringRef(kernel.name).contains(wanted)))
            continue;
          const Program program(*kernel.function);
          for (const DeclinedConstruct& construct : program.declined)
            llvm::outs() << "declined: " << construct.reason << "\n";
          for (const Launch& launch :
               launchesFor(*kernel.declaration, sites, {}, program.usesThreadY, program.usesThreadZ)) {
            llvm::outs() << "kernel " << kernel.name << " block " << launch.block[0] << " " << launch.block[1]
                         << " " << launch.block[2] << " (" << toString(launch.source) << ")\n";
            EventPrinter printer(llvm::outs());
            const KernelRunResult run = runKernel(program, launch, 2'000'000, printer);
            llvm::outs() << run.instructions << " instructions" << (run.isSampled ? ", sampled" : "") << " "
                         << run.gaveUp << "\n";
          }
        }
      });
  if (error) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
