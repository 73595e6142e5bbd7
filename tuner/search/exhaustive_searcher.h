#pragma once

#include "tuner/search/scoreboard.h"
#include "tuner/search/searcher.h"

namespace cuda_tune {

/// One round: every configuration, in the order of the space.
class ExhaustiveSearcher : public Searcher {
public:
  /// Throws std::invalid_argument when `samples` is below 1.
  ExhaustiveSearcher(std::size_t configurations, int samples);

  std::vector<Trial> next() override;
  void report(std::size_t configuration, std::optional<double> microseconds) override;
  std::vector<std::size_t> ranking() const override { return scoreboard_.ranking(); }

private:
  Scoreboard scoreboard_;
  int samples_;
  bool asked_ = false;
};

} // namespace cuda_tune
