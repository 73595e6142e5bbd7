#include "analyzer/report/text_writer.h"

#include "tests/analyzer/report/sample_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cuda_lint;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string textOf(const Report& report, const WriterOptions& options = test::sampleOptions()) {
  SourceFiles sources = test::sourcesOf({{"src/a.cu", test::sampleSource()}});
  std::string text;
  llvm::raw_string_ostream os(text);
  writeText(report, sources, options, os);
  EXPECT_FALSE(os.colors_enabled()) << "the stream is left as it was";
  return text;
}

Report reportOf(const Finding& finding) {
  Report report;
  report.findings = {finding};
  report.analyzed = 1;
  return report;
}

TEST(TextWriter, ShowsAFindingInClangsStyle) {
  Finding finding = test::sampleFinding();
  finding.notes = {test::noteAt({"src/a.cu", 2, 18, 2, 18}, "the array is declared here")};
  EXPECT_EQ(textOf(reportOf(finding)),
            "src/a.cu:3:2: warning: 8-way bank conflict on this load [bank-conflict]\n"
            "    3 |         s[i] += s[i + 1];\n"
            "      |         ^~~~~~~~~~~~~~~~\n"
            "src/a.cu:2:18: note: the array is declared here\n"
            "    2 |   __shared__ int s[256];\n"
            "      |                  ^\n"
            "note: in kernel reduce1<int>, grid 4096, block 256 (launch site)\n"
            "1 warning in 1 file\n");
}

TEST(TextWriter, SaysWhatAnInexactFindingHangsOn) {
  Finding finding = test::sampleFinding();
  finding.confidence = Confidence::Bounded;
  EXPECT_THAT(textOf(reportOf(finding)), HasSubstr("(launch site); depends on a value that is not known\n"));
  finding.confidence = Confidence::Possible;
  EXPECT_THAT(textOf(reportOf(finding)),
              HasSubstr("(launch site); only under a condition that is not known\n"));
}

TEST(TextWriter, ARangeOverSeveralLinesIsMarkedToTheEndOfTheFirst) {
  Finding finding = test::sampleFinding();
  finding.place = {"src/a.cu", 2, 18, 3, 5};
  EXPECT_THAT(textOf(reportOf(finding)), HasSubstr("    2 |   __shared__ int s[256];\n"
                                                   "      |                  ^~~~~~~\n"));
}

TEST(TextWriter, ANoteAtTheFindingsOwnPlaceDoesNotRepeatTheLine) {
  Finding finding = test::sampleFinding();
  finding.notes = {test::noteAt(finding.place, "also in reduce1<float>"),
                   test::noteAt({}, "without a place")};
  EXPECT_THAT(textOf(reportOf(finding)), HasSubstr("^~~~~~~~~~~~~~~~\n"
                                                   "src/a.cu:3:2: note: also in reduce1<float>\n"
                                                   "note: without a place\n"
                                                   "note: in kernel"));
}

TEST(TextWriter, WithoutTheSourceOrItsLineTheFindingStillStands) {
  Finding finding = test::sampleFinding();
  finding.place = {"src/gone.cu", 3, 2, 3, 17};
  EXPECT_EQ(textOf(reportOf(finding)),
            "src/gone.cu:3:2: warning: 8-way bank conflict on this load [bank-conflict]\n"
            "note: in kernel reduce1<int>, grid 4096, block 256 (launch site)\n"
            "1 warning in 1 file\n");
  finding.place = {"src/a.cu", 0, 0, 0, 0};
  EXPECT_THAT(textOf(reportOf(finding)), testing::StartsWith("src/a.cu: warning: 8-way"));
  finding.place = {"src/a.cu", 99, 1, 99, 1};
  EXPECT_THAT(textOf(reportOf(finding)), HasSubstr("[bank-conflict]\nnote: in kernel"));
}

TEST(TextWriter, SuppressedFindingsAreOnlyCounted) {
  Finding finding = test::sampleFinding();
  finding.suppressed = true;
  EXPECT_EQ(textOf(reportOf(finding)), "no findings in 1 file (1 suppressed)\n");
}

TEST(TextWriter, AnEmptyReportIsItsSummary) {
  Report report;
  report.analyzed = 3;
  EXPECT_EQ(textOf(report), "no findings in 3 files\n");
}

TEST(TextWriter, ColorsWhenAsked) {
  WriterOptions options = test::sampleOptions();
  options.color = true;
  std::string colored = textOf(reportOf(test::sampleFinding()), options);
  EXPECT_THAT(colored, HasSubstr("\x1b[0;1;35mwarning: \x1b[0m"));
  EXPECT_THAT(colored, HasSubstr("\x1b[0;1;32m        ^~~~~~~~~~~~~~~~\x1b[0m\n"));
  EXPECT_THAT(textOf(reportOf(test::sampleFinding())), Not(HasSubstr("\x1b")));
}

TEST(TextWriter, NothingInAReportReachesTheTerminalAsACommand) {
  Report report = test::fullReport();
  report.findings[0].message = "\x1b[2J";
  report.findings[0].kernel = "k\x07";
  report.findings[0].notes[0].message = "\x1b[2J";
  report.findings[0].check = "\x1b[2J";
  std::string text = textOf(report);
  for (char c : text)
    EXPECT_TRUE(c == '\n' || (unsigned char)c >= 0x20) << int(c);
}

} // namespace
