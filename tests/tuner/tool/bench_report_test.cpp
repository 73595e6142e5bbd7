#include "tuner/tool/bench_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

using namespace cuda_tune;
using testing::HasSubstr;
using testing::Not;

namespace {

Timing fixed(double microseconds) {
  return timingOf({microseconds, microseconds, microseconds});
}

BenchCell cellOf(std::uint64_t elements, double tuned, std::optional<double> cub) {
  BenchCell cell;
  cell.type = ElementType::F64;
  cell.elements = elements;
  cell.tuned = fixed(tuned);
  if (cub)
    cell.cub = fixed(*cub);
  cell.copy = fixed(16);
  cell.configuration = "block_size=256 unroll=4";
  cell.outcome = LookupOutcome::Exact;
  return cell;
}

BenchReport reportOf(std::vector<BenchCell> cells) {
  BenchReport report;
  report.facts.device = "Fictional, Model 1";
  report.facts.driver = "580.1";
  report.facts.nvrtc = "13.0";
  report.facts.date = "2026-11-30T12:00:00Z";
  report.facts.memoryRoof = 2e9;
  report.cells = std::move(cells);
  return report;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

/// Fields of a line of CSV without escaped quotes.
std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields = {""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

std::string fieldOf(const std::string& csv, const std::string& title, std::size_t row) {
  const std::vector<std::string> lines = linesOf(csv);
  const std::vector<std::string> titles = fieldsOf(lines.at(0));
  const auto found = std::find(titles.begin(), titles.end(), title);
  return fieldsOf(lines.at(row + 1)).at(static_cast<std::size_t>(found - titles.begin()));
}

} // namespace

TEST(RatioSummary, SplitsSmallFromLargeAndLeavesTheMiddleOut) {
  // 2^22 is small still, 2^24 large already.
  const std::vector<BenchCell> cells = {cellOf(1 << 10, 1, 2), cellOf(1 << 22, 8, 1), cellOf(1 << 23, 27, 1),
                                        cellOf(1 << 24, 3, 1), cellOf(1 << 26, 12, 1)};
  const RatioSummary summary = summarizeRatios(cells);
  EXPECT_NEAR(summary.small.value(), 2, 1e-12);
  EXPECT_NEAR(summary.large.value(), 6, 1e-12);
  EXPECT_NEAR(summary.all.value(), std::pow(0.5 * 8 * 27 * 3 * 12, 0.2), 1e-12);
  EXPECT_EQ(summary.worst, &cells[2]);
}

TEST(RatioSummary, IsEmptyWithoutCub) {
  const RatioSummary summary = summarizeRatios({cellOf(1 << 10, 1, std::nullopt)});
  EXPECT_FALSE(summary.all || summary.small || summary.large);
  EXPECT_EQ(summary.worst, nullptr);
}

TEST(RatioSummary, HasNoMeanOfSizesThatWereNotTimed) {
  const RatioSummary summary = summarizeRatios({cellOf(1 << 10, 3, 1)});
  EXPECT_DOUBLE_EQ(summary.all.value(), 3);
  EXPECT_FALSE(summary.large);
}

TEST(BenchCell, CopyCountsReadAndWrite) {
  // 1000 elements of 8 bytes in 16 us each.
  const BenchCell cell = cellOf(1000, 16, std::nullopt);
  EXPECT_DOUBLE_EQ(cell.tunedRate(), 0.5);
  EXPECT_DOUBLE_EQ(cell.copyRate(), 1);
}

TEST(BenchReport, TableGivesShareOfTheRoof) {
  const std::string table = reportOf({cellOf(1000, 16, 20)}).table();
  const std::string row = linesOf(table).at(1);
  EXPECT_THAT(row, HasSubstr(" 16.00 "));
  EXPECT_THAT(row, HasSubstr(" 20.00 "));
  EXPECT_THAT(row, HasSubstr(" 0.800 "));
  EXPECT_THAT(row, HasSubstr(" 25.0 ")) << "0.5 of 2 GB/s";
  EXPECT_THAT(row, HasSubstr("exact"));
  EXPECT_THAT(row, HasSubstr("block_size=256 unroll=4"));
}

TEST(BenchReport, TableSaysWhereWhenAndHow) {
  const std::string table = reportOf({cellOf(1000, 16, 20)}).table();
  for (const char* fact : {"Fictional, Model 1", "driver 580.1", "2026-11-30T12:00:00Z", "L2 cold",
                           "method 1", "interquartile means", "Samples of each: 3"})
    EXPECT_THAT(table, HasSubstr(fact));
  EXPECT_THAT(table, Not(HasSubstr("clocks down")));
}

TEST(BenchReport, TableNamesTheLargestRatio) {
  const std::string table = reportOf({cellOf(1 << 12, 1, 2), cellOf(1 << 24, 3, 2)}).table();
  EXPECT_THAT(table, HasSubstr("n <= 2^22 0.500, n >= 2^24 1.500; largest 1.500 (sum of f64, n = 2^24)"));
}

TEST(BenchReport, WithoutCubHasADashAndSaysWhy) {
  const std::string table = reportOf({cellOf(1000, 16, std::nullopt)}).table();
  EXPECT_THAT(linesOf(table).at(1), HasSubstr(" - "));
  EXPECT_THAT(table, HasSubstr("CUB was not timed"));
  EXPECT_THAT(table, Not(HasSubstr("geometric mean")));
}

TEST(BenchReport, SaysWhenTheBuiltInDefaultWasTimed) {
  BenchReport report = reportOf({cellOf(1000, 16, 20)});
  EXPECT_THAT(report.table(), Not(HasSubstr("built-in default")));
  report.cells[0].outcome = LookupOutcome::Base;
  EXPECT_THAT(report.table(), HasSubstr("built-in default"));
}

TEST(BenchReport, HasAColumnForTheLadderOnlyWhereThatWasTimed) {
  BenchReport report = reportOf({cellOf(1000, 16, 20)});
  EXPECT_THAT(report.table(), Not(HasSubstr("v8")));
  report.cells[0].ladder = fixed(77);
  EXPECT_THAT(report.table(), HasSubstr("v8 µs"));
  EXPECT_THAT(report.table(), HasSubstr(" 77.00 "));
}

TEST(BenchReport, SaysThatTheDeviceWasThrottled) {
  BenchReport report = reportOf({cellOf(1000, 16, 20)});
  report.facts.throttled = true;
  EXPECT_THAT(report.table(), HasSubstr("clocks down"));
}

TEST(BenchReport, EveryLineOfCsvHasAsManyFieldsAsTitles) {
  BenchReport report = reportOf({cellOf(1000, 16, 20), cellOf(1000, 16, std::nullopt)});
  report.facts.device = "Odd \"name\"\nwith, everything";
  const std::vector<std::string> lines = linesOf(report.csv());
  ASSERT_EQ(lines.size(), 3u);
  for (const std::string& line : lines)
    EXPECT_EQ(fieldsOf(line).size(), fieldsOf(lines[0]).size()) << line;
}

TEST(BenchReport, CsvHasNumbersUnderTheirTitles) {
  BenchCell first = cellOf(1000, 16, 20);
  first.copy = timingOf({1, 2, 3, 4, 5});
  const std::string csv = reportOf({first, cellOf(1000, 16, std::nullopt)}).csv();
  EXPECT_EQ(fieldOf(csv, "device", 0), "Fictional, Model 1");
  EXPECT_EQ(fieldOf(csv, "op", 0), "sum");
  EXPECT_EQ(fieldOf(csv, "type", 0), "f64");
  EXPECT_EQ(fieldOf(csv, "elements", 0), "1000");
  EXPECT_EQ(fieldOf(csv, "tuned_us", 0), "16.0000");
  EXPECT_EQ(fieldOf(csv, "cub_us", 0), "20.0000");
  EXPECT_EQ(fieldOf(csv, "copy_lower_quartile_us", 0), "2.0000");
  EXPECT_EQ(fieldOf(csv, "copy_upper_quartile_us", 0), "4.0000");
  EXPECT_EQ(fieldOf(csv, "tuned_over_cub", 0), "0.8000");
  EXPECT_EQ(fieldOf(csv, "tuned_gb_s", 0), "0.50");
  EXPECT_EQ(fieldOf(csv, "configuration", 0), "block_size=256 unroll=4");
  EXPECT_EQ(fieldOf(csv, "cub_us", 1), "");
  EXPECT_EQ(fieldOf(csv, "tuned_over_cub", 1), "");
  EXPECT_EQ(fieldOf(csv, "ladder_v8_us", 1), "");
}

TEST(BenchReport, JsonHasNullForWhatWasNotTimed) {
  const auto json =
      nlohmann::json::parse(reportOf({cellOf(1 << 24, 3, 2), cellOf(1000, 16, std::nullopt)}).json());
  EXPECT_EQ(json.at("device"), "Fictional, Model 1");
  EXPECT_EQ(json.at("regime"), "cold");
  EXPECT_EQ(json.at("cells").at(0).at("cub").at("mean_us"), 2);
  EXPECT_EQ(json.at("cells").at(0).at("tuned_over_cub"), 1.5);
  EXPECT_EQ(json.at("cells").at(0).at("outcome"), "exact");
  EXPECT_TRUE(json.at("cells").at(1).at("cub").is_null());
  EXPECT_EQ(json.at("tuned_over_cub").at("largest"), 1.5);
  EXPECT_TRUE(json.at("tuned_over_cub").at("small").is_null());
}
