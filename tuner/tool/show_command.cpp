#include "tuner/tool/show_command.h"

#include "tuner/jit/driver.h"
#include "tuner/jit/nvrtc.h"
#include "tuner/measure/method_version.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/runtime/stored_choice.h"
#include "tuner/tool/element_count.h"
#include "tuner/tool/looked_up_device.h"
#include "tuner/tool/row_report.h"
#include "tuner/tool/stored_rows.h"
#include "tuner/tool/tool_error.h"

#include <charconv>
#include <iostream>
#include <memory>
#include <optional>

namespace cuda_tune {

using nlohmann::ordered_json;

namespace {

struct ShowOptions {
  std::optional<std::filesystem::path> store;
  Operation operation = Operation::Sum;
  ElementType type = ElementType::F32;
  std::uint64_t elements = 0;
  int device = 0;
  std::optional<std::string> deviceName;
  std::optional<std::string> computeCapability;
  std::optional<Regime> regime;
  bool deterministic = false;
  OutputFormat format = OutputFormat::Table;
};

struct Answer {
  Choice choice;
  /// What the choice was made by; none for the built-in default.
  std::optional<Measurement> row;
  bool imageKept = false;
};

int parseOrdinal(const std::string& text) {
  int ordinal = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ordinal);
  if (error != std::errc() || end != text.data() + text.size() || ordinal < 0)
    throw UsageError("--device takes the number of a CUDA device, 0 or more, not '" + text +
                     "'; --device-name takes a name");
  return ordinal;
}

LookedUpDevice deviceFor(const ShowOptions& options) {
  if (options.deviceName)
    return deviceInRows(openStore(options.store).list({}), *options.deviceName);
  if (options.computeCapability)
    return deviceOfCapability(*options.computeCapability);
  try {
    return deviceHere(options.device);
  } catch (const NoDriver& error) {
    throw NoDriver(std::string(error.what()) +
                   ", or choose a device with --device-name or --compute-capability");
  }
}

/// For the row's NVRTC or, as the runtime library would have it, the one that is here.
bool imageIsKept(OptionalStore& store, const ReduceTask& task, const Choice& choice) {
  const auto keptFor = [&](const std::string& nvrtc) {
    return store
        .image(
            reduceImageKey(task.operation, task.type, choice.configuration.text(), task.architecture, nvrtc))
        .has_value();
  };
  if (!choice.nvrtc.empty() && keptFor(choice.nvrtc))
    return true;
  try {
    return keptFor(nvrtcVersion());
  } catch (const NvrtcError&) {
    return false;
  }
}

Answer answerFor(const ReduceTask& task, const ShowOptions& options) {
  OptionalStore store(TuningStore::defaultFile(options.store));
  Answer answer;
  answer.choice = choose(store, task, options.elements);
  answer.imageKept = imageIsKept(store, task, answer.choice);
  if (answer.choice.outcome == LookupOutcome::Base)
    return answer;
  MeasurementKey key;
  key.device = task.device;
  key.toolchain.driver = task.driver;
  key.workload = reduceWorkload(task.operation, task.type, std::uint64_t{1} << sizeClass(options.elements));
  key.regime = task.regime;
  key.methodVersion = kMethodVersion;
  if (const std::optional<Lookup> found = store.lookup(key, task.deterministic))
    answer.row = found->row;
  return answer;
}

ordered_json toJson(const Answer& answer, const ReduceTask& task, std::uint64_t elements) {
  return {{"device", task.device.name},
          {"computeCapability", task.device.computeCapability},
          {"driver", task.driver},
          {"operation", toString(task.operation)},
          {"elementType", toString(task.type)},
          {"elements", elements},
          {"regime", task.regime},
          {"deterministic", task.deterministic},
          {"outcome", toString(answer.choice.outcome)},
          {"reason", answer.choice.reason},
          {"configuration", answer.choice.configuration.text()},
          {"imageKept", answer.imageKept},
          {"measurement", answer.row ? rowJson(*answer.row) : ordered_json(nullptr)}};
}

void print(const Answer& answer, const ReduceTask& task, std::uint64_t elements) {
  const std::string device = task.device.name.empty() ? "a device" : task.device.name;
  std::cout << "asked for      " << toString(task.operation) << " of " << formatElements(elements) << " "
            << toString(task.type) << ", " << task.regime << " cache"
            << (task.deterministic ? ", deterministic" : "") << ", on " << device << " of compute capability "
            << task.device.computeCapability;
  if (!task.driver.empty())
    std::cout << " under driver " << task.driver;
  std::cout << "\noutcome        " << toString(answer.choice.outcome) << "\n";
  if (!answer.choice.reason.empty())
    std::cout << "reason         " << answer.choice.reason << "\n";
  std::cout << "configuration  " << answer.choice.configuration.text() << "\n";
  if (answer.row) {
    const Measurement& row = *answer.row;
    std::cout << "time           " << formatNumber(row.medianUs) << " us (quartiles "
              << formatNumber(row.lowerQuartileUs) << " and " << formatNumber(row.upperQuartileUs) << ") for "
              << formatElements(row.key.workload.elements) << " elements";
    if (const std::optional<double> throughput = gigabytesPerSecond(row))
      std::cout << ", " << formatNumber(*throughput) << " GB/s";
    std::cout << "\nmeasured       " << row.measuredAt << " on " << row.key.device.name << " under driver "
              << row.key.toolchain.driver << "\n";
  }
  std::cout << "image          "
            << (answer.imageKept ? "kept in the store" : "not kept: compiled on first use") << "\n";
}

void show(const ShowOptions& options) {
  const LookedUpDevice device = deviceFor(options);
  ReduceTask task;
  task.device = device.identity;
  task.architecture = device.architecture;
  task.driver = device.driver;
  task.operation = options.operation;
  task.type = options.type;
  task.deterministic = options.deterministic;
  task.regime = toString(options.regime.value_or(Regime::Cold));
  const Answer answer = answerFor(task, options);
  if (options.format == OutputFormat::Json)
    std::cout << jsonText(toJson(answer, task, options.elements));
  else
    print(answer, task, options.elements);
}

} // namespace

void addShowCommand(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("show", "Shows what the runtime library gets from a store for a reduction");
  const auto options = std::make_shared<ShowOptions>();
  addOperationOption(command, options->operation);
  addTypeOption(command, options->type);
  addSizeOption(command, options->elements);
  CLI::Option* device =
      command
          .add_option_function<std::string>(
              "--device", [options](const std::string& text) { options->device = parseOrdinal(text); },
              "on that CUDA device of this machine (default: 0)")
          ->type_name("N");
  CLI::Option* name = command
                          .add_option("--device-name", options->deviceName,
                                      "on the device of the store whose name contains this; needs no GPU")
                          ->type_name("NAME");
  CLI::Option* capability = command
                                .add_option("--compute-capability", options->computeCapability,
                                            "on a device that the store has not, such as 9.0; needs no GPU")
                                ->type_name("CC");
  device->excludes(name)->excludes(capability);
  name->excludes(capability);
  addRegimeOption(command, options->regime);
  command.add_flag("--deterministic", options->deterministic,
                   "only configurations that give the same bits on every run");
  addFormatOption(command, options->format);
  addStoreOption(command, options->store);
  command.callback([options] { show(*options); });
}

} // namespace cuda_tune
