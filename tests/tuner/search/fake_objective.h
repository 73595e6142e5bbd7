#pragma once

#include "tuner/search/searcher.h"
#include "tuner/search/stopping_criterion.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

namespace cuda_tune {

/// Stands for kernels on a GPU: known times in microseconds, seeded noise, configurations that fail.
class FakeObjective {
public:
  explicit FakeObjective(std::vector<double> times, double noise = 0, std::uint32_t seed = 1)
      : times_(std::move(times)), noise_(noise), engine_(seed) {}

  std::set<std::size_t> failing;

  std::size_t size() const { return times_.size(); }

  /// Takes the samples of a trial; the median of all samples that the configuration ever had.
  std::optional<double> measure(const Trial& trial) {
    if (failing.contains(trial.configuration))
      return std::nullopt;
    std::vector<double>& samples = samples_[trial.configuration];
    for (int i = 0; i < trial.samples; ++i)
      samples.push_back(times_.at(trial.configuration) * (1 + noise_ * signedUnit()));
    std::sort(samples.begin(), samples.end());
    return (samples[(samples.size() - 1) / 2] + samples[samples.size() / 2]) / 2;
  }

private:
  /// Uniform from -1 to 1, the same on every platform.
  double signedUnit() { return 2.0 * static_cast<double>(engine_()) / 0x1p32 - 1; }

  std::vector<double> times_;
  double noise_;
  std::mt19937 engine_;
  std::map<std::size_t, std::vector<double>> samples_;
};

/// Drives a search to its end and gives the rounds that were asked for.
inline std::vector<std::vector<Trial>> drive(Searcher& searcher, FakeObjective& objective) {
  std::vector<std::vector<Trial>> rounds;
  for (auto round = searcher.next(); !round.empty(); round = searcher.next()) {
    for (const Trial& trial : round)
      searcher.report(trial.configuration, objective.measure(trial));
    rounds.push_back(round);
  }
  return rounds;
}

inline std::set<std::size_t> configurationsOf(const std::vector<Trial>& round) {
  std::set<std::size_t> result;
  for (const Trial& trial : round)
    result.insert(trial.configuration);
  return result;
}

} // namespace cuda_tune
