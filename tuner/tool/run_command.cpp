#include "tuner/tool/run_command.h"

#include "tuner/jit/driver.h"
#include "tuner/jit/template_source.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/search/duration.h"
#include "tuner/tool/element_count.h"
#include "tuner/tool/options.h"
#include "tuner/tool/row_report.h"
#include "tuner/tool/run_progress.h"
#include "tuner/tool/tool_error.h"
#include "tuner/tool/tuning_supervisor.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <memory>
#include <numeric>
#include <thread>

namespace cuda_tune {

namespace {

struct RunOptions {
  std::optional<std::filesystem::path> store;
  std::vector<Operation> operations = {Operation::Sum};
  std::vector<ElementType> types = {ElementType::F32};
  std::vector<std::uint64_t> sizes;
  std::string devices = "0";
  std::optional<Regime> regime;
  std::string strategy = "halving";
  std::string budget;
  std::string kernelTimeout = "20s";
  std::optional<std::filesystem::path> templateFolder;
  OutputFormat format = OutputFormat::Table;
};

std::chrono::nanoseconds durationOf(const std::string& option, const std::string& text) {
  const std::optional<std::chrono::nanoseconds> duration = parseDuration(text);
  if (!duration || duration->count() <= 0)
    throw UsageError(option + " takes a time such as 30s, 500ms or 2m, not '" + text + "'");
  return *duration;
}

std::vector<int> devicesOf(const std::string& text) {
  const int count = deviceCount();
  std::vector<int> devices(count);
  std::iota(devices.begin(), devices.end(), 0);
  if (text == "all")
    return devices;
  std::vector<int> chosen;
  for (const std::string& one : splitList("--device", text)) {
    const auto found =
        std::find_if(devices.begin(), devices.end(), [&](int d) { return std::to_string(d) == one; });
    if (found == devices.end())
      throw UsageError("--device takes 'all' or numbers from 0 to " + std::to_string(count - 1) +
                       ", the devices of this machine, not '" + one + "'");
    if (std::find(chosen.begin(), chosen.end(), *found) == chosen.end())
      chosen.push_back(*found);
  }
  return chosen;
}

/// The sizes whose type fits the device's memory, which the timed input shares with little else.
void checkMemory(const TuningJob& job, const Device& device) {
  for (const ElementType type : job.types)
    if (job.sizes.back() * sizeOf(type) > device.memoryBytes / 10 * 9)
      throw UsageError("--size: " + std::to_string(job.sizes.back()) + " elements of " +
                       std::string(toString(type)) + " do not fit into the memory of device " +
                       std::to_string(device.ordinal) + " (" + std::to_string(device.memoryBytes >> 20) +
                       " MiB)");
}

void run(const RunOptions& options) {
  TuningJob common;
  common.store = TuningStore::defaultFile(options.store);
  common.operations = options.operations;
  common.types = options.types;
  common.sizes = options.sizes.empty() ? defaultSizes() : options.sizes;
  std::sort(common.sizes.begin(), common.sizes.end());
  common.regime = options.regime.value_or(Regime::Cold);
  const std::optional<Strategy> strategy = parseStrategy(options.strategy);
  if (!strategy)
    throw UsageError("--strategy takes halving, random or exhaustive, not '" + options.strategy + "'");
  common.strategy = *strategy;
  if (!options.budget.empty())
    common.budget = durationOf("--budget", options.budget);
  const auto silence =
      std::chrono::ceil<std::chrono::milliseconds>(durationOf("--kernel-timeout", options.kernelTimeout));
  if (options.templateFolder)
    common.templateFolder = std::filesystem::absolute(*options.templateFolder);

  const std::vector<int> ordinals = devicesOf(options.devices);
  const Source source = templateOf(common);
  const Toolchain toolchain = {nvrtcVersion(), driverVersion()};
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  std::vector<TuningJob> jobs;
  std::vector<std::size_t> devices, cells;
  std::vector<Device> all;
  {
    const TuningStore store(common.store);
    for (const int ordinal : ordinals) {
      TuningJob job = common;
      job.device = ordinal;
      const Device device = deviceOf(ordinal);
      checkMemory(job, device);
      all.push_back(device);
      if (const std::size_t missing = missingSearches(job, device, store, source, toolchain).size()) {
        jobs.push_back(job);
        devices.push_back(ordinal);
        cells.push_back(missing);
      }
    }
  }
  for (TuningJob& job : jobs)
    job.threads = std::max<unsigned>(cores / static_cast<unsigned>(jobs.size()), 1);

  std::vector<std::string> hopeless;
  if (jobs.empty()) {
    std::cerr << "nothing to do: all of this is in " << common.store.string() << "\n";
  } else {
    RunProgress progress(std::cerr, devices, cells, common.budget, isatty(STDERR_FILENO) != 0);
    const std::vector<JobOutcome> outcomes = TuningSupervisor(silence).run(
        jobs, [&](std::size_t job, const WorkerEvent& event) { progress.tell(job, event); });
    progress.end();
    for (const JobOutcome& outcome : outcomes)
      if (outcome.exitStatus == 4)
        throw NoDriver("the GPU cannot be used: " + outcome.message);
      else if (outcome.exitStatus == 5)
        throw NothingCorrect(outcome.message);
      else if (outcome.exitStatus != 0)
        throw std::runtime_error(outcome.message);
    hopeless = progress.hopeless();
  }

  // One look at the view for all cells: it costs as much as for one.
  const std::vector<Measurement> best = TuningStore(common.store, TuningStore::Access::ReadOnly).best({});
  std::vector<Measurement> rows;
  const std::string hash = contentHash(source);
  for (const Device& device : all)
    for (const TuningCell& cell : cellsOf(common)) {
      const MeasurementKey key = keyOf(cell, common, device, hash, toolchain);
      std::copy_if(best.begin(), best.end(), std::back_inserter(rows),
                   [&](const Measurement& row) { return sameKey(row.key, key); });
    }
  std::cout << (options.format == OutputFormat::Json ? jsonText(rowsJson(rows)) : bestTable(rows));
  if (!hopeless.empty()) {
    std::string places;
    for (const std::string& place : hopeless)
      places += (places.empty() ? "" : "; ") + place;
    throw NothingCorrect("nothing correct was found for " + places + "; cuda-tune list shows why");
  }
}

} // namespace

void addRunCommand(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("run", "Searches the fastest correct configurations and stores them");
  const auto options = std::make_shared<RunOptions>();
  addOperationsOption(command, options->operations)->default_str("sum");
  addTypesOption(command, options->types)->default_str("f32");
  addSizesOption(command, options->sizes)->default_str("2^10,2^12,...,2^30");
  command.add_option("--device", options->devices, "numbers of devices, separated by commas, or 'all'")
      ->default_str("0")
      ->type_name("LIST");
  addRegimeOption(command, options->regime)->default_str("cold");
  command.add_option("--strategy", options->strategy, "halving, random or exhaustive")
      ->default_str("halving")
      ->type_name("NAME");
  command
      .add_option("--budget", options->budget,
                  "time for all of it, such as 30s; what is missing then, a later run does")
      ->type_name("TIME");
  command
      .add_option("--kernel-timeout", options->kernelTimeout, "time after which a silent kernel is stopped")
      ->default_str("20s")
      ->type_name("TIME");
  command
      .add_option("--template", options->templateFolder,
                  "a folder with reduce.cuh and its headers, instead of the built-in template")
      ->type_name("FOLDER");
  addFormatOption(command, options->format);
  addStoreOption(command, options->store);
  command.callback([options] { run(*options); });

  CLI::App& worker = *app.add_subcommand("worker", "What 'run' starts for each device")->group("");
  const auto job = std::make_shared<std::string>();
  worker.add_option("job", *job)->required();
  worker.callback([job] { std::exit(runWorkerProcess(*job)); });
}

} // namespace cuda_tune
