#include "tuner/search/halving_searcher.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace cuda_tune {

HalvingSearcher::HalvingSearcher(std::size_t configurations, int samples, std::size_t finalists)
    : scoreboard_(configurations), racing_(configurations), samples_(samples), finalists_(finalists) {
  if (samples < 1)
    throw std::invalid_argument("successive halving: take at least 1 sample of each configuration");
  if (finalists < 1)
    throw std::invalid_argument("successive halving: keep at least 1 finalist");
  std::iota(racing_.begin(), racing_.end(), std::size_t{0});
}

std::vector<Trial> HalvingSearcher::next() {
  if (std::exchange(started_, true)) {
    if (racing_.size() <= finalists_)
      return {};
    racing_ = survivors();
    samples_ =
        samples_ > std::numeric_limits<int>::max() / 2 ? std::numeric_limits<int>::max() : 2 * samples_;
  }
  std::vector<Trial> round;
  for (const std::size_t configuration : racing_)
    round.push_back({configuration, samples_});
  return round;
}

void HalvingSearcher::report(std::size_t configuration, std::optional<double> microseconds) {
  scoreboard_.report(configuration, microseconds);
}

std::vector<std::size_t> HalvingSearcher::survivors() const {
  std::vector<std::size_t> ranked = scoreboard_.ranking(racing_);
  if (ranked.empty())
    return ranked;
  const std::size_t half = (ranked.size() + 1) / 2;
  ranked.resize(std::min(ranked.size(), std::max(half, finalists_)));
  const double limit = kFarBehind * *scoreboard_.time(ranked.front());
  std::erase_if(ranked, [&](std::size_t configuration) { return *scoreboard_.time(configuration) > limit; });
  return ranked;
}

} // namespace cuda_tune
