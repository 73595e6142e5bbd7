#include "analyzer/checks/finding_merger.h"

#include <algorithm>

namespace cuda_lint {

namespace {

double value(const Metric& metric) {
  return std::visit([](auto number) { return static_cast<double>(number); }, metric.second);
}

/// How bad a finding is among those of its check: severity, then the ratio of its first two costs.
std::pair<Severity, double> badness(const Finding& finding) {
  double ratio = finding.metrics.empty() ? 0 : value(finding.metrics[0]);
  if (finding.check == "uncoalesced-access" && finding.metrics.size() > 1 && value(finding.metrics[1]) > 0)
    ratio = value(finding.metrics[0]) / value(finding.metrics[1]);
  return {finding.severity, ratio};
}

bool isWorse(const Finding& a, const Finding& b) {
  if (badness(a) != badness(b))
    return badness(a) > badness(b);
  return std::tie(b.confidence, a.kernel) < std::tie(a.confidence, b.kernel);
}

} // namespace

void FindingMerger::add(Finding finding) {
  Key key{finding.place.file, finding.place.line, finding.place.column, finding.check};
  auto [place, isNew] = run_.try_emplace(key, finding);
  if (!isNew && isWorse(finding, place->second))
    place->second = std::move(finding);
}

void FindingMerger::endRun() {
  for (auto& [key, finding] : run_) {
    Entry& entry = all_[key];
    ++entry.runs;
    entry.kernels.insert(finding.kernel);
    if (entry.runs == 1 || isWorse(finding, entry.worst))
      entry.worst = std::move(finding);
  }
  run_.clear();
}

std::vector<Finding> FindingMerger::take() {
  endRun();
  std::vector<Finding> findings;
  for (auto& [key, entry] : all_) {
    if (entry.runs > 1) {
      std::string text = "the worst of " + std::to_string(entry.runs) + " cases";
      if (entry.kernels.size() > 1)
        text += " in " + std::to_string(entry.kernels.size()) + " kernels";
      entry.worst.notes.push_back({entry.worst.place, text + " that were analyzed"});
    }
    findings.push_back(std::move(entry.worst));
  }
  all_.clear();
  return findings;
}

} // namespace cuda_lint
