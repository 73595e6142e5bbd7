#include "tuner/tool/tuning_worker.h"

#include "tuner/jit/driver.h"
#include "tuner/jit/template_source.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/tool/cell_search.h"
#include "tuner/tool/timed_input.h"

#include <algorithm>
#include <set>

namespace cuda_tune {

namespace {

/// What the finalists of a cell may take together.
constexpr double kFinalMicroseconds = 400e3;

/// The kernels that failed in an earlier run, which are not to be tried again: a fault costs a process.
std::map<std::string, std::optional<std::pair<Result, std::string>>>
knownFailures(const TuningStore& store, const MeasurementKey& key, const KernelSet& kernels) {
  std::map<std::string, std::optional<std::pair<Result, std::string>>> failures;
  for (const Result result : {Result::Fault, Result::Timeout}) {
    RowFilter filter;
    filter.deviceName = key.device.name;
    filter.operation = key.workload.operation;
    filter.elementType = key.workload.elementType;
    filter.result = result;
    for (const Measurement& row : store.list(filter))
      if (row.key.workload.templateHash == key.workload.templateHash && row.key.toolchain == key.toolchain)
        if (const std::optional<Configuration> configuration = Configuration::parse(row.configuration))
          failures[kernels.kernelName(*configuration)] = {result, row.reason};
  }
  return failures;
}

/// Compiles each configuration that is best somewhere by itself and keeps it, for the runtime library to
/// load.
void keepImages(TypeSession& session, const Source& source, const std::vector<PlannedSearch>& cells) {
  const std::string architecture = "sm_" + std::to_string(session.device.architecture());
  std::vector<ImageKey> keys;
  std::vector<CompilePool::Job> jobs;
  std::set<std::string> seen;
  for (const PlannedSearch& planned : cells)
    for (const bool deterministicOnly : {false, true})
      for (const Measurement& row : bestRows(session.store, planned.key, deterministicOnly)) {
        const ImageKey key = {.templateName = row.key.workload.templateName,
                              .templateHash = row.key.workload.templateHash,
                              .operation = row.key.workload.operation,
                              .elementType = row.key.workload.elementType,
                              .configuration = row.configuration,
                              .architecture = architecture,
                              .nvrtc = row.key.toolchain.nvrtc};
        if (!seen.insert(row.configuration).second || session.store.image(key))
          continue;
        const ReduceConfiguration configuration =
            ReduceConfiguration::from(Configuration::parse(row.configuration).value());
        jobs.push_back(
            {keys.size(), nameExpressions(planned.cell.operation, planned.cell.type, configuration)});
        keys.push_back(key);
      }
  CompilePool pool(source, session.device.architecture(), std::move(jobs), session.job.threads);
  for (CompilePool::Done done; pool.take(done);)
    if (done.compilation.ok)
      session.store.keepImage(keys[done.job.id], {joinNames(done.compilation.loweredNames), architecture,
                                                  done.compilation.image});
}

void tuneType(const TuningJob& job, const Device& device, const Source& source,
              const std::vector<PlannedSearch>& cells, InputRing& ring, LaunchTimer& timer,
              const DeviceClocks& clocks, CUstream stream, TuningStore& store, TimeBudget* budget,
              std::size_t cellsLeft, const std::function<void(const WorkerEvent&)>& emit) {
  const Operation operation = cells.front().cell.operation;
  const ElementType type = cells.front().cell.type;
  std::vector<Configuration> needed;
  for (const PlannedSearch& planned : cells)
    needed.insert(needed.end(), planned.space.configurations().begin(), planned.space.configurations().end());

  TypeSession session = {.job = job,
                         .device = device,
                         .timer = timer,
                         .ring = ring,
                         .clocks = clocks,
                         .stream = stream,
                         .store = store,
                         .period = timedPeriod(operation, type),
                         .kernels = KernelSet(source, device, operation, type, needed, job.threads),
                         .verifier = DeviceVerifier(operation, type, device.multiprocessors, stream),
                         .verdicts = {},
                         .result = allocate(16),
                         .workspace = makeWorkspace(),
                         .emit = emit};
  session.verdicts = knownFailures(store, cells.front().key, session.kernels);
  ring.fill(session.period, stream);
  for (const PlannedSearch& planned : cells) {
    NeverStop never;
    // What one cell does not use the next ones get; a quarter is for its finalists.
    const std::chrono::nanoseconds left =
        budget ? budget->remaining() / static_cast<std::int64_t>(cellsLeft) : std::chrono::nanoseconds(0);
    TimeBudget share(left * 3 / 4);
    const double finalMicroseconds =
        budget ? std::min(kFinalMicroseconds, static_cast<double>(left.count()) / 4e3) : kFinalMicroseconds;
    CellSearch search(session, planned.cell, planned.space, planned.key);
    event::CellEnded ended =
        search.run(budget ? static_cast<StoppingCriterion&>(share) : never, finalMicroseconds);
    ended.cutShort = budget && share.reached();
    // A search that was cut short is not over: a later run goes on with it.
    if (!ended.cutShort)
      store.finishSearch(planned.key, planned.hash);
    emit(ended);
    --cellsLeft;
  }
  keepImages(session, source, cells);
}

} // namespace

void runTuningJob(const TuningJob& job, const std::function<void(const WorkerEvent&)>& emit) {
  TimeBudget budget(job.budget.value_or(std::chrono::nanoseconds(0)));
  const Device device = deviceOf(job.device);
  const PrimaryContext context(device.handle);
  const CurrentContext current(context.get());
  const Source source = templateOf(job);
  const Toolchain toolchain = {nvrtcVersion(), driverVersion()};
  TuningStore store(job.store);

  // By operation and type, in the order of the job.
  std::vector<std::vector<PlannedSearch>> types;
  std::size_t missing = 0, largest = 0;
  for (PlannedSearch& planned : missingSearches(job, device, store, source, toolchain)) {
    const TuningCell& cell = planned.cell;
    if (types.empty() || types.back().front().cell.operation != cell.operation ||
        types.back().front().cell.type != cell.type)
      types.emplace_back();
    largest = std::max<std::size_t>(largest, cell.elements * sizeOf(cell.type));
    types.back().push_back(std::move(planned));
    ++missing;
  }
  if (types.empty())
    return;

  const Stream stream = makeStream();
  const MeasuringKernels kernels(device);
  InputRing ring(kernels, std::max(largest, kSmallestTimedInput));
  LaunchTimer timer(device, kernels, ring, stream.get());
  const DeviceClocks clocks(device.pciBusId);
  if (!clocks.available())
    emit(event::Note{"NVML is not there: clocks and throttling cannot be read"});
  for (const std::vector<PlannedSearch>& cells : types) {
    tuneType(job, device, source, cells, ring, timer, clocks, stream.get(), store,
             job.budget ? &budget : nullptr, missing, emit);
    missing -= cells.size();
  }
}

} // namespace cuda_tune
