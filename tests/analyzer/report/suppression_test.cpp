#include "analyzer/report/suppression.h"

#include "tests/analyzer/report/sample_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cuda_lint;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Finding findingAt(unsigned line, const std::string& check = "bank-conflict", unsigned column = 1) {
  Finding finding = test::sampleFinding();
  finding.check = check;
  finding.place = {"a.cu", line, column, line, column};
  return finding;
}

std::vector<Finding> applied(const std::string& source, std::vector<Finding> findings) {
  SourceFiles sources = test::sourcesOf({{"a.cu", source}});
  applySuppressions(findings, sources);
  return findings;
}

bool isSuppressed(const std::string& source, const Finding& finding) {
  for (const Finding& found : applied(source, {finding}))
    if (found.check == finding.check)
      return found.suppressed;
  ADD_FAILURE() << "the finding is gone";
  return false;
}

/// "line: message" of the complaints about the comments themselves.
std::vector<std::string> complaints(const std::string& source) {
  std::vector<std::string> found;
  for (const Finding& finding : applied(source, {findingAt(1)}))
    if (finding.check == "nolint")
      found.push_back(std::to_string(finding.place.line) + ": " + finding.message);
  return found;
}

TEST(NoLint, SilencesItsOwnLineAlone) {
  std::string source = "a;\nb; // NOLINT\nc;\n";
  EXPECT_FALSE(isSuppressed(source, findingAt(1)));
  EXPECT_TRUE(isSuppressed(source, findingAt(2)));
  EXPECT_FALSE(isSuppressed(source, findingAt(3)));
}

TEST(NoLint, WithAListSilencesTheListedChecks) {
  std::string source = "a; // NOLINT(divergent-branch, bank-conflict)";
  EXPECT_TRUE(isSuppressed(source, findingAt(1, "bank-conflict")));
  EXPECT_TRUE(isSuppressed(source, findingAt(1, "divergent-branch")));
  EXPECT_FALSE(isSuppressed(source, findingAt(1, "modulo-stride")));
  EXPECT_FALSE(isSuppressed("a; // NOLINT()", findingAt(1)));
}

TEST(NoLint, TakesGlobs) {
  EXPECT_TRUE(isSuppressed("a; // NOLINT(bank-*)", findingAt(1)));
  EXPECT_TRUE(isSuppressed("a; // NOLINT(*)", findingAt(1)));
  EXPECT_FALSE(isSuppressed("a; // NOLINT(modulo-*)", findingAt(1)));
}

TEST(NoLint, IgnoresNegativeGlobs) {
  EXPECT_TRUE(isSuppressed("a; // NOLINT(*,-bank-conflict)", findingAt(1)));
  EXPECT_FALSE(isSuppressed("a; // NOLINT(-modulo-stride)", findingAt(1)));
}

TEST(NoLint, AListThatIsNotClosedOnItsLineMeansAllChecks) {
  EXPECT_TRUE(isSuppressed("a; // NOLINT(modulo-stride\n)", findingAt(1)));
}

TEST(NoLint, OtherWordsDoNotCount) {
  EXPECT_FALSE(isSuppressed("a; // NOLINTED", findingAt(1)));
  EXPECT_FALSE(isSuppressed("a; // nolint", findingAt(1)));
  EXPECT_TRUE(isSuppressed("a; // NOLINTED NOLINT", findingAt(1)));
}

TEST(NoLint, CountsInsideAStringLiteral) {
  EXPECT_TRUE(isSuppressed("s = \"NOLINT\";", findingAt(1)));
}

TEST(NoLint, SeveralOnOneLineAddUp) {
  std::string source = "a; // NOLINT(modulo-stride) NOLINT(bank-conflict)";
  EXPECT_TRUE(isSuppressed(source, findingAt(1, "bank-conflict")));
  EXPECT_TRUE(isSuppressed(source, findingAt(1, "modulo-stride")));
}

TEST(NoLintNextLine, SilencesTheLineAfterAlone) {
  std::string source = "a; // NOLINTNEXTLINE(bank-conflict)\r\nb;\r\nc;\r\n";
  EXPECT_FALSE(isSuppressed(source, findingAt(1)));
  EXPECT_TRUE(isSuppressed(source, findingAt(2)));
  EXPECT_FALSE(isSuppressed(source, findingAt(2, "modulo-stride")));
  EXPECT_FALSE(isSuppressed(source, findingAt(3)));
}

