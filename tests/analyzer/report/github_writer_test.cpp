#include "analyzer/report/github_writer.h"

#include "tests/analyzer/report/sample_report.h"

#include <gtest/gtest.h>

using namespace cuda_lint;

namespace {

std::string commandsOf(const Report& report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeGithub(report, os);
  return text;
}

std::string commandOf(const Finding& finding) {
  Report report;
  report.findings = {finding};
  return commandsOf(report);
}

TEST(GithubWriter, AnnotatesTheRangeOfAFinding) {
  EXPECT_EQ(commandOf(test::sampleFinding()),
            "::warning file=src/a.cu,line=3,endLine=3,col=2,endColumn=17,title=bank-conflict"
            "::8-way bank conflict on this load [kernel reduce1<int>, grid 4096, block 256 (launch site)]\n");
}

TEST(GithubWriter, HasACommandForEachSeverity) {
  Finding finding = test::sampleFinding();
  finding.severity = Severity::Error;
  EXPECT_EQ(commandOf(finding).substr(0, 8), "::error ");
  finding.severity = Severity::Note;
  EXPECT_EQ(commandOf(finding).substr(0, 9), "::notice ");
}

TEST(GithubWriter, EscapesWhatWouldEndAMessageOrAProperty) {
  Finding finding = test::sampleFinding();
  finding.kernel.clear();
  finding.place = {"a,b:c%.cu", 1, 1, 2, 1};
  finding.message = "50% of: a, b\r\n::error::x";
  EXPECT_EQ(commandOf(finding), "::warning file=a%2Cb%3Ac%25.cu,line=1,endLine=2,col=1,title=bank-conflict"
                                "::50%25 of: a, b%0D%0A::error::x\n");
}

TEST(GithubWriter, PutsNotesIntoTheMessage) {
  Finding finding = test::sampleFinding();
  finding.kernel.clear();
  finding.notes = {test::noteAt({"src/a.cu", 2, 18, 2, 18}, "declared here"), test::noteAt({}, "no place")};
  EXPECT_EQ(commandOf(finding),
            "::warning file=src/a.cu,line=3,endLine=3,col=2,endColumn=17,title=bank-conflict"
            "::8-way bank conflict on this load%0Asrc/a.cu:2: declared here%0Ano place\n");
}

TEST(GithubWriter, AnnotatesWhatWasNotAnalyzed) {
  Report report;
  report.declined = {{"scan<T>", "src/b.cu", 7, "never instantiated"}, {"", "src/c.cu", 0, "no kernel"}};
  report.failed = {{"src/bad.cu", "src/bad.cu:3:5: no"}};
  EXPECT_EQ(commandsOf(report),
            "::notice file=src/b.cu,line=7,title=declined::kernel scan<T>: never instantiated\n"
            "::notice file=src/c.cu,title=declined::no kernel\n"
            "::error file=src/bad.cu,title=not analyzed::src/bad.cu:3:5: no\n");
}

TEST(GithubWriter, LeavesSuppressedFindingsOut) {
  Finding finding = test::sampleFinding();
  finding.suppressed = true;
  EXPECT_EQ(commandOf(finding), "");
}

} // namespace
