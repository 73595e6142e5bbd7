#include "tuner/tool/ladder_command.h"

#include "tuner/tool/ladder_reduction.h"
#include "tuner/tool/ladder_report.h"
#include "tuner/tool/options.h"
#include "tuner/tool/timing_options.h"
#include "tuner/tool/tool_error.h"
#include "tuner/tool/tuned_reduction.h"

#include <deque>
#include <memory>

namespace cuda_tune {

namespace {

struct LadderOptions {
  std::uint64_t elements = std::uint64_t{1} << 25;
  int device = 0;
  std::optional<std::filesystem::path> store;
  int samples = 0;
  OutputFormat format = OutputFormat::Table;
};

void refuseWrong(const std::string& who, const std::optional<std::string>& wrong) {
  if (wrong)
    throw NothingCorrect("the result of " + who + " is wrong: " + *wrong);
}

void runLadder(const LadderOptions& options) {
  const Device device = deviceOf(options.device);
  OptionalStore store = openForLookup(options.store);
  const std::uint64_t bytes = options.elements * sizeof(float);
  if (!fits(device, bytes))
    throw UsageError("device " + std::to_string(device.ordinal) + " has not the memory for " +
                     std::to_string(options.elements) + " floats; give fewer with --size");
  TimingSession session(device, bytes, Regime::Cold);
  session.fill(Operation::Sum, ElementType::F32);
  const Expected expected =
      hostReferenceRepeated(Operation::Sum, ElementType::F32, session.period(), options.elements);

  // Neither moves: the launches below refer to its elements.
  std::deque<LadderReduction> rungs;
  std::vector<TimingSession::Launch> launches;
  for (const LadderRung& rung : ladderRungs()) {
    const LadderReduction& reduction = rungs.emplace_back(session, rung, options.elements);
    refuseWrong(std::string("rung ") + rung.name, reduction.verify(session, expected));
    launches.push_back([&reduction](CUdeviceptr in) { reduction.launch(in); });
  }
  launches.push_back([&](CUdeviceptr in) { session.copy(in, bytes); });
  const TunedReduction tuned(session, store, Regime::Cold, Operation::Sum, ElementType::F32,
                             options.elements);
  const bool isTuned = tuned.choice().outcome != LookupOutcome::Base;
  if (isTuned) {
    refuseWrong("the configuration " + tuned.choice().configuration.text(), tuned.verify(session, expected));
    launches.push_back([&](CUdeviceptr in) { tuned.launch(in); });
  }

  const std::vector<Timing> timings =
      session.time(launches, bytes, options.samples ? options.samples : defaultSamples(bytes));
  LadderReport report;
  report.facts = RunFacts::of(session, Regime::Cold);
  report.elements = options.elements;
  auto next = timings.begin();
  for (const LadderReduction& rung : rungs)
    report.rungs.push_back({rung.rung().name, rung.rung().change, *next++});
  report.copy = *next++;
  if (isTuned)
    report.tuned = {"tuned", tuned.choice().configuration.text(), *next++};
  writeReport(std::nullopt, options.format == OutputFormat::Json ? report.json() : report.table());
}

} // namespace

void addLadderCommand(CLI::App& app) {
  const auto options = std::make_shared<LadderOptions>();
  CLI::App* command =
      app.add_subcommand("ladder", "Times the rungs of the reduce ladder, sums of floats, on this device");
  addSizeOption(*command, options->elements)->required(false)->default_str("2^25");
  addDeviceOption(*command, options->device);
  addStoreOption(*command, options->store);
  addSamplesOption(*command, options->samples);
  addFormatOption(*command, options->format);
  command->callback([options] { runLadder(*options); });
}

} // namespace cuda_tune
