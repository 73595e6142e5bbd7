#include "analyzer/report/report.h"

#include "tests/analyzer/report/sample_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace cuda_lint;
using testing::ElementsAre;

namespace {

FileResult resultOf(const std::string& file, std::vector<Finding> findings) {
  return {file, std::nullopt, std::move(findings), {}};
}

/// What two translation units found at one place, joined.
Finding merged(Finding a, Finding b) {
  Report report = mergeResults({resultOf("/p/a.cu", {a}), resultOf("/p/b.cu", {b})}, "/p");
  Report swapped = mergeResults({resultOf("/p/b.cu", {b}), resultOf("/p/a.cu", {a})}, "/p");
  EXPECT_EQ(report.findings, swapped.findings) << "the order of the workers must not matter";
  EXPECT_EQ(report.findings.size(), 1u);
  return report.findings.at(0);
}

Finding inHeader(int64_t degree) {
  Finding finding = test::sampleFinding();
  finding.place.file = "/p/inc/tile.cuh";
  finding.metrics = {{"degree", degree}};
  return finding;
}

TEST(MergeResults, PathsBelowTheWorkingDirectoryBecomeRelative) {
  Finding finding = test::sampleFinding();
  finding.place.file = "/p/src/../inc/./tile.cuh";
  finding.notes = {test::noteAt({"/p/src/a.cu", 1, 1, 1, 1}, "note"),
                   test::noteAt({"", 0, 0, 0, 0}, "no place")};
  finding.fixes = {{"/p/src/a.cu", 0, 0, "x"}};
  FileResult result = resultOf("/p/src/a.cu", {finding});
  result.declined = {
      {"k", "/p/src/a.cu", 1, "why"}, {"k", "/opt/x.cuh", 1, "why"}, {"k", "/pq/x.cuh", 1, "why"}};
  FileResult failed{"/p/src/b.cu", "/p/src/b.cu:1:2: no", {}, {}};
  Report report = mergeResults({result, failed}, "/p/");
  EXPECT_EQ(report.findings[0].place.file, "inc/tile.cuh");
  EXPECT_EQ(report.findings[0].notes[0].place.file, "src/a.cu");
  EXPECT_EQ(report.findings[0].notes[1].place.file, "");
  EXPECT_EQ(report.findings[0].fixes[0].file, "src/a.cu");
  EXPECT_EQ(report.declined[0].file, "/opt/x.cuh");
  EXPECT_EQ(report.declined[1].file, "/pq/x.cuh");
  EXPECT_EQ(report.declined[2].file, "src/a.cu");
  EXPECT_EQ(report.failed[0], (FailedFile{"src/b.cu", "src/b.cu:1:2: no"}));
}

TEST(MergeResults, RelativePathsAreTakenFromTheWorkingDirectory) {
  EXPECT_EQ(mergeResults({{"../q/a.cu", "no", {}, {}}}, "/p").failed[0].file, "/q/a.cu");
  EXPECT_EQ(mergeResults({{"./a.cu", "no", {}, {}}}, "/p").failed[0].file, "a.cu");
  EXPECT_EQ(mergeResults({{"/a.cu", "no", {}, {}}}, "/").failed[0].file, "a.cu");
}

TEST(MergeResults, FindingsAreInTheOrderFileLineColumnCheck) {
  auto at = [](const std::string& file, unsigned line, unsigned column, const std::string& check) {
    Finding finding = test::sampleFinding();
    finding.place = {file, line, column, line, column};
    finding.check = check;
    return finding;
  };
  std::vector<Finding> ordered{at("a.cu", 2, 1, "x"), at("a.cu", 10, 2, "x"), at("a.cu", 10, 10, "a"),
                               at("a.cu", 10, 10, "b"), at("b.cu", 1, 1, "a")};
  std::vector<Finding> shuffled{ordered[4], ordered[2], ordered[0], ordered[3], ordered[1]};
  EXPECT_EQ(mergeResults({resultOf("/p/a.cu", shuffled)}, "/p").findings, ordered);
}

TEST(MergeResults, TheSameFindingOfTwoTranslationUnitsIsOne) {
  Finding finding = merged(inHeader(8), inHeader(8));
  EXPECT_TRUE(finding.notes.empty());
}

TEST(MergeResults, OtherChecksAndPlacesStayApart) {
  Finding otherCheck = inHeader(8), otherColumn = inHeader(8);
  otherCheck.check = "modulo-stride";
  otherColumn.place.column = 3;
  EXPECT_EQ(mergeResults({resultOf("/p/a.cu", {inHeader(8), otherCheck, otherColumn})}, "/p").findings.size(),
            3u);
}

TEST(MergeResults, TheWorstSeverityStays) {
  Finding error = inHeader(2), warning = inHeader(32);
  error.severity = Severity::Error;
  EXPECT_EQ(merged(warning, error).severity, Severity::Error);
}

TEST(MergeResults, TheWorstDegreeStays) {
  Finding possible = inHeader(32);
  possible.confidence = Confidence::Possible;
  Finding finding = merged(inHeader(8), possible);
  EXPECT_EQ(finding.metrics[0].second, Metric("degree", int64_t(32)).second);
  EXPECT_EQ(finding.confidence, Confidence::Possible);
}

TEST(MergeResults, TheWorstRatioStaysWhateverTheLaunchesSizes) {
  Finding large = inHeader(0), small = inHeader(0);
  large.metrics = {{"sectors", int64_t(2000)}, {"sectors_ideal", int64_t(1000)}};
  small.metrics = {{"sectors", int64_t(32)}, {"sectors_ideal", int64_t(4)}};
  EXPECT_EQ(merged(large, small).metrics, small.metrics);
  large.metrics = {{"divergent_warps", int64_t(100)}, {"warps", int64_t(1000)}};
  small.metrics = {{"divergent_warps", int64_t(8)}, {"warps", int64_t(8)}};
  EXPECT_EQ(merged(large, small).metrics, small.metrics);
}

TEST(MergeResults, AnIdealOfZeroIsNotDividedBy) {
  Finding a = inHeader(0), b = inHeader(0);
  a.metrics = {{"sectors", int64_t(2)}, {"sectors_ideal", int64_t(0)}};
  b.metrics = {{"sectors", int64_t(3)}, {"sectors_ideal", int64_t(0)}};
  EXPECT_EQ(merged(a, b).metrics, b.metrics);
}

TEST(MergeResults, OfEqualNumbersTheSurestStays) {
  Finding bounded = inHeader(8);
  bounded.confidence = Confidence::Bounded;
  EXPECT_EQ(merged(bounded, inHeader(8)).confidence, Confidence::Exact);
}

TEST(MergeResults, NamesTheOtherKernelsOfAPlace) {
  Finding other = inHeader(4);
  other.kernel = "reduce1<float>";
  Finding finding = merged(inHeader(8), other);
  EXPECT_EQ(finding.kernel, "reduce1<int>");
  ASSERT_EQ(finding.notes.size(), 1u);
  EXPECT_EQ(finding.notes[0].message, "also in reduce1<float>");
}

TEST(MergeResults, CountsOtherKernelsBeyondThree) {
  std::vector<FileResult> results{resultOf("/p/a.cu", {inHeader(8)})};
  for (const char* kernel : {"k4", "k1", "k3", "k2", "k5", "k1"}) {
    Finding finding = inHeader(2);
    finding.kernel = kernel;
    results.push_back(resultOf("/p/a.cu", {finding}));
  }
  EXPECT_EQ(mergeResults(results, "/p").findings.at(0).notes.at(0).message, "also in k1, k2, k3, 2 more");
}

TEST(MergeResults, DeclinedAreSortedByPlaceAndOnce) {
  FileResult one = resultOf("/p/a.cu", {}), two = resultOf("/p/b.cu", {});
  one.declined = {{"b", "/p/z.cuh", 2, "why"}, {"a", "/p/z.cuh", 10, "why"}, {"", "/p/a.cu", 0, "why"}};
  two.declined = {{"b", "/p/z.cuh", 2, "why"}, {"b", "/p/z.cuh", 2, "another reason"}};
  EXPECT_THAT(mergeResults({one, two}, "/p").declined,
              ElementsAre(Declined{"", "a.cu", 0, "why"}, Declined{"b", "z.cuh", 2, "another reason"},
                          Declined{"b", "z.cuh", 2, "why"}, Declined{"a", "z.cuh", 10, "why"}));
}

TEST(MergeResults, AFileOfSeveralCommandsCountsOnce) {
  Report report = mergeResults({resultOf("/p/a.cu", {}),
                                resultOf("/p/a.cu", {}),
                                resultOf("/p/b.cu", {}),
                                {"/p/b.cu", "no", {}, {}},
                                {"/p/b.cu", "no", {}, {}}},
                               "/p");
  EXPECT_EQ(report.analyzed, 1u);
  EXPECT_THAT(report.failed, ElementsAre(FailedFile{"b.cu", "no"}));
}

TEST(MergeResults, NothingGivesAnEmptyReport) {
  Report report = mergeResults({}, "/p");
  EXPECT_TRUE(report.findings.empty() && report.declined.empty() && report.failed.empty());
  EXPECT_EQ(report.analyzed, 0u);
}

} // namespace
