// How many warp instructions a second the engine interprets on one core, alone and with the checks listening;
// and whether memory grows with their number.
#include "analyzer/checks/check_group.h"
#include "analyzer/checks/kernel_catalog.h"
#include "analyzer/checks/lint.h"
#include "analyzer/checks/source_locator.h"
#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/warp/device_ir.h"
#include "analyzer/warp/interpreter.h"

#include "llvm/IR/Function.h"

#include <benchmark/benchmark.h>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cuda_lint;

namespace {

/// A kernel and the geometry that it runs in.
struct Workload {
  const char* name;
  /// Below the project's root.
  const char* file;
  const char* kernel;
  std::array<uint64_t, 3> block;
  std::array<std::optional<uint64_t>, 3> grid;
  std::vector<std::optional<int64_t>> arguments;
};

constexpr uint64_t kBlocks = 256;

Workload rung(const char* name, const char* file, const char* kernel) {
  const std::optional<int64_t> unknown;
  return {name, file, kernel, {256, 1, 1}, {kBlocks, 1, 1}, {unknown, unknown, int64_t{1} << 20}};
}

std::vector<Workload> workloads() {
  const char* own = "bench/warp_kernels.cu";
  const std::optional<int64_t> unknown;
  return {
      rung("ladder_v0", "kernel_templates/ladder/reduce_v0.cu", "reduceV0"),
      rung("ladder_v1", "kernel_templates/ladder/reduce_v1.cu", "reduceV1"),
      rung("ladder_v2", "kernel_templates/ladder/reduce_v2.cu", "reduceV2"),
      rung("ladder_v3", "kernel_templates/ladder/reduce_v3.cu", "reduceV3"),
      rung("ladder_v4", "kernel_templates/ladder/reduce_v4.cu", "reduceV4"),
      rung("ladder_v4_1", "kernel_templates/ladder/reduce_v4_1.cu", "reduceV4_1"),
      rung("ladder_v5", "kernel_templates/ladder/reduce_v5.cu", "reduceV5<256U>"),
      rung("ladder_v8", "kernel_templates/ladder/reduce_v8.cu", "reduceV8<256U, 4U>"),
      {"symbolic", own, "transposeAndScale", {32, 8, 1}, {unknown, unknown, 1}, {}},
      {"matmul", own, "multiply<32>", {32, 32, 1}, {16, 16, 1}, {unknown, unknown, unknown, 512}},
  };
}

/// Runs all warps of block after block of the grid; where an extent is not known the block's index is not
/// known either.
class GridRun {
public:
  GridRun(const Program& program, const Launch& launch, EventSink& sink)
      : launch_(launch), interpreter_(program, launch, sink, {}) {}

  void runBlock(uint64_t number) {
    WarpPosition position;
    for (unsigned i = 0; i < 3; ++i) {
      if (!launch_.grid[i])
        continue;
      position.block[i] = number % *launch_.grid[i];
      number /= *launch_.grid[i];
    }
    const uint64_t warps = launch_.block[0] * launch_.block[1] * launch_.block[2] / kWarpSize;
    for (position.warp = 0; position.warp < warps; ++position.warp)
      if (interpreter_.runWarp(position, UINT64_MAX) != RunOutcome::Finished)
        std::abort();
  }

