#include "tuner/tool/side_by_side.h"

#include "tuner/tool/cub_reduction.h"
#include "tuner/tool/element_count.h"
#include "tuner/tool/ladder_reduction.h"
#include "tuner/tool/tool_error.h"
#include "tuner/tool/tuned_reduction.h"

namespace cuda_tune {

BenchCell timeSideBySide(TimingSession& session, OptionalStore& store, const std::optional<CubLibrary>& cub,
                         Regime regime, Operation operation, ElementType type, std::uint64_t elements,
                         int samples) {
  BenchCell cell;
  cell.operation = operation;
  cell.type = type;
  cell.elements = elements;
  const std::size_t bytes = cell.bytes();
  const Expected expected = hostReferenceRepeated(operation, type, session.period(), elements);
  const auto refuseWrong = [&](const std::string& who, const std::optional<std::string>& wrong) {
    if (wrong)
      throw NothingCorrect(who + " is wrong for " + std::string(toString(operation)) + " of " +
                           std::string(toString(type)) + ", n = " + formatElements(elements) + ": " + *wrong);
  };

  const TunedReduction tuned(session, store, regime, operation, type, elements);
  refuseWrong("the result of the configuration " + tuned.choice().configuration.text(),
              tuned.verify(session, expected));
  std::vector<TimingSession::Launch> launches = {[&](CUdeviceptr in) { tuned.launch(in); },
                                                 [&](CUdeviceptr in) { session.copy(in, bytes); }};
  std::optional<CubReduction> cubReduction;
  if (cub) {
    cubReduction.emplace(session, *cub, operation, type, elements);
    refuseWrong("CUB's result", cubReduction->verify(session, expected));
    launches.push_back([&](CUdeviceptr in) { cubReduction->launch(in); });
  }
  std::optional<LadderReduction> ladder;
  if (operation == Operation::Sum && type == ElementType::F32) {
    ladder.emplace(session, topRung(), elements);
    refuseWrong("the result of the ladder's v8", ladder->verify(session, expected));
    launches.push_back([&](CUdeviceptr in) { ladder->launch(in); });
  }

  const std::vector<Timing> timings =
      session.time(launches, bytes, samples ? samples : defaultSamples(bytes));
  auto next = timings.begin();
  cell.tuned = *next++;
  cell.copy = *next++;
  if (cubReduction)
    cell.cub = *next++;
  if (ladder)
    cell.ladder = *next++;
  cell.configuration = tuned.choice().configuration.text();
  cell.outcome = tuned.choice().outcome;
  return cell;
}

} // namespace cuda_tune
