// Lists, for each memory access of a file's kernels, how often data decided over it, as CSV:
// kernel, file, line, space, executions, of these with addresses from data, with lanes picked by data, not
// followed. Usage: list-accesses FILE [--launch GEOMETRY]... [-- CLANG_ARGS...]
// No check takes part: compare_truth.py asks by it which lines can be judged from the source at all.
#include "analyzer/checks/kernel_catalog.h"
#include "analyzer/checks/source_locator.h"
#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/command_finder.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/launch/launch_override.h"
#include "analyzer/warp/device_ir.h"
#include "analyzer/warp/kernel_run.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_lint;

namespace {

/// Warp instructions a kernel and geometry: each access need be seen but a few times.
constexpr uint64_t kBudget = 250'000;

/// How often each access was executed, and how often data decided over it.
class AccessList : public RunSink {
public:
  void restart() override { accesses_.clear(); }

  void memoryAccess(const MemoryAccess& access) override {
    if (access.space != AddressSpace::Shared && access.space != AddressSpace::Global &&
        access.space != AddressSpace::Unknown)
      return;
    Counts& counts = accesses_[access.instruction];
    counts.space = access.space;
    ++counts.executions;
    counts.data += access.address.has(LaneVector::Data) && access.address.isDivergentUnknown();
    counts.unfollowed += access.address.isDivergentUnknown() && !access.address.has(LaneVector::Data);
    counts.lanes += access.lanesUnknown;
  }

  void print(SourceLocator& locator, const std::string& kernel) const {
    for (const auto& [instruction, counts] : accesses_)
      if (std::optional<SourcePlace> place = locator.place(*instruction))
        llvm::outs() << kernel << "," << llvm::sys::path::filename(place->file) << "," << place->line << ","
                     << toString(counts.space) << "," << counts.executions << "," << counts.data << ","
                     << counts.lanes << "," << counts.unfollowed << "\n";
  }

private:
  struct Counts {
    AddressSpace space = AddressSpace::Unknown;
    uint64_t executions = 0;
    /// Executions whose addresses hang on the contents of memory, differently from lane to lane.
    uint64_t data = 0;
    /// Executions in which data decides which lanes take part.
    uint64_t lanes = 0;
    /// Executions whose addresses are not followed for another reason.
    uint64_t unfollowed = 0;
  };
  llvm::MapVector<const llvm::Instruction*, Counts> accesses_;
};

void listKernels(TranslationUnit& unit, const std::vector<LaunchOverride>& overrides) {
  KernelCatalog catalog(unit);
  catalog.dropForeignKernels();
  prepareKernels(unit.module());
  const LaunchMap sites = findLaunches(unit.ast());
  SourceLocator locator(unit.ast());
  for (const CatalogKernel& kernel : catalog.kernels()) {
    if (kernel.function->isDeclaration())
      continue;
    const Program program(*kernel.function);
    const std::string name = kernel.declaration->getNameAsString();
    for (const Launch& launch :
         launchesFor(*kernel.declaration, sites, overrides, program.usesThreadY, program.usesThreadZ)) {
      AccessList list;
      runKernel(program, launch, kBudget, list);
      list.print(locator, name);
    }
  }
}

} // namespace

int main(int argc, char** argv) {
  llvm::Expected<CudaToolkit> toolkit = findCudaToolkit({});
  if (argc < 2 || !toolkit) {
    llvm::errs() << (toolkit ? "usage: list-accesses FILE [--launch GEOMETRY]... [-- CLANG_ARGS...]"
                             : llvm::toString(toolkit.takeError()))
                 << "\n";
    return 2;
  }
  llvm::SmallString<256> file(argv[1]), directory;
  llvm::sys::fs::make_absolute(file);
  llvm::sys::fs::current_path(directory);
  CompileCommand command{file.str().str(), directory.str().str(), {}};
  std::vector<LaunchOverride> overrides;
  int i = 2;
  for (; i + 1 < argc && llvm::StringRef(argv[i]) == "--launch"; i += 2) {
    llvm::Expected<LaunchOverride> launch = parseLaunchOverride(argv[i + 1]);
    if (!launch) {
      llvm::errs() << llvm::toString(launch.takeError()) << "\n";
      return 2;
    }
    overrides.push_back(*launch);
  }
  if (i < argc && llvm::StringRef(argv[i]) == "--")
    command.arguments.assign(argv + i + 1, argv + argc);
  if (llvm::Error error = withTranslationUnit(command, toolkit->root, defaultArchitecture.str(),
                                              [&](TranslationUnit& unit) { listKernels(unit, overrides); })) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
