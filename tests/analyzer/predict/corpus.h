#pragma once

#include "analyzer/predict/predictor.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cuda_lint {

/// A `// launch:` line of tests/kernels, whose format bench/counters/corpus.py describes.
struct CorpusLaunch {
  unsigned line = 0;
  /// What follows the mark.
  std::string text;
  PredictionRequest request;
  /// Of the line `// differs: REASON` below: why the machine code counts otherwise.
  std::optional<std::string> differs;
};

/// Throws std::runtime_error where the file cannot be read or a line not understood.
std::vector<CorpusLaunch> readLaunches(const std::string& file);

/// Sums over a launch, in the order of kCounters.
using Counters = std::array<uint64_t, 5>;
inline constexpr std::array<const char*, 5> kCounters{
    "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal",
    "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal",
    "memory_l1_tag_requests_global"};

/// What bench/counters/measure_corpus.py measured: by base name of the file and text of the launch.
std::map<std::pair<std::string, std::string>, Counters> readCounters(const std::string& csv);

} // namespace cuda_lint
