#include "tuner/tool/cell_search.h"

#include "tuner/jit/driver.h"
#include "tuner/measure/statistics.h"
#include "tuner/verify/judgement.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace cuda_tune {

namespace {

/// Finalists of any kind, and of those the store keeps for deterministic mode.
constexpr std::size_t kFinalists = 8;
constexpr std::size_t kDeterministicFinalists = 4;
/// The samples that a finalist gets within what all of them may take.
constexpr int kFewestFinalSamples = 12;
constexpr int kMostFinalSamples = 120;
constexpr int kFinalRounds = 6;
/// Of a sample beside the launch itself: the flush of the L2.
constexpr double kOverheadMicroseconds = 60;
/// A reading past the memory roof by more than clocks and their measurement can explain.
constexpr double kRoofSlack = 1.02;
/// A throttled final is timed again, so often at most.
constexpr int kThrottledRetries = 2;

} // namespace

CellSearch::CellSearch(TypeSession& session, const TuningCell& cell, const SearchSpace& space,
                       MeasurementKey key)
    : session_(session), cell_(cell), space_(space), key_(std::move(key)),
      bytes_(cell.elements * sizeOf(cell.type)) {
  for (const Configuration& one : space.configurations()) {
    Candidate& candidate = candidates_.emplace_back();
    candidate.configuration = ReduceConfiguration::from(one);
    candidate.plan =
        planLaunch(candidate.configuration, cell.type, cell.elements, session.device.multiprocessors);
  }
}

void CellSearch::reject(std::size_t index, Result result, const std::string& reason) {
  Measurement row = rowOf(index, Stage::Screening, {});
  row.result = result;
  row.reason = reason;
  rows_.push_back(std::move(row));
  ++failed_;
}

bool CellSearch::usable(std::size_t index) {
  const Configuration& configuration = space_.configurations()[index];
  const std::string name = session_.kernels.kernelName(configuration);
  const auto known = session_.verdicts.find(name);
  if (known != session_.verdicts.end()) {
    if (known->second)
      reject(index, known->second->first, known->second->second);
    else
      candidates_[index].kernel = session_.kernels.entry(configuration).kernel.get();
    return !known->second;
  }

  std::optional<std::pair<Result, std::string>>& verdict = session_.verdicts[name];
  const KernelSet::Entry& entry = session_.kernels.entry(configuration);
  session_.emit(event::Trying{configuration.text()});
  if (!entry.kernel) {
    verdict = {Result::CompileError, entry.reason};
  } else if (entry.kernel->blocksPerMultiprocessor() == 0) {
    verdict = {Result::Infeasible, "no block of it fits on a multiprocessor"};
  } else if (const auto wrong = session_.verifier.verify(*entry.kernel, candidates_[index].configuration)) {
    verdict = {Result::Wrong, *wrong};
  }
  if (verdict)
    reject(index, verdict->first, verdict->second);
  else
    candidates_[index].kernel = entry.kernel.get();
  return !verdict;
}

void CellSearch::launch(std::size_t index, CUdeviceptr in) {
  const Candidate& candidate = candidates_[index];
  candidate.kernel->launch(candidate.plan, in, cell_.elements, session_.result.get(),
                           session_.workspace.get(), session_.stream);
}

std::optional<double> CellSearch::measure(std::size_t index, int samples) {
  Candidate& candidate = candidates_[index];
  if (candidate.stored && candidate.stored->samples >= samples) {
    // The samples of an earlier run serve once.
    const double median = candidate.stored->medianUs;
    candidate.stored.reset();
    return median;
  }
  session_.emit(event::Trying{space_.configurations()[index].text()});
  const std::vector<double> taken =
      session_.timer.time([&](CUdeviceptr in) { launch(index, in); }, bytes_, samples, session_.job.regime);
  candidate.samples.insert(candidate.samples.end(), taken.begin(), taken.end());
  const double median = summarize(candidate.samples).median;
  const double roofUs = session_.job.regime == Regime::Cold ? bytes_ / session_.device.memoryRoof() * 1e6 : 0;
  if (median <= 0 || median * kRoofSlack < roofUs) {
    reject(index, Result::Implausible,
           std::to_string(median) + " us are less than the memory's bandwidth allows (" +
               std::to_string(roofUs) + " us)");
    return std::nullopt;
  }
  ++measured_;
  rows_.push_back(rowOf(index, Stage::Screening, candidate.samples));
  if (bestUs_ == 0 || median < bestUs_) {
    bestUs_ = median;
    best_ = space_.configurations()[index].text();
  }
  return median;
}

Measurement CellSearch::rowOf(std::size_t index, Stage stage, const std::vector<double>& samples) const {
  Measurement row =
      measurementOf(key_, cell_, space_, space_.configurations()[index], session_.device.multiprocessors);
  row.stage = stage;
  if (!samples.empty()) {
    const Summary summary = summarize(samples);
    row.medianUs = summary.median;
    row.lowerQuartileUs = summary.lowerQuartile;
    row.upperQuartileUs = summary.upperQuartile;
    row.samples = static_cast<int>(summary.samples);
  }
  return row;
}

void CellSearch::flushRows() {
  session_.store.add(rows_);
  rows_.clear();
}

