#include "expectation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What compare() says about a file a.cu with this source when the run gave these findings and declines.
std::vector<std::string> problems(llvm::StringRef source, llvm::StringRef findings,
                                  llvm::StringRef declined = "") {
  Expectations expectations;
  llvm::cantFail(parseExpectations("/c/a.cu", source, expectations));
  return compare(expectations, llvm::cantFail(llvm::json::parse(
                                   "{\"findings\":[" + findings.str() + "],\"declined\":[" + declined.str() +
                                   "],\"files\":{\"analyzed\":1,\"failed\":[]}}")));
}

constexpr llvm::StringLiteral kConflict =
    R"({"check":"bank-conflict","severity":"warning","file":"/c/a.cu","line":2,"column":3,"kernel":"n::k<int>",
        "launch":{"source":"launch-site"},"message":"2-way bank conflict","confidence":"exact",
        "metrics":{"degree":2,"wavefronts":47,"wavefronts_ideal":12}})";
constexpr llvm::StringLiteral kNote =
    R"({"check":"bank-conflict","severity":"note","file":"/c/a.cu","line":2,"message":"m","metrics":{}})";
constexpr llvm::StringLiteral kDecline =
    R"({"kernel":"n::k<int>","file":"/c/a.cu","line":1,"reason":"Inline assembly 'mov'"})";

TEST(Expectation, AnExpectedWarningPasses) {
  EXPECT_THAT(problems("\nx; // LINT: bank-conflict\n", kConflict), IsEmpty());
}

TEST(Expectation, AnUnexpectedWarningFails) {
  EXPECT_THAT(problems("\nx;\n", kConflict), ElementsAre(HasSubstr("a.cu:2: not expected")));
}

TEST(Expectation, AWarningOnAnotherLineFailsTwice) {
  EXPECT_THAT(problems("x; // LINT: bank-conflict\n\n", kConflict),
              ElementsAre(HasSubstr("a.cu:1: missing"), HasSubstr("a.cu:2: not expected")));
}

TEST(Expectation, AWarningOfAnotherCheckFails) {
  EXPECT_THAT(problems("\nx; // LINT: modulo-stride\n", kConflict), testing::SizeIs(2));
}

TEST(Expectation, AMissingWarningFails) {
  EXPECT_THAT(problems("\nx; // LINT: bank-conflict degree=2\n", ""),
              ElementsAre(HasSubstr("missing warning of bank-conflict degree=2")));
}

TEST(Expectation, QuotientsAreComparedExactly) {
  EXPECT_THAT(problems("\n// LINT: bank-conflict wavefronts/wavefronts_ideal=47/12\n", kConflict), IsEmpty());
  EXPECT_THAT(problems("\n// LINT: bank-conflict wavefronts/wavefronts_ideal=94/24\n", kConflict), IsEmpty());
  EXPECT_THAT(problems("\n// LINT: bank-conflict wavefronts/wavefronts_ideal=3.917\n", kConflict),
              testing::SizeIs(1));
}

TEST(Expectation, RelationsAreInclusive) {
  EXPECT_THAT(problems("\n// LINT: bank-conflict degree>=2 degree<=2\n", kConflict), IsEmpty());
  EXPECT_THAT(problems("\n// LINT: bank-conflict degree>=3\n", kConflict), testing::SizeIs(1));
  EXPECT_THAT(problems("\n// LINT: bank-conflict degree<=1\n", kConflict), testing::SizeIs(1));
}

TEST(Expectation, AMetricThatIsNotThereFails) {
  EXPECT_THAT(problems("\n// LINT: bank-conflict sectors>=0\n", kConflict), testing::SizeIs(1));
}

TEST(Expectation, WordsAreCompared) {
  EXPECT_THAT(problems("\n// LINT: bank-conflict kernel=k launch=launch-site confidence=exact\n", kConflict),
              IsEmpty());
  EXPECT_THAT(problems("\n// LINT: bank-conflict launch=assumed\n", kConflict), testing::SizeIs(1));
}

