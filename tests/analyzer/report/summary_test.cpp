#include "analyzer/report/summary.h"

#include "tests/analyzer/report/sample_report.h"

#include <gtest/gtest.h>

using namespace cuda_lint;

namespace {

Report reportWith(std::initializer_list<Severity> severities, unsigned analyzed) {
  Report report;
  report.analyzed = analyzed;
  for (Severity severity : severities) {
    report.findings.push_back(test::sampleFinding());
    report.findings.back().severity = severity;
  }
  return report;
}

std::string problems(const Report& report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeProblems(report, os);
  return text;
}

TEST(Summary, CountsFindingsBySeverityWorstFirst) {
  EXPECT_EQ(
      summaryLine(reportWith({Severity::Note, Severity::Warning, Severity::Warning, Severity::Error}, 12)),
      "1 error, 2 warnings, 1 note in 12 files");
  EXPECT_EQ(summaryLine(reportWith({Severity::Warning}, 1)), "1 warning in 1 file");
}

TEST(Summary, CleanAndCouldNotTellDoNotLookAlike) {
  Report report = reportWith({}, 12);
  EXPECT_EQ(summaryLine(report), "no findings in 12 files");
  report.declined = {{"k", "a.cu", 1, "why"}};
  EXPECT_EQ(summaryLine(report), "no findings in 12 files, but 1 kernel declined");
  report = {};
  EXPECT_EQ(summaryLine(report), "no file analyzed");
  report.failed = {{"a.cu", "why"}, {"b.cu", "why"}};
  EXPECT_EQ(summaryLine(report), "no file analyzed; 2 files failed");
}

TEST(Summary, SaysWhatIsMissingBesideFindings) {
  Report report = reportWith({Severity::Warning}, 12);
  report.declined = {{"k", "a.cu", 1, "why"}, {"l", "a.cu", 9, "why"}, {"", "c.cu", 0, "no kernel"}};
  report.failed = {{"b.cu", "why"}};
  EXPECT_EQ(summaryLine(report), "1 warning in 12 files; 2 kernels declined, 1 file declined, 1 file failed");
}

TEST(Summary, AKernelDeclinedForTwoReasonsIsOneKernel) {
  Report report = reportWith({}, 1);
  report.declined = {{"k", "a.cu", 1, "why"}, {"k", "a.cu", 1, "another reason"}};
  EXPECT_EQ(summaryLine(report), "no findings in 1 file, but 1 kernel declined");
}

TEST(Summary, SuppressedFindingsAreCountedApart) {
  Report report = reportWith({Severity::Warning, Severity::Warning}, 1);
  report.findings[0].suppressed = true;
  EXPECT_EQ(summaryLine(report), "1 warning in 1 file (1 suppressed)");
  report.findings[1].suppressed = true;
  EXPECT_EQ(summaryLine(report), "no findings in 1 file (2 suppressed)");
}

TEST(Problems, ListsEachWithPlaceAndReason) {
  Report report;
  report.declined = {{"scan<T>", "a.cu", 7, "never instantiated"}, {"", "b.cu", 0, "no kernel in it"}};
  report.failed = {{"bad.cu", "bad.cu:3:5: use of undeclared identifier 'x'"}, {"big.cu", "out of memory"}};
  EXPECT_EQ(problems(report), "a.cu:7: declined: kernel scan<T>: never instantiated\n"
                              "b.cu: declined: no kernel in it\n"
                              "bad.cu:3:5: use of undeclared identifier 'x' (failed)\n"
                              "big.cu: failed: out of memory\n");
}

TEST(Problems, AreNoneWhereAllWasAnalyzed) {
  EXPECT_EQ(problems(reportWith({Severity::Warning}, 3)), "");
}

TEST(Problems, EscapeWhatATerminalWouldObey) {
  Report report;
  report.failed = {{"a\x1b[2J.cu", "bad \xff"}};
  EXPECT_EQ(problems(report), "a<U+001B>[2J.cu: failed: bad <FF>\n");
}

TEST(DescribeCase, GivesShapesWithoutTrailingOnes) {
  Finding finding = test::sampleFinding();
  EXPECT_EQ(describeCase(finding), "kernel reduce1<int>, grid 4096, block 256 (launch site)");
  finding.launch = {{{64, 1, 2}}, {32, 8, 1}, "command-line"};
  EXPECT_EQ(describeCase(finding), "kernel reduce1<int>, grid 64x1x2, block 32x8 (command line)");
}

TEST(DescribeCase, SaysWhatIsAssumedOrUnknown) {
  Finding finding = test::sampleFinding();
  finding.launch.grid.reset();
  finding.launch.source = "assumed";
  EXPECT_EQ(describeCase(finding), "kernel reduce1<int>, grid unknown, block 256 (assumed)");
  finding.launch.source = "launch-bounds";
  EXPECT_EQ(describeCase(finding), "kernel reduce1<int>, grid unknown, block 256 (__launch_bounds__)");
}

TEST(DescribeCase, IsEmptyOutsideAKernel) {
  Finding finding = test::sampleFinding();
  finding.kernel.clear();
  EXPECT_EQ(describeCase(finding), "");
}

} // namespace
