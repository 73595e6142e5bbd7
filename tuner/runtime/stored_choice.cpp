#include "tuner/runtime/stored_choice.h"

#include "tuner/jit/template_source.h"
#include "tuner/measure/method_version.h"
#include "tuner/reduce/reduce_configuration.h"
#include "tuner/reduce/reduce_space.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/space/tuning_parameter.h"

#include <algorithm>

namespace cuda_tune {

namespace {

std::string describe(const ReduceTask& task) {
  return std::string(toString(task.operation)) + " of " + std::string(toString(task.type));
}

/// What is wrong with a configuration that a store gave; empty when nothing. Whatever passes can be launched
/// if it compiles.
std::string flaw(const Configuration& configuration, const ReduceTask& task) {
  static const std::vector<TuningParameter> parameters = declaredParameters(reduceTemplate().text);
  for (const TuningParameter& parameter : parameters) {
    const auto& values = configuration.values();
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == parameter.name; });
    if (found == values.end())
      return "it lacks " + parameter.name;
    if (std::find(parameter.values.begin(), parameter.values.end(), found->second) == parameter.values.end())
      return "the kernel template has no " + parameter.name + "=" + found->second;
  }
  if (configuration.values().size() != parameters.size())
    return "it has parameters that the kernel template does not";
  const ReduceConfiguration read = ReduceConfiguration::from(configuration);
  if (!canCompile(read, task.operation, task.type, task.architecture))
    return "it does not compile for " + describe(task) + " on sm_" + std::to_string(task.architecture);
  if (task.deterministic && !isDeterministic(task.operation, task.type, read))
    return "it is not deterministic";
  return {};
}

std::string whyNotExact(const Lookup& found, const ReduceTask& task) {
  const MeasurementKey& key = found.row->key;
  switch (found.outcome) {
  case LookupOutcome::NearestSize:
    return "the nearest size that was measured is " + std::to_string(key.workload.elements) + " elements";
  case LookupOutcome::OtherDriver:
    return "it was measured under driver " + key.toolchain.driver + ", and this is driver " + task.driver;
  case LookupOutcome::OtherDevice:
    return "it was measured on another device, " + key.device.name;
  case LookupOutcome::Exact:
  case LookupOutcome::Base:
    break;
  }
  return {};
}

} // namespace

Choice baseChoice(const ReduceTask& task, std::string reason) {
  return {.outcome = LookupOutcome::Base,
          .configuration = baseConfiguration(task.type, task.architecture),
          .nvrtc = {},
          .reason = std::move(reason)};
}

Choice choose(OptionalStore& store, const ReduceTask& task, std::uint64_t elements) {
  MeasurementKey key;
  key.device = task.device;
  key.toolchain.driver = task.driver;
  // Which size of a class comes first must not decide for the others.
  key.workload = reduceWorkload(task.operation, task.type, std::uint64_t{1} << sizeClass(elements));
  key.regime = task.regime;
  key.methodVersion = kMethodVersion;
  const std::optional<Lookup> found = store.lookup(key, task.deterministic);
  if (!found)
    return baseChoice(task, store.problem());
  if (!found->row)
    return baseChoice(task, "'" + store.file().string() + "' has no" +
                                (task.deterministic ? " deterministic" : "") + " result for " +
                                describe(task) + " on compute capability " + task.device.computeCapability +
                                " with a " + task.regime +
                                " cache and this version's kernels; tune for it with cuda-tune");

  const std::string& text = found->row->configuration;
  const std::optional<Configuration> configuration = Configuration::parse(text);
  const std::string wrong = configuration ? flaw(*configuration, task) : "it cannot be read";
  if (!wrong.empty())
    return baseChoice(task, "the configuration '" + text + "' in '" + store.file().string() +
                                "' cannot be used: " + wrong);
  return {.outcome = found->outcome,
          .configuration = *configuration,
          .nvrtc = found->row->key.toolchain.nvrtc,
          .reason = whyNotExact(*found, task)};
}

} // namespace cuda_tune
