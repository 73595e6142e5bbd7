#include "tuner/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace cuda_tune {
namespace {

void checkAndSort(std::vector<double>& samples) {
  if (samples.empty())
    throw std::invalid_argument(
        "no samples to summarize: all were discarded or none was taken; measure again");
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (!std::isfinite(samples[i]))
      throw std::invalid_argument("sample " + std::to_string(i) + " of " + std::to_string(samples.size()) +
                                  " is not a finite number; discard it where it is taken");
  std::sort(samples.begin(), samples.end());
}

double quantile(const std::vector<double>& sorted, double p) {
  const double position = static_cast<double>(sorted.size() - 1) * p;
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

} // namespace

Summary summarize(std::vector<double> samples) {
  checkAndSort(samples);
  return {quantile(samples, 0.5), quantile(samples, 0.25), quantile(samples, 0.75), samples.size()};
}

double interquartileMean(std::vector<double> samples) {
  checkAndSort(samples);
  // Sample i takes the stretch from i to i + 1 of n; it weighs what of that lies in the middle half.
  const double from = static_cast<double>(samples.size()) / 4;
  const double to = 3 * from;
  double sum = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto start = static_cast<double>(i);
    const double weight = std::min(start + 1, to) - std::max(start, from);
    if (weight > 0)
      sum += weight * samples[i];
  }
  return sum / (to - from);
}

} // namespace cuda_tune
