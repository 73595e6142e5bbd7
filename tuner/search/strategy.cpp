#include "tuner/search/strategy.h"

#include "tuner/search/exhaustive_searcher.h"
#include "tuner/search/halving_searcher.h"
#include "tuner/search/random_searcher.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace cuda_tune {
namespace {

std::size_t drawCount(std::size_t configurations, const SearchOptions& options) {
  if (options.count) {
    if (*options.count < 1)
      throw std::invalid_argument("random search: draw at least 1 configuration");
    return *options.count;
  }
  // Written so that NaN is refused too.
  if (!(options.share > 0 && options.share <= 1))
    throw std::invalid_argument("random search: the share of the space is " + std::to_string(options.share) +
                                "; take one above 0 and at most 1");
  return static_cast<std::size_t>(std::ceil(options.share * static_cast<double>(configurations)));
}

} // namespace

const char* toString(Strategy strategy) {
  switch (strategy) {
  case Strategy::Exhaustive:
    return "exhaustive";
  case Strategy::Random:
    return "random";
  case Strategy::Halving:
    return "halving";
  }
  throw std::invalid_argument("not a strategy: " + std::to_string(static_cast<int>(strategy)));
}

std::optional<Strategy> parseStrategy(std::string_view name) {
  for (const Strategy strategy : {Strategy::Exhaustive, Strategy::Random, Strategy::Halving})
    if (name == toString(strategy))
      return strategy;
  return std::nullopt;
}

std::unique_ptr<Searcher> makeSearcher(Strategy strategy, std::size_t configurations,
                                       const SearchOptions& options) {
  switch (strategy) {
  case Strategy::Exhaustive:
    return std::make_unique<ExhaustiveSearcher>(configurations, options.samples);
  case Strategy::Random:
    return std::make_unique<RandomSearcher>(configurations, drawCount(configurations, options),
                                            options.samples, options.seed);
  case Strategy::Halving:
    return std::make_unique<HalvingSearcher>(configurations, options.firstSamples, options.finalists);
  }
  throw std::invalid_argument("not a strategy: " + std::to_string(static_cast<int>(strategy)));
}

} // namespace cuda_tune