TEST(Expectation, CountIsThatOfTheFindingsOnTheLine) {
  const std::string two = (kConflict + "," + kConflict).str();
  EXPECT_THAT(problems("\n// LINT: bank-conflict count=1\n", kConflict), IsEmpty());
  EXPECT_THAT(problems("\n// LINT: bank-conflict count=1\n", two), testing::SizeIs(1));
}

TEST(Expectation, TextMustBePartOfTheMessage) {
  EXPECT_THAT(problems("\n// LINT: bank-conflict \"2-way bank\"\n", kConflict), IsEmpty());
  EXPECT_THAT(problems("\n// LINT: bank-conflict \"4-way bank\"\n", kConflict), testing::SizeIs(1));
}

TEST(Expectation, AWarningIsNoNoteAndTheReverse) {
  EXPECT_THAT(problems("\n// LINT-NOTE: bank-conflict\n", kConflict), testing::SizeIs(2));
  EXPECT_THAT(problems("\n// LINT: bank-conflict\n", kNote), ElementsAre(HasSubstr("missing warning")));
  EXPECT_THAT(problems("\n// LINT-NOTE: bank-conflict\n", kNote), IsEmpty());
}

TEST(Expectation, NotesPassUnlessTheFileForbidsThem) {
  EXPECT_THAT(problems("\n\n", kNote), IsEmpty());
  EXPECT_THAT(problems("// LINT-NO-NOTES\n\n", kNote), ElementsAre(HasSubstr("not expected: note")));
}

TEST(Expectation, AnAllowedFindingMayBeThereOrNot) {
  EXPECT_THAT(problems("\n// LINT-MAY: bank-conflict\n", kConflict), IsEmpty());
  EXPECT_THAT(problems("\n// LINT-MAY: bank-conflict\n", ""), IsEmpty());
}

TEST(Expectation, TwoCommentsShareALine) {
  EXPECT_THAT(problems("\nx; // LINT: bank-conflict degree=2 // LINT: modulo-stride\n", kConflict),
              ElementsAre(HasSubstr("missing warning of modulo-stride")));
}

TEST(Expectation, ADeclineMustBeExpectedByKernelAndReason) {
  EXPECT_THAT(problems("// DECLINED(k): inline assem\n", "", kDecline), IsEmpty());
  EXPECT_THAT(problems("// DECLINED(j): inline asm\n", "", kDecline), testing::SizeIs(2));
  EXPECT_THAT(problems("// DECLINED(k): recursion\n", "", kDecline), testing::SizeIs(2));
  EXPECT_THAT(problems("\n", "", kDecline), ElementsAre(HasSubstr("not expected: declined")));
}

TEST(Expectation, AFileThatFailedIsSaid) {
  const llvm::json::Value run = llvm::cantFail(llvm::json::parse(
      R"({"findings":[],"declined":[],"files":{"analyzed":0,"failed":[{"file":"a.cu","error":"a.cu:1:1: boom"}]}})"));
  EXPECT_THAT(compare({}, run), ElementsAre(HasSubstr("boom")));
}

TEST(Expectation, AMisspelledCommentIsAnError) {
  Expectations expectations;
  for (llvm::StringRef source : {"// LINT-NOTES: x", "// LINT:", "// LINT: x degree", "// LINT: x degree>2",
                                 "// DECLINED: reason", "// DECLINED(k):"})
    EXPECT_THAT(llvm::toString(parseExpectations("/c/a.cu", source, expectations)), HasSubstr("/c/a.cu:1: "))
        << source.str();
}

TEST(Expectation, ArgumentsAreSplitAtBlanks) {
  Expectations expectations;
  llvm::cantFail(parseExpectations("/c/a.cu", "// LINT-ARGS: --arch sm_80", expectations));
  EXPECT_THAT(expectations.arguments, ElementsAre("--arch", "sm_80"));
}

} // namespace
} // namespace cuda_lint
