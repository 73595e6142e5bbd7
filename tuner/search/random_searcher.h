#pragma once

#include "tuner/search/scoreboard.h"
#include "tuner/search/searcher.h"

#include <cstdint>

namespace cuda_tune {

/// One round: `count` configurations drawn without replacement, each set of them equally likely, in the order
/// of the draw; so a search that is cut short has still seen a fair sample. One seed gives one draw on every
/// platform.
class RandomSearcher : public Searcher {
public:
  /// A `count` above the number of configurations draws all. Throws std::invalid_argument when `samples` is
  /// below 1.
  RandomSearcher(std::size_t configurations, std::size_t count, int samples, std::uint64_t seed);

  std::vector<Trial> next() override;
  void report(std::size_t configuration, std::optional<double> microseconds) override;
  std::vector<std::size_t> ranking() const override { return scoreboard_.ranking(); }

private:
  Scoreboard scoreboard_;
  std::size_t count_;
  int samples_;
  std::uint64_t seed_;
  bool asked_ = false;
};

} // namespace cuda_tune
