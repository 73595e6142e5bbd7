#include "analyzer/report/report.h"

#include "analyzer/report/finding_json.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace cuda_lint {

namespace {

auto placeAndCheck(const Finding& finding) {
  return std::tie(finding.place.file, finding.place.line, finding.place.column, finding.check);
}

/// Paths as the user reads them: normal form, relative where they lie below the working directory.
class Paths {
public:
  explicit Paths(llvm::StringRef workingDirectory) : root(workingDirectory) {
    llvm::sys::path::remove_dots(root, /*remove_dot_dot=*/true);
    prefix = root;
    if (!prefix.ends_with("/"))
      prefix += '/';
  }

  void shorten(std::string& file) const {
    if (file.empty())
      return;
    llvm::SmallString<256> path = llvm::StringRef(file);
    if (!llvm::sys::path::is_absolute(path)) {
      path = root;
      llvm::sys::path::append(path, file);
    }
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    llvm::StringRef rest = path;
    rest.consume_front(prefix);
    file = rest.str();
  }

  void shorten(Finding& finding) const {
    shorten(finding.place.file);
    for (Note& note : finding.notes)
      shorten(note.place.file);
    for (FixIt& fix : finding.fixes)
      shorten(fix.file);
  }

  /// An error often starts with its place.
  void shortenError(std::string& error) const {
    llvm::StringRef rest = error;
    if (rest.consume_front(prefix))
      error = rest.str();
  }

private:
  llvm::SmallString<256> root;
  llvm::SmallString<256> prefix;
};

double number(const Metric& metric) {
  return std::visit([](auto value) { return double(value); }, metric.second);
}

/// The leading metric; relative to its ideal, or to the number it is part of (`divergent_warps` of `warps`),
/// where the finding has that: launches of different size must compare.
double badness(const Finding& finding) {
  if (finding.metrics.empty())
    return 0;
  const Metric& leading = finding.metrics.front();
  for (const Metric& metric : finding.metrics) {
    bool isBase = metric.first == leading.first + "_ideal" ||
                  (&metric != &leading && llvm::StringRef(leading.first).ends_with("_" + metric.first));
    if (isBase && number(metric) > 0)
      return number(leading) / number(metric);
  }
  return number(leading);
}

bool isWorse(const Finding& a, const Finding& b) {
  if (a.severity != b.severity)
    return a.severity > b.severity;
  if (double badnessA = badness(a), badnessB = badness(b); badnessA != badnessB)
    return badnessA > badnessB;
  if (a.confidence != b.confidence)
    return a.confidence < b.confidence;
  if (a.kernel != b.kernel)
    return a.kernel < b.kernel;
  // Equal to a reader, but the same one must win whichever worker came first.
  FileResult onlyA, onlyB;
  onlyA.findings = {a};
  onlyB.findings = {b};
  return printFileResult(onlyA) < printFileResult(onlyB);
}

/// Joins findings of one place and check; the worst is first.
Finding join(std::vector<Finding> group) {
  std::stable_sort(group.begin(), group.end(), isWorse);
  std::set<std::string> others;
  for (const Finding& finding : group)
    if (finding.kernel != group.front().kernel)
      others.insert(finding.kernel);
  Finding worst = std::move(group.front());
  if (others.empty())
    return worst;
  constexpr size_t named = 3;
  std::vector<std::string> names(others.begin(), others.end());
  std::string message = "also in ";
  if (names.size() > named) {
    std::string more = std::to_string(names.size() - named) + " more";
    names.resize(named);
    names.push_back(more);
  }
  message += llvm::join(names, ", ");
  worst.notes.push_back({worst.place, message});
  return worst;
}

template <typename T> void sortUnique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

void sortFindings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return placeAndCheck(a) < placeAndCheck(b); });
}

Report mergeResults(std::vector<FileResult> results, const std::string& workingDirectory) {
  Paths paths(workingDirectory);
  Report report;
  std::vector<Finding> findings;
  std::set<std::string> analyzed, failed;
  for (FileResult& result : results) {
    paths.shorten(result.file);
    if (result.error) {
      paths.shortenError(*result.error);
      report.failed.push_back({result.file, *result.error});
      failed.insert(result.file);
    } else {
      analyzed.insert(result.file);
    }
    for (Finding& finding : result.findings) {
      paths.shorten(finding);
      findings.push_back(std::move(finding));
    }
    for (Declined& declined : result.declined) {
      paths.shorten(declined.file);
      report.declined.push_back(std::move(declined));
    }
  }
  // One file may be compiled by several commands: it counts once, and as failed if any of them failed.
  report.analyzed = unsigned(std::count_if(analyzed.begin(), analyzed.end(),
                                           [&](const std::string& file) { return !failed.count(file); }));

  sortFindings(findings);
  for (auto first = findings.begin(); first != findings.end();) {
    auto last = std::find_if(first, findings.end(), [&](const Finding& finding) {
      return placeAndCheck(finding) != placeAndCheck(*first);
    });
    report.findings.push_back(
        join(std::vector<Finding>(std::make_move_iterator(first), std::make_move_iterator(last))));
    first = last;
  }

  std::sort(report.declined.begin(), report.declined.end(), [](const Declined& a, const Declined& b) {
    return std::tie(a.file, a.line, a.kernel, a.reason) < std::tie(b.file, b.line, b.kernel, b.reason);
  });
  report.declined.erase(std::unique(report.declined.begin(), report.declined.end()), report.declined.end());
  sortUnique(report.failed);
  return report;
}

} // namespace cuda_lint
