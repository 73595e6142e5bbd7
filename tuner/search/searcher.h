#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace cuda_tune {

/// A wish of the searcher: to have a configuration measured.
struct Trial {
  /// Index into SearchSpace::configurations().
  std::size_t configuration = 0;
  /// To take now, beside those of earlier trials.
  int samples = 0;

  friend bool operator==(const Trial&, const Trial&) = default;
};

/// Decides what to measure next, from the times so far alone. The driver measures, verifies and stops:
///
///     for (auto round = searcher.next(); !round.empty(); round = searcher.next())
///       for (const Trial& trial : round)
///         searcher.report(trial.configuration, measure(trial));
class Searcher {
public:
  virtual ~Searcher() = default;

  /// The next round, each configuration at most once in it; empty: the search is over. Called after every
  /// trial of the round before was reported; the driver may instead give up at any time and call ranking().
  virtual std::vector<Trial> next() = 0;

  /// The median of all samples of a configuration, in microseconds; it replaces what was reported before.
  /// nullopt: it failed (did not compile, did not run, gave a wrong result), and for good: it is not asked
  /// for again, and later times of it are ignored. Throws std::out_of_range for a configuration that is not
  /// of the space, and std::invalid_argument for a time that is not positive and finite.
  virtual void report(std::size_t configuration, std::optional<double> microseconds) = 0;

  /// The configurations that have a time and did not fail, fastest first by the latest time, ties by index.
  /// Times may rest on different numbers of samples: measure the first few again, side by side, before one is
  /// chosen.
  virtual std::vector<std::size_t> ranking() const = 0;
};

} // namespace cuda_tune
