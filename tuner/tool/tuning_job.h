#pragma once

#include "db/tuning_store.h"
#include "tuner/jit/device.h"
#include "tuner/jit/nvrtc.h"
#include "tuner/measure/launch_timer.h"
#include "tuner/reduce/reduce_space.h"
#include "tuner/search/strategy.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cuda_tune {

/// What `cuda-tune run` is to do on one device. Passed to the process that does it as JSON.
struct TuningJob {
  int device = 0;
  std::filesystem::path store;
  std::vector<Operation> operations;
  std::vector<ElementType> types;
  /// Elements, ascending.
  std::vector<std::uint64_t> sizes;
  Regime regime = Regime::Cold;
  Strategy strategy = Strategy::Halving;
  /// For all of the job; none: the searcher decides.
  std::optional<std::chrono::nanoseconds> budget;
  /// Threads that compile.
  unsigned threads = 1;
  /// A folder with reduce.cuh and its headers instead of the built-in template.
  std::optional<std::filesystem::path> templateFolder;

  std::string toJson() const;
  /// Throws std::invalid_argument for what toJson() cannot have written.
  static TuningJob fromJson(const std::string& text);
};

/// A search: one operation, type and size.
struct TuningCell {
  Operation operation;
  ElementType type;
  std::uint64_t elements = 0;
};

/// Type by type, so that the sizes of one share its kernels.
std::vector<TuningCell> cellsOf(const TuningJob& job);

/// The template that the job tunes. Throws std::runtime_error when its folder cannot be read.
Source templateOf(const TuningJob& job);

ReduceTarget targetOf(const Device& device);

/// The key of a cell's measurements.
MeasurementKey keyOf(const TuningCell& cell, const TuningJob& job, const Device& device,
                     const std::string& templateHash, const Toolchain& toolchain);

/// Whether rows of the two are of one card, workload and way of measuring.
bool sameKey(const MeasurementKey& a, const MeasurementKey& b);

/// The view `best` for exactly this key: one row, or none. `deterministicOnly` leaves other configurations
/// out.
std::vector<Measurement> bestRows(const TuningStore& store, const MeasurementKey& key,
                                  bool deterministicOnly);

/// A row of a configuration of a cell as it is launched, with nothing measured yet.
Measurement measurementOf(const MeasurementKey& key, const TuningCell& cell, const SearchSpace& space,
                          const Configuration& configuration, int multiprocessors);

/// Changes with whatever decides what a search looks at: its space, strategy and sample counts.
std::string searchHash(const SearchSpace& space, Strategy strategy);

/// A search that is still to be done, or to be gone on with.
struct PlannedSearch {
  TuningCell cell;
  MeasurementKey key;
  SearchSpace space;
  /// searchHash() of its space.
  std::string hash;
};

/// Of the job's cells those whose search has not ended, in their order.
std::vector<PlannedSearch> missingSearches(const TuningJob& job, const Device& device,
                                           const TuningStore& store, const Source& source,
                                           const Toolchain& toolchain);

} // namespace cuda_tune
