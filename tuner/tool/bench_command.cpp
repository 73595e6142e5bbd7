#include "tuner/tool/bench_command.h"

#include "tuner/tool/bench_report.h"
#include "tuner/tool/element_count.h"
#include "tuner/tool/options.h"
#include "tuner/tool/side_by_side.h"
#include "tuner/tool/timing_options.h"
#include "tuner/tool/tool_error.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

namespace cuda_tune {

namespace {

enum class BenchFormat { Table, Csv, Json };

struct BenchOptions {
  std::vector<Operation> operations;
  std::vector<ElementType> types;
  std::vector<std::uint64_t> sizes;
  int device = 0;
  std::optional<std::filesystem::path> store;
  int samples = 0;
  std::optional<Regime> regime;
  BenchFormat format = BenchFormat::Table;
  std::optional<std::filesystem::path> output;
};

void setDefaults(BenchOptions& options) {
  if (options.operations.empty())
    options.operations = {Operation::Sum, Operation::Max};
  if (options.types.empty())
    options.types = {ElementType::F32,  ElementType::F64, ElementType::F16,
                     ElementType::BF16, ElementType::I32, ElementType::I64};
  if (options.sizes.empty())
    options.sizes = defaultSizes();
}

BenchFormat readFormat(const std::string& name) {
  if (name == "table")
    return BenchFormat::Table;
  if (name == "csv")
    return BenchFormat::Csv;
  if (name == "json")
    return BenchFormat::Json;
  throw UsageError("--format takes table, csv or json, not '" + name + "'");
}

std::string formatted(const BenchReport& report, BenchFormat format) {
  switch (format) {
  case BenchFormat::Csv:
    return report.csv();
  case BenchFormat::Json:
    return report.json();
  case BenchFormat::Table:
    break;
  }
  return report.table();
}

/// Says on stderr, where that is a terminal, what is being timed; takes it back in the end, so that an error
/// gets a line of its own.
class ProgressLine {
public:
  ~ProgressLine() { show(""); }
  void show(const std::string& text) {
    if (isTerminal_)
      std::cerr << "\r\033[K" << text << std::flush;
  }

private:
  const bool isTerminal_ = isatty(STDERR_FILENO) != 0;
};

/// Bytes of the largest cell that the device has the memory for; says which sizes it has not.
std::uint64_t largestThatFits(const BenchOptions& options, const Device& device) {
  std::uint64_t largest = 0;
  for (const ElementType type : options.types)
    for (const std::uint64_t elements : options.sizes) {
      const std::uint64_t bytes = elements * sizeOf(type);
      if (fits(device, bytes))
        largest = std::max(largest, bytes);
      else
        std::cerr << "cuda-tune: " << formatElements(elements) << " elements of " << toString(type)
                  << " are left out: device " << device.ordinal << " has not the memory for them\n";
    }
  if (largest == 0)
    throw UsageError("no size fits the memory of device " + std::to_string(device.ordinal) +
                     "; give smaller ones with --size");
  return largest;
}

void runBench(BenchOptions options) {
  setDefaults(options);
  const Device device = deviceOf(options.device);
  const Regime regime = options.regime.value_or(Regime::Cold);
  OptionalStore store = openForLookup(options.store);
  const std::optional<CubLibrary> cub = CubLibrary::open();
  const std::uint64_t largest = largestThatFits(options, device);
  TimingSession session(device, largest, regime);
  BenchReport report;
  {
    ProgressLine progress;
    for (const Operation operation : options.operations)
      for (const ElementType type : options.types) {
        session.fill(operation, type);
        for (const std::uint64_t elements : options.sizes) {
          if (elements * sizeOf(type) > largest)
            continue;
          progress.show("timing " + std::string(toString(operation)) + " of " + std::string(toString(type)) +
                        ", n = " + formatElements(elements));
          report.cells.push_back(
              timeSideBySide(session, store, cub, regime, operation, type, elements, options.samples));
        }
      }
  }
  report.facts = RunFacts::of(session, regime);
  writeReport(options.output, formatted(report, options.format));
}

} // namespace

void addBenchCommand(CLI::App& app) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand(
      "bench", "Times tuned reductions against CUB's, the ladder's top rung and a copy, side by side");
  addOperationsOption(*command, options->operations)->default_str("sum,max");
  addTypesOption(*command, options->types)->default_str("f32,f64,f16,bf16,i32,i64");
  addSizesOption(*command, options->sizes)->default_str("2^10,2^12,...,2^30");
  addDeviceOption(*command, options->device);
  addStoreOption(*command, options->store);
  addSamplesOption(*command, options->samples);
  addRegimeOption(*command, options->regime)->default_str("cold");
  command
      ->add_option_function<std::string>(
          "--format", [options](const std::string& name) { options->format = readFormat(name); },
          "table (default), csv or json")
      ->type_name("FORMAT");
  command
      ->add_option_function<std::string>(
          "-o,--output", [options](const std::string& name) { options->output = name; },
          "where to write (default: standard output)")
      ->type_name("FILE");
  command->callback([options] { runBench(*options); });
}

} // namespace cuda_tune
