#include "analyzer/report/fingerprint.h"

#include "tests/analyzer/report/sample_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cuda_lint;

namespace {

std::string fingerprintOf(Finding finding, const std::map<std::string, std::string>& files) {
  SourceFiles sources = test::sourcesOf(files);
  std::vector<Finding> findings{std::move(finding)};
  assignFingerprints(findings, sources);
  return findings[0].fingerprint;
}

std::string fingerprintOf(Finding finding, const std::string& source = test::sampleSource()) {
  return fingerprintOf(std::move(finding), {{"src/a.cu", source}, {"src/b.cu", source}});
}

TEST(Fingerprint, IsThirtyTwoHexadecimalDigits) {
  EXPECT_THAT(fingerprintOf(test::sampleFinding()), testing::MatchesRegex("[0-9a-f]{32}"));
}

TEST(Fingerprint, StaysWhenLinesAboveMove) {
  Finding moved = test::sampleFinding();
  moved.place.line += 2;
  moved.place.endLine += 2;
  EXPECT_EQ(fingerprintOf(test::sampleFinding()),
            fingerprintOf(moved, std::string("\n// a\n") + test::sampleSource()));
}

TEST(Fingerprint, StaysWhenSpacingTemplateArgumentsOrMessageChange) {
  Finding other = test::sampleFinding();
  other.kernel = "reduce1<(4 > 2), std::array<float, 4>>";
  other.message = "16-way";
  other.place.column = 5;
  other.launch.block = {32, 1, 1};
  EXPECT_EQ(fingerprintOf(test::sampleFinding()), fingerprintOf(other, "\n\n    s[i]  +=\ts[i + 1];  \n"));
}

TEST(Fingerprint, ChangesWithCheckFileKernelAndLine) {
  std::string original = fingerprintOf(test::sampleFinding());
  Finding other = test::sampleFinding();
  other.check = "uncoalesced-access";
  EXPECT_NE(fingerprintOf(other), original);
  other = test::sampleFinding();
  other.place.file = "src/b.cu";
  EXPECT_NE(fingerprintOf(other), original);
  other = test::sampleFinding();
  other.kernel = "reduce2<int>";
  EXPECT_NE(fingerprintOf(other), original);
  EXPECT_NE(fingerprintOf(test::sampleFinding(), "\n\n\ts[i] += s[i + 2];\n"), original);
}

TEST(Fingerprint, KeepsWhatFollowsTemplateArguments) {
  Finding one = test::sampleFinding(), other = test::sampleFinding();
  one.kernel = "tile<4>::sum<int>";
  other.kernel = "tile<8>::sum<float>";
  EXPECT_EQ(fingerprintOf(one), fingerprintOf(other));
  other.kernel = "tile<8>::scan<float>";
  EXPECT_NE(fingerprintOf(one), fingerprintOf(other));
}

TEST(Fingerprint, TellsEqualFindingsApartByTheirOrder) {
  SourceFiles sources = test::sourcesOf({{"src/a.cu", test::sampleSource()}});
  std::vector<Finding> findings{test::sampleFinding(), test::sampleFinding()};
  assignFingerprints(findings, sources);
  EXPECT_NE(findings[0].fingerprint, findings[1].fingerprint);
  EXPECT_EQ(findings[0].fingerprint, fingerprintOf(test::sampleFinding()));
}

TEST(Fingerprint, IsGivenWithoutASource) {
  EXPECT_THAT(fingerprintOf(test::sampleFinding(), std::map<std::string, std::string>{}),
              testing::MatchesRegex("[0-9a-f]{32}"));
}

} // namespace
