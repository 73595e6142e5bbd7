#include "tuner/tool/bench_cell.h"

#include <functional>

namespace cuda_tune {

namespace {

std::optional<double> meanRatio(const std::vector<BenchCell>& cells,
                                const std::function<bool(const BenchCell&)>& counts) {
  std::vector<double> ratios;
  for (const BenchCell& cell : cells)
    if (const std::optional<double> ratio = cell.tunedOverCub(); ratio && counts(cell))
      ratios.push_back(*ratio);
  return ratios.empty() ? std::nullopt : std::optional(geometricMean(ratios));
}

} // namespace

std::optional<double> BenchCell::tunedOverCub() const {
  return cub ? std::optional(tuned.mean / cub->mean) : std::nullopt;
}

double BenchCell::tunedRate() const {
  return gigabytesPerSecond(static_cast<double>(bytes()), tuned.mean);
}

double BenchCell::copyRate() const {
  return gigabytesPerSecond(2.0 * static_cast<double>(bytes()), copy.mean);
}

RatioSummary summarizeRatios(const std::vector<BenchCell>& cells) {
  RatioSummary summary;
  summary.all = meanRatio(cells, [](const BenchCell&) { return true; });
  summary.small =
      meanRatio(cells, [](const BenchCell& cell) { return cell.elements <= RatioSummary::kSmall; });
  summary.large =
      meanRatio(cells, [](const BenchCell& cell) { return cell.elements >= RatioSummary::kLarge; });
  for (const BenchCell& cell : cells)
    if (cell.cub && (!summary.worst || *cell.tunedOverCub() > *summary.worst->tunedOverCub()))
      summary.worst = &cell;
  return summary;
}

} // namespace cuda_tune
