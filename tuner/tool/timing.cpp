#include "tuner/tool/timing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuda_tune {

namespace {

constexpr std::uint64_t kMostSamples = 200;
constexpr std::uint64_t kFewestSamples = 20;
/// That all samples of a launch read together, where that makes for a number between the two.
constexpr std::uint64_t kSampledBytes = std::uint64_t{1} << 34;

} // namespace

Timing timingOf(const std::vector<double>& samples) {
  return {interquartileMean(samples), summarize(samples)};
}

double gigabytesPerSecond(double bytes, double microseconds) {
  return bytes / microseconds / 1e3;
}

double geometricMean(const std::vector<double>& numbers) {
  if (numbers.empty())
    return std::numeric_limits<double>::quiet_NaN();
  double logarithms = 0;
  for (const double number : numbers)
    logarithms += std::log(number);
  return std::exp(logarithms / static_cast<double>(numbers.size()));
}

int defaultSamples(std::uint64_t bytes) {
  return static_cast<int>(
      std::clamp(kSampledBytes / std::max<std::uint64_t>(bytes, 1), kFewestSamples, kMostSamples));
}

} // namespace cuda_tune
