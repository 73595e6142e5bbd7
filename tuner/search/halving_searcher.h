#pragma once

#include "tuner/search/scoreboard.h"
#include "tuner/search/searcher.h"

namespace cuda_tune {

/// Successive halving: all configurations briefly, then the better half with twice the samples, and so on; a
/// round costs about as much as the one before, and the samples go where the race is close. After each round
/// drop out, in this order:
///   - what failed or was not reported;
///   - what is far behind: slower than kFarBehind times the fastest of the round;
///   - what is not among the faster half of those with a time. But `finalists` stay while there are so many.
/// Over after a round of at most `finalists`.
class HalvingSearcher : public Searcher {
public:
  static constexpr double kFarBehind = 2;

  /// `samples` are those of the first round. Throws std::invalid_argument when `samples` or `finalists` is
  /// below 1.
  HalvingSearcher(std::size_t configurations, int samples, std::size_t finalists);

  std::vector<Trial> next() override;
  void report(std::size_t configuration, std::optional<double> microseconds) override;
  std::vector<std::size_t> ranking() const override { return scoreboard_.ranking(); }

private:
  std::vector<std::size_t> survivors() const;

  Scoreboard scoreboard_;
  /// Configurations of the round that was asked for last; before the first round all.
  std::vector<std::size_t> racing_;
  int samples_;
  std::size_t finalists_;
  bool started_ = false;
};

} // namespace cuda_tune
