#pragma once

#include "db/tuning_store.h"
#include "tuner/measure/device_clocks.h"
#include "tuner/search/stopping_criterion.h"
#include "tuner/tool/device_verifier.h"
#include "tuner/tool/kernel_set.h"
#include "tuner/tool/tuning_job.h"
#include "tuner/tool/worker_events.h"

#include <functional>
#include <map>
#include <set>

namespace cuda_tune {

/// What the searches of one operation and type share on a device.
struct TypeSession {
  const TuningJob& job;
  const Device& device;
  LaunchTimer& timer;
  InputRing& ring;
  const DeviceClocks& clocks;
  CUstream stream;
  TuningStore& store;
  /// Of the input ring: what it repeats.
  std::vector<std::byte> period;
  KernelSet kernels;
  DeviceVerifier verifier;
  /// Kernels by name, and why they are out: nullopt for those that were verified.
  std::map<std::string, std::optional<std::pair<Result, std::string>>> verdicts;
  DeviceMemory result;
  DeviceMemory workspace;
  std::function<void(const WorkerEvent&)> emit;
};

/// Searches one cell and stores what it measures, round by round, so that a later run goes on where this one
/// ended.
class CellSearch {
public:
  CellSearch(TypeSession& session, const TuningCell& cell, const SearchSpace& space, MeasurementKey key);

  /// Runs the search and times the finalists; returns what the store then holds as best. Throws StoreError,
  /// CudaError.
  /// The finalists take `finalMicroseconds` together, or what their fewest samples need.
  event::CellEnded run(StoppingCriterion& stop, double finalMicroseconds);

private:
  struct Candidate {
    ReduceConfiguration configuration;
    LaunchPlan plan;
    /// Once it was verified.
    const ReduceKernel* kernel = nullptr;
    std::vector<double> samples;
    /// Samples of an earlier run, and their median.
    std::optional<Measurement> stored;
  };

  bool usable(std::size_t index);
  void reject(std::size_t index, Result result, const std::string& reason);
  /// Takes samples; nullopt when the time cannot be true.
  std::optional<double> measure(std::size_t index, int samples);
  void timeFinalists(const std::vector<std::size_t>& ranking, double microseconds);
  Measurement rowOf(std::size_t index, Stage stage, const std::vector<double>& samples) const;
  std::vector<std::size_t> finalistsOf(const std::vector<std::size_t>& ranking) const;
  void launch(std::size_t index, CUdeviceptr in);
  void flushRows();

  TypeSession& session_;
  const TuningCell cell_;
  const SearchSpace& space_;
  const MeasurementKey key_;
  const std::uint64_t bytes_;
  std::vector<Candidate> candidates_;
  std::vector<Measurement> rows_;
  std::size_t measured_ = 0;
  std::size_t failed_ = 0;
  double bestUs_ = 0;
  std::string best_;
};

} // namespace cuda_tune
