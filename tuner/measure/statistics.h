#pragma once

#include <cstddef>
#include <vector>

namespace cuda_tune {

/// What is kept of the samples of one configuration, in their unit. Quartiles and median interpolate linearly
/// between the two nearest samples (type 7 of Hyndman and Fan): the quantile p of n sorted samples lies at
/// the position (n - 1) p, counted from 0.
struct Summary {
  double median = 0;
  double lowerQuartile = 0;
  double upperQuartile = 0;
  std::size_t samples = 0;

  friend bool operator==(const Summary&, const Summary&) = default;
};

/// Throws std::invalid_argument when there is no sample (all were discarded, and there is nothing to tell) or
/// one is not finite.
Summary summarize(std::vector<double> samples);

/// Mean of the middle half: a quarter of the samples is left out at either end, and a sample that the cut
/// goes through counts by the part of it that stays. As deaf to outliers as the quartiles; where the clock is
/// so coarse that most samples fall on two ticks the median is one of the two, while this still tells how
/// they share them. Throws as summarize() does.
double interquartileMean(std::vector<double> samples);

} // namespace cuda_tune
