#include "analyzer/report/summary.h"

#include "analyzer/report/snippet.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <set>
#include <tuple>

namespace cuda_lint {

namespace {

std::string counted(size_t count, llvm::StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

std::string shape(const std::array<uint64_t, 3>& dimensions) {
  std::string text = std::to_string(dimensions[0]);
  if (dimensions[1] != 1 || dimensions[2] != 1)
    text.append("x").append(std::to_string(dimensions[1]));
  if (dimensions[2] != 1)
    text.append("x").append(std::to_string(dimensions[2]));
  return text;
}

std::vector<std::string> gaps(const Report& report) {
  // One kernel may be declined for several reasons.
  std::set<std::tuple<std::string, unsigned, std::string>> kernels;
  std::set<std::string> files;
  for (const Declined& declined : report.declined) {
    if (declined.kernel.empty())
      files.insert(declined.file);
    else
      kernels.emplace(declined.file, declined.line, declined.kernel);
  }
  std::set<std::string> failed;
  for (const FailedFile& file : report.failed)
    failed.insert(file.file);
  std::vector<std::string> parts;
  if (!kernels.empty())
    parts.push_back(counted(kernels.size(), "kernel") + " declined");
  if (!files.empty())
    parts.push_back(counted(files.size(), "file") + " declined");
  if (!failed.empty())
    parts.push_back(counted(failed.size(), "file") + " failed");
  return parts;
}

} // namespace

std::string summaryLine(const Report& report) {
  size_t bySeverity[3] = {}, suppressed = 0;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed)
      ++suppressed;
    else
      ++bySeverity[size_t(finding.severity)];
  }
  std::vector<std::string> found;
  for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
    if (size_t count = bySeverity[size_t(severity)])
      found.push_back(counted(count, toString(severity)));

  std::string line;
  if (found.empty() && report.analyzed == 0)
    line = "no file analyzed";
  else
    line =
        (found.empty() ? "no findings" : llvm::join(found, ", ")) + " in " + counted(report.analyzed, "file");
  if (suppressed)
    line.append(" (").append(std::to_string(suppressed)).append(" suppressed)");
  std::vector<std::string> missing = gaps(report);
  if (!missing.empty())
    line += (found.empty() && report.analyzed ? ", but " : "; ") + llvm::join(missing, ", ");
  return line;
}

void writeProblems(const Report& report, llvm::raw_ostream& os) {
  for (const Declined& declined : report.declined) {
    os << printable(declined.file);
    if (declined.line)
      os << ':' << declined.line;
    os << ": declined: ";
    if (!declined.kernel.empty())
      os << "kernel " << printable(declined.kernel) << ": ";
    os << printable(declined.reason) << '\n';
  }
  for (const FailedFile& failed : report.failed) {
    // A failed parse brings the place of its error with it.
    llvm::StringRef error = failed.error;
    if (!error.consume_front(failed.file + ":"))
      os << printable(failed.file) << ": failed: " << printable(error) << '\n';
    else
      os << printable(failed.file) << ':' << printable(error) << " (failed)\n";
  }
}

std::string describeCase(const Finding& finding) {
  if (finding.kernel.empty())
    return {};
  std::string text = "kernel " + finding.kernel;
  const FindingLaunch& launch = finding.launch;
  if (launch.source.empty())
    return text;
  text += launch.grid ? ", grid " + shape(*launch.grid) : ", grid unknown";
  text += ", block " + shape(launch.block);
  llvm::StringRef source = llvm::StringSwitch<llvm::StringRef>(launch.source)
                               .Case("launch-site", "launch site")
                               .Case("command-line", "command line")
                               .Case("launch-bounds", "__launch_bounds__")
                               .Default(launch.source);
  return text + " (" + source.str() + ")";
}

} // namespace cuda_lint
