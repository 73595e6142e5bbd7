#include "analyzer/predict/prediction_writer.h"
#include "analyzer/predict/shown_path.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <vector>

namespace cuda_lint {

namespace {

/// 1,234,567.
std::string grouped(uint64_t number) {
  if (number == Count::kUnbounded)
    return "any";
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

std::string withBounds(const Count& count) {
  std::string text = grouped(count.value);
  if (!count.isExact())
    text += " [" + grouped(count.least) + ".." + grouped(count.most) + "]";
  return text;
}

std::string decimal(double value, int digits) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", digits, value);
  return text;
}

std::string dimensions(const std::array<uint64_t, 3>& extents) {
  return std::to_string(extents[0]) + "x" + std::to_string(extents[1]) + "x" + std::to_string(extents[2]);
}

/// What the machine takes, and what it could do with.
const Count& taken(const Site& site) {
  return isShared(site.kind)             ? site.counts.wavefronts
         : isGlobal(site.kind)           ? site.counts.sectors
         : site.kind == SiteKind::Branch ? site.counts.divergent
                                         : site.counts.executions;
}

const Count& ideal(const Site& site) {
  return isShared(site.kind) ? site.counts.wavefrontsIdeal : site.counts.sectorsIdeal;
}

/// Columns as wide as their widest cell; the first two to the left, the others to the right.
class Table {
public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void write(llvm::raw_ostream& stream) const {
    std::vector<size_t> widths;
    for (const std::vector<std::string>& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], row[i].size());
    }
    for (const std::vector<std::string>& row : rows_) {
      std::string line;
      llvm::raw_string_ostream text(line);
      for (size_t i = 0; i < row.size(); ++i) {
        text << (i ? "  " : "");
        const auto width = static_cast<unsigned>(widths[i]);
        if (i < 2)
          text << llvm::left_justify(row[i], width);
        else
          text << llvm::right_justify(row[i], width);
      }
      stream << llvm::StringRef(line).rtrim() << '\n';
    }
  }

private:
  std::vector<std::vector<std::string>> rows_;
};

void writeSites(const Prediction& prediction, llvm::StringRef workingDirectory, llvm::raw_ostream& stream) {
  Table table;
  table.add({"line", "access", "executions", "lanes", "taken", "", "ideal", "worst", "share"});
  for (const Site& site : prediction.sites) {
    const SiteCounts& counts = site.counts;
    const bool isMemory = isShared(site.kind) || isGlobal(site.kind);
    const Count& whole =
        isShared(site.kind) ? prediction.totals.counts.wavefronts : prediction.totals.counts.sectors;
    std::vector<std::string> row{shownPath(site.file, workingDirectory).str() + ":" +
                                     std::to_string(site.line),
                                 toString(site.kind),
                                 withBounds(counts.executions),
                                 decimal(counts.lanesPerExecution(), 1),
                                 withBounds(taken(site)),
                                 isShared(site.kind)             ? "wavefronts"
                                 : isGlobal(site.kind)           ? "sectors"
                                 : site.kind == SiteKind::Branch ? "divergent"
                                                                 : "executions"};
    if (isMemory) {
      row.push_back(withBounds(ideal(site)));
      row.push_back(decimal(counts.degree, 2) + "x");
      row.push_back(
          whole.value
              ? decimal(100 * static_cast<double>(taken(site).value) / static_cast<double>(whole.value), 1) +
                    "%"
              : "");
    }
    table.add(std::move(row));
  }
  table.write(stream);
}

void writeTotals(const Prediction& prediction, llvm::raw_ostream& stream) {
  const PredictionTotals& totals = prediction.totals;
  Table table;
  auto add = [&](const char* name, const std::string& value, const std::string& ideal = "") {
    table.add({name, "", value, ideal});
  };
  add("shared wavefronts", withBounds(totals.counts.wavefronts),
      "ideal " + withBounds(totals.counts.wavefrontsIdeal));
  add("global sectors", withBounds(totals.counts.sectors), "ideal " + withBounds(totals.counts.sectorsIdeal));
  add("global requests", withBounds(totals.counts.requests));
  add("branches", grouped(totals.branches), "divergent " + grouped(totals.divergentBranches));
  add("warp instructions", grouped(totals.instructions), "active lanes " + decimal(totals.activeLanes, 2));
  table.write(stream);
}

void writeGaps(const char* title, const std::vector<PredictionGap>& gaps, llvm::StringRef workingDirectory,
               llvm::raw_ostream& stream) {
  if (gaps.empty())
    return;
  stream << '\n' << title << '\n';
  for (const PredictionGap& gap : gaps)
    stream << "  " << shownPath(gap.file, workingDirectory) << ":" << gap.line << ": " << gap.reason << '\n';
}

} // namespace

void writePredictionText(const Prediction& prediction, llvm::StringRef workingDirectory,
                         llvm::raw_ostream& stream) {
  stream << prediction.kernel << ", grid " << dimensions(prediction.grid) << ", block "
         << dimensions(prediction.block);
  for (const auto& [name, value] : prediction.arguments)
    stream << ", " << name << " = " << value;
  stream << '\n';
  const uint64_t blocks = prediction.grid[0] * prediction.grid[1] * prediction.grid[2];
  stream << (prediction.isExact ? "exact: " : "not exact: ") << grouped(prediction.blocksRun) << " of "
         << grouped(blocks) << (blocks == 1 ? " block run" : " blocks run");
  if (prediction.blocksCovered == blocks && prediction.blocksRun < blocks)
    stream << ", the others proven to do the same as one of them";
  stream << "\n\n";
  writeSites(prediction, workingDirectory, stream);
  stream << '\n';
  writeTotals(prediction, stream);
  writeGaps("why it is not exact (bounds stand in brackets):", prediction.gaps, workingDirectory, stream);
  writeGaps("where the machine code may count otherwise:", prediction.mayDiffer, workingDirectory, stream);
}

} // namespace cuda_lint