TEST(NoLintBlock, SilencesWhatLiesBetween) {
  std::string source = "a;\n// NOLINTBEGIN\nb;\n// NOLINTEND\nc;\n";
  EXPECT_FALSE(isSuppressed(source, findingAt(1)));
  EXPECT_TRUE(isSuppressed(source, findingAt(3)));
  EXPECT_FALSE(isSuppressed(source, findingAt(5)));
  EXPECT_THAT(complaints(source), ElementsAre());
}

TEST(NoLintBlock, GoesByPlaceOnTheLine) {
  std::string source = "a; /*NOLINTBEGIN*/ b; /*NOLINTEND*/ c;";
  EXPECT_FALSE(isSuppressed(source, findingAt(1, "bank-conflict", 1)));
  EXPECT_TRUE(isSuppressed(source, findingAt(1, "bank-conflict", 20)));
  EXPECT_FALSE(isSuppressed(source, findingAt(1, "bank-conflict", 37)));
}

TEST(NoLintBlock, Nests) {
  std::string source = "// NOLINTBEGIN(bank-conflict)\n"
                       "// NOLINTBEGIN(modulo-*)\n"
                       "a;\n"
                       "// NOLINTEND(modulo-*)\n"
                       "b;\n"
                       "// NOLINTEND(bank-conflict)\n";
  EXPECT_TRUE(isSuppressed(source, findingAt(3, "bank-conflict")));
  EXPECT_TRUE(isSuppressed(source, findingAt(3, "modulo-stride")));
  EXPECT_TRUE(isSuppressed(source, findingAt(5, "bank-conflict")));
  EXPECT_FALSE(isSuppressed(source, findingAt(5, "modulo-stride")));
  EXPECT_THAT(complaints(source), ElementsAre());
}

TEST(NoLintBlock, ABeginWithoutEndSilencesNothingAndIsTold) {
  std::string source = "// NOLINTBEGIN\na;\n";
  EXPECT_FALSE(isSuppressed(source, findingAt(2)));
  EXPECT_THAT(complaints(source), ElementsAre(HasSubstr("1: this NOLINTBEGIN suppresses nothing")));
}

TEST(NoLintBlock, AnEndWithoutBeginIsTold) {
  EXPECT_THAT(complaints("a;\n// NOLINTEND\n"), ElementsAre(HasSubstr("2: this NOLINTEND closes nothing")));
}

TEST(NoLintBlock, AnEndWithOtherChecksDoesNotClose) {
  std::string source = "// NOLINTBEGIN(bank-conflict)\na;\n// NOLINTEND\n";
  EXPECT_FALSE(isSuppressed(source, findingAt(2)));
  EXPECT_THAT(complaints(source),
              ElementsAre(HasSubstr("1: this NOLINTBEGIN"), HasSubstr("3: this NOLINTEND")));
}

TEST(NoLintBlock, AListOfAllChecksIsNotTheSameAsNoList) {
  std::string source = "// NOLINTBEGIN\na;\n// NOLINTEND(*)\n";
  EXPECT_FALSE(isSuppressed(source, findingAt(2)));
  EXPECT_EQ(complaints(source).size(), 2u);
}

TEST(NoLintBlock, SpacesAroundAListDoNotMatter) {
  EXPECT_TRUE(isSuppressed("// NOLINTBEGIN( bank-* )\na;\n// NOLINTEND(bank-*)\n", findingAt(2)));
}

TEST(NoLintBlock, CrossedBlocksDoNotClose) {
  std::string source = "// NOLINTBEGIN(bank-conflict)\n"
                       "// NOLINTBEGIN(modulo-stride)\n"
                       "a;\n"
                       "// NOLINTEND(bank-conflict)\n"
                       "// NOLINTEND(modulo-stride)\n";
  EXPECT_FALSE(isSuppressed(source, findingAt(3, "bank-conflict")));
  EXPECT_TRUE(isSuppressed(source, findingAt(3, "modulo-stride")));
  EXPECT_THAT(complaints(source), ElementsAre(HasSubstr("1: "), HasSubstr("4: ")));
}

TEST(NoLintBlock, AComplaintStandsInOrderWithThePlaceOfItsWord) {
  std::vector<Finding> findings = applied("a;\n  // NOLINTEND\nb;\n", {findingAt(1), findingAt(3)});
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[1].place, (SourcePlace{"a.cu", 2, 6, 2, 14}));
  EXPECT_EQ(findings[1].severity, Severity::Warning);
  EXPECT_EQ(findings[1].kernel, "");
}

TEST(NoLint, AFileThatCannotBeReadSilencesNothing) {
  SourceFiles sources = test::sourcesOf({});
  std::vector<Finding> findings{findingAt(1)};
  applySuppressions(findings, sources);
  EXPECT_FALSE(findings[0].suppressed);
}

} // namespace
