#include "tuner/search/random_searcher.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

namespace cuda_tune {
namespace {

/// Uniform below `bound`, which is not 0. The engines of the standard give the same numbers everywhere, its
/// distributions and algorithms do not.
std::uint64_t drawBelow(std::uint64_t bound, std::mt19937_64& engine) {
  // Numbers from the last multiple of bound on would favour the small remainders.
  const std::uint64_t end = engine.max() - engine.max() % bound;
  std::uint64_t number = engine();
  while (number >= end)
    number = engine();
  return number % bound;
}

} // namespace

RandomSearcher::RandomSearcher(std::size_t configurations, std::size_t count, int samples, std::uint64_t seed)
    : scoreboard_(configurations), count_(std::min(count, configurations)), samples_(samples), seed_(seed) {
  if (samples < 1)
    throw std::invalid_argument("random search: take at least 1 sample of each configuration");
}

std::vector<Trial> RandomSearcher::next() {
  std::vector<Trial> round;
  if (std::exchange(asked_, true))
    return round;
  std::mt19937_64 engine(seed_);
  std::vector<std::size_t> deck(scoreboard_.size());
  std::iota(deck.begin(), deck.end(), std::size_t{0});
  for (std::size_t i = 0; i < count_; ++i) {
    std::swap(deck[i], deck[i + drawBelow(deck.size() - i, engine)]);
    round.push_back({deck[i], samples_});
  }
  return round;
}

void RandomSearcher::report(std::size_t configuration, std::optional<double> microseconds) {
  scoreboard_.report(configuration, microseconds);
}

} // namespace cuda_tune