  uint64_t executed() const { return interpreter_.executed(); }

private:
  const Launch launch_;
  Interpreter interpreter_;
};

/// Calls `use` with the kernel decoded; false, and the benchmark ends with the reason, where there is none.
void withProgram(benchmark::State& state, const Workload& workload,
                 llvm::function_ref<void(const Program&, const Launch&, SourceLocator&)> use) {
  llvm::Expected<CudaToolkit> toolkit = findCudaToolkit({});
  if (!toolkit) {
    state.SkipWithError(llvm::toString(toolkit.takeError()).c_str());
    return;
  }
  CompileCommand command;
  command.directory = PROJECT_SOURCE_DIR;
  command.file = command.directory + "/" + workload.file;
  bool isFound = false;
  llvm::Error error =
      withTranslationUnit(command, toolkit->root, defaultArchitecture.str(), [&](TranslationUnit& unit) {
        KernelCatalog catalog(unit);
        catalog.dropForeignKernels();
        prepareKernels(unit.module());
        SourceLocator locator(unit.ast());
        for (const CatalogKernel& kernel : catalog.kernels()) {
          if (kernel.name != workload.kernel)
            continue;
          isFound = true;
          Launch launch;
          launch.block = workload.block;
          launch.grid = workload.grid;
          launch.arguments = workload.arguments;
          use(Program(*kernel.function), launch, locator);
        }
      });
  if (error)
    state.SkipWithError(llvm::toString(std::move(error)).c_str());
  else if (!isFound)
    state.SkipWithError("no such kernel");
}

std::unique_ptr<RunSink> makeSink(bool withChecks, const RunContext& context) {
  std::unique_ptr<RunSink> sink;
  if (withChecks) {
    std::vector<std::string> ids;
    for (const CheckInfo& check : allChecks())
      ids.push_back(check.id.str());
    sink = std::make_unique<CheckGroup>(ids, context);
  } else {
    sink = std::make_unique<RunSink>();
  }
  sink->beginBlock({});
  return sink;
}

void interpret(benchmark::State& state, const Workload& workload, bool withChecks) {
  withProgram(state, workload, [&](const Program& program, const Launch& launch, SourceLocator& locator) {
    const std::unique_ptr<RunSink> sink = makeSink(withChecks, {program, launch, locator});
    GridRun run(program, launch, *sink);
    uint64_t block = 0;
    for (auto _ : state)
      run.runBlock(block++ % kBlocks);
    state.SetItemsProcessed(static_cast<int64_t>(run.executed()));
  });
}

/// In KiB, of a child process that interprets `blocks` blocks with all checks.
int64_t peakMemory(const RunContext& context, uint64_t blocks) {
  const pid_t child = fork();
  if (child == 0) {
    const std::unique_ptr<RunSink> sink = makeSink(true, context);
    GridRun run(context.program, context.launch, *sink);
    for (uint64_t block = 0; block < blocks; ++block)
      run.runBlock(block % kBlocks);
    _exit(0);
  }
  rusage usage{};
  if (child < 0 || wait4(child, nullptr, 0, &usage) != child)
    std::abort();
  return usage.ru_maxrss;
}

/// Bytes that are allocated now.
size_t heapInUse() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Eight times the blocks must take no more memory: neither what is kept at the end nor at the highest point.
void memory(benchmark::State& state, const Workload& workload) {
  constexpr uint64_t kOnce = 32;
  withProgram(state, workload, [&](const Program& program, const Launch& launch, SourceLocator& locator) {
    const RunContext context{program, launch, locator};
    for (auto _ : state) {
      const std::unique_ptr<RunSink> sink = makeSink(true, context);
      GridRun run(program, launch, *sink);
      uint64_t block = 0;
      while (block < kOnce)
        run.runBlock(block++);
      const auto kept = static_cast<double>(heapInUse());
      const auto once = static_cast<double>(run.executed());
      while (block < 8 * kOnce)
        run.runBlock(block++);
      state.counters["instructions"] = once;
      state.counters["kept_bytes_more_at_8x"] = static_cast<double>(heapInUse()) - kept;
      state.counters["peak_KiB_more_at_8x"] =
          static_cast<double>(peakMemory(context, 8 * kOnce) - peakMemory(context, kOnce));
    }
  });
}

} // namespace

int main(int argc, char** argv) {
  for (const Workload& workload : workloads()) {
    const std::string name = workload.name;
    benchmark::RegisterBenchmark(("engine/" + name).c_str(), interpret, workload, false);
    benchmark::RegisterBenchmark(("checks/" + name).c_str(), interpret, workload, true);
    benchmark::RegisterBenchmark(("memory/" + name).c_str(), memory, workload)->Iterations(1);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
