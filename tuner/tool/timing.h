#pragma once

#include "tuner/measure/statistics.h"

#include <cstdint>
#include <vector>

namespace cuda_tune {

/// How long a launch takes, in microseconds.
struct Timing {
  /// Interquartile mean: what ratios and rates are made of.
  double mean = 0;
  Summary summary;
};

/// Throws std::invalid_argument when there is no sample or one is not finite.
Timing timingOf(const std::vector<double>& samples);

/// GB/s (10^9) of that many bytes in that time.
double gigabytesPerSecond(double bytes, double microseconds);

/// Of positive numbers; nan when there are none.
double geometricMean(const std::vector<double>& numbers);

/// Samples that measuring a launch that reads `bytes` takes by default: 200 where it is short, and at least
/// 20 however long it is.
int defaultSamples(std::uint64_t bytes);

} // namespace cuda_tune
