#include "tuner/tool/tuning_job.h"

#include "tuner/jit/template_source.h"
#include "tuner/measure/method_version.h"
#include "tuner/runtime/reduce_key.h"

#include <nlohmann/json.hpp>

namespace cuda_tune {

std::string TuningJob::toJson() const {
  nlohmann::json json = {{"device", device},
                         {"store", store.string()},
                         {"operations", nlohmann::json::array()},
                         {"types", nlohmann::json::array()},
                         {"sizes", sizes},
                         {"regime", toString(regime)},
                         {"strategy", toString(strategy)},
                         {"threads", threads}};
  for (const Operation operation : operations)
    json["operations"].push_back(toString(operation));
  for (const ElementType type : types)
    json["types"].push_back(toString(type));
  if (budget)
    json["budget_ns"] = budget->count();
  if (templateFolder)
    json["template"] = templateFolder->string();
  return json.dump();
}

TuningJob TuningJob::fromJson(const std::string& text) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    TuningJob job;
    job.device = json.at("device");
    job.store = json.at("store").get<std::string>();
    for (const std::string name : json.at("operations"))
      job.operations.push_back(parseOperation(name).value());
    for (const std::string name : json.at("types"))
      job.types.push_back(parseElementType(name).value());
    json.at("sizes").get_to(job.sizes);
    job.regime = parseRegime(json.at("regime").get<std::string>()).value();
    job.strategy = parseStrategy(json.at("strategy").get<std::string>()).value();
    job.threads = json.at("threads");
    if (json.contains("budget_ns"))
      job.budget = std::chrono::nanoseconds(json["budget_ns"].get<std::int64_t>());
    if (json.contains("template"))
      job.templateFolder = json["template"].get<std::string>();
    // The library takes 1.5 for 1 and passes over members that it does not know.
    if (job.toJson() != text)
      throw std::invalid_argument("it is not written as one: " + text);
    return job;
  } catch (const std::exception& error) {
    throw std::invalid_argument(std::string("this is no tuning job: ") + error.what());
  }
}

std::vector<TuningCell> cellsOf(const TuningJob& job) {
  std::vector<TuningCell> cells;
  for (const Operation operation : job.operations)
    for (const ElementType type : job.types)
      for (const std::uint64_t elements : job.sizes)
        cells.push_back({operation, type, elements});
  return cells;
}

Source templateOf(const TuningJob& job) {
  return job.templateFolder ? templateFromFolder(*job.templateFolder, "reduce.cuh") : reduceTemplate();
}

ReduceTarget targetOf(const Device& device) {
  return {.architecture = device.architecture(),
          .multiprocessors = device.multiprocessors,
          .threadsPerMultiprocessor = device.maxThreadsPerMultiprocessor};
}

MeasurementKey keyOf(const TuningCell& cell, const TuningJob& job, const Device& device,
                     const std::string& templateHash, const Toolchain& toolchain) {
  return {.device = identityOf(device),
          .toolchain = toolchain,
          .workload = {.templateName = "reduce",
                       .templateHash = templateHash,
                       .operation = std::string(toString(cell.operation)),
                       .elementType = std::string(toString(cell.type)),
                       .accumulatorType = std::string(toString(accumulatorOf(cell.type))),
                       .elements = cell.elements},
          .regime = std::string(toString(job.regime)),
          .methodVersion = kMethodVersion};
}

bool sameKey(const MeasurementKey& a, const MeasurementKey& b) {
  return a.workload == b.workload && a.toolchain == b.toolchain && a.device.sameModel(b.device) &&
         a.device.uuid == b.device.uuid && a.regime == b.regime && a.methodVersion == b.methodVersion;
}

std::vector<Measurement> bestRows(const TuningStore& store, const MeasurementKey& key,
                                  bool deterministicOnly) {
  RowFilter filter;
  filter.deviceName = key.device.name;
  filter.operation = key.workload.operation;
  filter.elementType = key.workload.elementType;
  filter.elements = key.workload.elements;
  filter.regime = key.regime;
  if (deterministicOnly)
    filter.deterministic = true;
  std::vector<Measurement> rows = store.best(filter);
  std::erase_if(rows, [&](const Measurement& row) { return !sameKey(row.key, key); });
  return rows;
}

std::string searchHash(const SearchSpace& space, Strategy strategy) {
  Source everything;
  everything.name = toString(strategy);
  for (const Configuration& configuration : space.configurations())
    everything.text += configuration.text() + '\n';
  return contentHash(everything);
}

Measurement measurementOf(const MeasurementKey& key, const TuningCell& cell, const SearchSpace& space,
                          const Configuration& configuration, int multiprocessors) {
  const ReduceConfiguration reduce = ReduceConfiguration::from(configuration);
  const LaunchPlan plan = planLaunch(reduce, cell.type, cell.elements, multiprocessors);
  Measurement row;
  row.key = key;
  row.configuration = configuration.text();
  row.complexity = space.complexity(configuration);
  row.deterministic = isDeterministic(cell.operation, cell.type, reduce);
  row.gridBlocks = static_cast<int>(plan.gridBlocks);
  row.blockThreads = static_cast<int>(plan.blockThreads);
  return row;
}

std::vector<PlannedSearch> missingSearches(const TuningJob& job, const Device& device,
                                           const TuningStore& store, const Source& source,
                                           const Toolchain& toolchain) {
  const std::vector<TuningParameter> parameters = declaredParameters(source.text);
  const std::string templateHash = contentHash(source);
  std::vector<PlannedSearch> missing;
  for (const TuningCell& cell : cellsOf(job)) {
    PlannedSearch planned = {
        cell, keyOf(cell, job, device, templateHash, toolchain),
        reduceSpace(parameters, cell.operation, cell.type, cell.elements, targetOf(device)), ""};
    planned.hash = searchHash(planned.space, job.strategy);
    if (!store.searchFinished(planned.key, planned.hash))
      missing.push_back(std::move(planned));
  }
  return missing;
}

} // namespace cuda_tune
