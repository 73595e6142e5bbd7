#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace cuda_tune {

/// What was reported of each configuration; every searcher has one. The contract is that of Searcher.
class Scoreboard {
public:
  explicit Scoreboard(std::size_t configurations) : scores_(configurations) {}

  std::size_t size() const { return scores_.size(); }
  void report(std::size_t configuration, std::optional<double> microseconds);
  /// The latest time in microseconds; nullopt when there is none or the configuration failed.
  std::optional<double> time(std::size_t configuration) const;

  std::vector<std::size_t> ranking() const;
  /// Those of `configurations` that a ranking has, in its order.
  std::vector<std::size_t> ranking(std::vector<std::size_t> configurations) const;

private:
  struct Score {
    std::optional<double> microseconds;
    bool failed = false;
  };
  std::vector<Score> scores_;
};

} // namespace cuda_tune