std::vector<std::size_t> CellSearch::finalistsOf(const std::vector<std::size_t>& ranking) const {
  std::vector<std::size_t> finalists(ranking.begin(), ranking.begin() + std::min(kFinalists, ranking.size()));
  std::size_t deterministic = std::count_if(finalists.begin(), finalists.end(), [&](std::size_t index) {
    return isDeterministic(cell_.operation, cell_.type, candidates_[index].configuration);
  });
  for (std::size_t i = finalists.size(); i < ranking.size() && deterministic < kDeterministicFinalists; ++i)
    if (isDeterministic(cell_.operation, cell_.type, candidates_[ranking[i]].configuration)) {
      finalists.push_back(ranking[i]);
      ++deterministic;
    }
  return finalists;
}

void CellSearch::timeFinalists(const std::vector<std::size_t>& ranking, double microseconds) {
  std::vector<std::size_t> finalists;
  const Expected expected =
      hostReferenceRepeated(cell_.operation, cell_.type, session_.period, cell_.elements);
  for (const std::size_t index : finalistsOf(ranking)) {
    // At the size itself: what was verified before was small.
    std::vector<std::byte> result(sizeOf(accumulatorOf(cell_.type)));
    check(driver().cuMemsetD8Async(session_.result.get(), 0x5a, result.size(), session_.stream),
          "clear a result");
    session_.emit(event::Trying{space_.configurations()[index].text()});
    launch(index, session_.ring.next(bytes_));
    check(driver().cuStreamSynchronize(session_.stream), "run a kernel");
    check(driver().cuMemcpyDtoH(result.data(), session_.result.get(), result.size()), "read a result");
    const Candidate& candidate = candidates_[index];
    const int height = combineHeight(candidate.configuration, cell_.type, cell_.elements, candidate.plan);
    if (const auto wrong = mismatch(expected, result, height))
      reject(index, Result::Wrong, "n = " + std::to_string(cell_.elements) + ": " + *wrong);
    else
      finalists.push_back(index);
  }
  if (finalists.empty())
    return;

  const double launchUs = bestUs_ * batchOf(bytes_) + kOverheadMicroseconds;
  const int samples = std::clamp(static_cast<int>(microseconds / launchUs / finalists.size()),
                                 kFewestFinalSamples, kMostFinalSamples);
  for (int attempt = 0;; ++attempt) {
    std::vector<std::vector<double>> taken(finalists.size());
    const ClockReading before = session_.clocks.read();
    // Interleaved: whatever drifts, drifts for all.
    for (int round = 0; round < kFinalRounds; ++round)
      for (std::size_t i = 0; i < finalists.size(); ++i) {
        const std::vector<double> some =
            session_.timer.time([&](CUdeviceptr in) { launch(finalists[i], in); }, bytes_,
                                (samples + kFinalRounds - 1) / kFinalRounds, session_.job.regime);
        taken[i].insert(taken[i].end(), some.begin(), some.end());
      }
    const ClockReading after = session_.clocks.read();
    const bool throttled = before.throttled || after.throttled;
    if (throttled && attempt < kThrottledRetries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      session_.emit(event::Progress{measured_, bestUs_, best_});
      continue;
    }
    if (throttled)
      session_.emit(event::Note{"device " + std::to_string(session_.device.ordinal) +
                                " holds its clocks down (power or heat); its times are marked as throttled"});
    for (std::size_t i = 0; i < finalists.size(); ++i) {
      Measurement row = rowOf(finalists[i], Stage::Final, taken[i]);
      row.smClockMhz = after.smMhz;
      row.memoryClockMhz = after.memoryMhz;
      row.throttled = throttled;
      rows_.push_back(std::move(row));
    }
    return;
  }
}

event::CellEnded CellSearch::run(StoppingCriterion& stop, double finalMicroseconds) {
  session_.emit(event::CellBegun{std::string(toString(cell_.operation)), std::string(toString(cell_.type)),
                                 cell_.elements, space_.configurations().size()});
  for (Measurement& row : session_.store.rows(key_))
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      if (row.stage == Stage::Screening && row.result == Result::Ok &&
          row.configuration == space_.configurations()[i].text())
        candidates_[i].stored = row;

  SearchOptions options;
  options.finalists = kFinalists;
  // A launch of a quarter of a millisecond is as steady alone as three short ones together.
  options.firstSamples = bytes_ > std::uint64_t{1} << 28 ? 1 : 2;
  const std::unique_ptr<Searcher> searcher = makeSearcher(session_.job.strategy, candidates_.size(), options);
  auto lastSign = std::chrono::steady_clock::now();
  for (std::vector<Trial> round = searcher->next(); !round.empty() && !stop.reached();
       round = searcher->next()) {
    for (const Trial& trial : round) {
      if (stop.reached())
        break;
      searcher->report(trial.configuration, usable(trial.configuration)
                                                ? measure(trial.configuration, trial.samples)
                                                : std::nullopt);
      if (std::chrono::steady_clock::now() - lastSign > std::chrono::milliseconds(100)) {
        session_.emit(event::Progress{measured_, bestUs_, best_});
        lastSign = std::chrono::steady_clock::now();
      }
    }
    flushRows();
    if (stop.reached())
      break;
  }
  timeFinalists(searcher->ranking(), finalMicroseconds);
  flushRows();

  event::CellEnded ended;
  ended.failed = failed_;
  for (const Measurement& row : bestRows(session_.store, key_, false)) {
    ended.bestUs = row.medianUs;
    ended.best = row.configuration;
  }
  return ended;
}

} // namespace cuda_tune
