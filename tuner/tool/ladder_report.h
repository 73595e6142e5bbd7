#pragma once

#include "tuner/tool/run_facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cuda_tune {

/// A whole run of `cuda-tune ladder`: sums of f32.
struct LadderReport {
  struct Rung {
    std::string name;
    std::string change;
    Timing timing;
  };

  RunFacts facts;
  std::uint64_t elements = 0;
  /// From v0 on; at least one.
  std::vector<Rung> rungs;
  /// The whole reduction with the configuration that the store has; nullopt when it has none.
  std::optional<Rung> tuned;
  Timing copy;

  /// How many times as fast as v0.
  double overFirst(const Timing& timing) const { return rungs.front().timing.mean / timing.mean; }
  /// How many times as fast as the rung before rungs[index]; 1 for the first.
  double overPrevious(std::size_t index) const;

  /// For people: a row for each rung, what is to be compared with them, and the facts.
  std::string table() const;
  /// {"device", …, "elements", "rungs": […], "tuned": {…}, "copy": {…}}; docs/cuda_tune.md.
  std::string json() const;
};

} // namespace cuda_tune
