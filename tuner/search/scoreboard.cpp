#include "tuner/search/scoreboard.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace cuda_tune {

void Scoreboard::report(std::size_t configuration, std::optional<double> microseconds) {
  if (configuration >= scores_.size())
    throw std::out_of_range("reported configuration " + std::to_string(configuration) + " of a space of " +
                            std::to_string(scores_.size()));
  Score& score = scores_[configuration];
  if (!microseconds)
    score.failed = true;
  else if (!std::isfinite(*microseconds) || *microseconds <= 0)
    throw std::invalid_argument("reported " + std::to_string(*microseconds) + " us for configuration " +
                                std::to_string(configuration) +
                                "; a time is positive and finite, report a failure instead");
  else
    score.microseconds = microseconds;
}

std::optional<double> Scoreboard::time(std::size_t configuration) const {
  const Score& score = scores_.at(configuration);
  return score.failed ? std::nullopt : score.microseconds;
}

std::vector<std::size_t> Scoreboard::ranking() const {
  std::vector<std::size_t> all(scores_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return ranking(std::move(all));
}

std::vector<std::size_t> Scoreboard::ranking(std::vector<std::size_t> configurations) const {
  std::erase_if(configurations, [&](std::size_t configuration) { return !time(configuration); });
  std::sort(configurations.begin(), configurations.end(),
            [&](std::size_t a, std::size_t b) { return std::tuple(*time(a), a) < std::tuple(*time(b), b); });
  return configurations;
}

} // namespace cuda_tune
