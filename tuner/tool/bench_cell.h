#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"
#include "db/tuning_store.h"
#include "tuner/tool/timing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cuda_tune {

/// A reduction by all who are compared, timed in turn.
struct BenchCell {
  Operation operation = Operation::Sum;
  ElementType type = ElementType::F32;
  std::uint64_t elements = 0;

  Timing tuned;
  /// nullopt where the CUB library was not built.
  std::optional<Timing> cub;
  /// Rung v8 of the ladder, which leaves one sum a block: for f32 sums.
  std::optional<Timing> ladder;
  /// A copy of the elements from device memory to device memory.
  Timing copy;

  std::string configuration;
  /// Where the configuration comes from.
  LookupOutcome outcome = LookupOutcome::Base;

  std::uint64_t bytes() const { return elements * sizeOf(type); }
  /// Below 1: the tuned one is faster.
  std::optional<double> tunedOverCub() const;
  double tunedRate() const;
  /// Of what is read and what is written.
  double copyRate() const;
};

/// tuned/CUB over the cells that have one.
struct RatioSummary {
  /// Sizes that count as small, at most, and as large, at least.
  static constexpr std::uint64_t kSmall = std::uint64_t{1} << 22;
  static constexpr std::uint64_t kLarge = std::uint64_t{1} << 24;

  /// Geometric means; nullopt where there are no such cells.
  std::optional<double> all;
  std::optional<double> small;
  std::optional<double> large;
  /// The cell with the largest ratio; nullptr when no cell has one. Points into the cells.
  const BenchCell* worst = nullptr;
};

RatioSummary summarizeRatios(const std::vector<BenchCell>& cells);

} // namespace cuda_tune
