#pragma once

#include "tuner/search/searcher.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace cuda_tune {

enum class Strategy { Exhaustive, Random, Halving };

/// "exhaustive", "random", "halving".
const char* toString(Strategy strategy);
/// The reverse of toString(); nullopt for anything else.
std::optional<Strategy> parseStrategy(std::string_view name);

/// Each strategy takes the options that concern it.
struct SearchOptions {
  /// Exhaustive, random: samples of each configuration.
  int samples = 20;
  /// Random: how many configurations to draw; without it, `share` of the space, rounded up.
  std::optional<std::size_t> count;
  /// Random: above 0 and at most 1.
  double share = 0.1;
  /// Random: the same seed draws the same configurations.
  std::uint64_t seed = 1;
  /// Halving: samples of each configuration in the first round.
  int firstSamples = 3;
  /// Halving: so many are left at the end.
  std::size_t finalists = 8;
};

/// A searcher of a space of so many configurations. Throws std::invalid_argument, naming the option, for one
/// that is out of its range.
std::unique_ptr<Searcher> makeSearcher(Strategy strategy, std::size_t configurations,
                                       const SearchOptions& options = {});

} // namespace cuda_tune
