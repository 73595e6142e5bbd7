#include "tuner/search/exhaustive_searcher.h"

#include <stdexcept>
#include <utility>

namespace cuda_tune {

ExhaustiveSearcher::ExhaustiveSearcher(std::size_t configurations, int samples)
    : scoreboard_(configurations), samples_(samples) {
  if (samples < 1)
    throw std::invalid_argument("exhaustive search: take at least 1 sample of each configuration");
}

std::vector<Trial> ExhaustiveSearcher::next() {
  std::vector<Trial> round;
  if (std::exchange(asked_, true))
    return round;
  for (std::size_t i = 0; i < scoreboard_.size(); ++i)
    round.push_back({i, samples_});
  return round;
}

void ExhaustiveSearcher::report(std::size_t configuration, std::optional<double> microseconds) {
  scoreboard_.report(configuration, microseconds);
}

} // namespace cuda_tune
