#include "analyzer/tool/check_globs.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cuda_lint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<llvm::StringRef> known = {"modulo-stride", "bank-conflict", "bank-padding"};

std::vector<std::string> selected(llvm::StringRef globs) {
  llvm::Expected<std::vector<std::string>> checks = selectChecks(globs, known);
  if (checks)
    return *checks;
  ADD_FAILURE() << llvm::toString(checks.takeError());
  return {};
}

std::string errorOf(llvm::StringRef globs) {
  llvm::Expected<std::vector<std::string>> checks = selectChecks(globs, known);
  return checks ? "no error" : llvm::toString(checks.takeError());
}

TEST(CheckGlobs, NoneMeansAll) {
  EXPECT_THAT(selected(""), ElementsAre("modulo-stride", "bank-conflict", "bank-padding"));
}

TEST(CheckGlobs, ADashTakesAway) {
  EXPECT_THAT(selected("-bank-conflict"), ElementsAre("modulo-stride", "bank-padding"));
}

TEST(CheckGlobs, LaterOnesOverrideEarlierOnes) {
  EXPECT_THAT(selected("-*,bank-*,-bank-padding"), ElementsAre("bank-conflict"));
  EXPECT_THAT(selected("-bank-conflict,*"), ElementsAre("modulo-stride", "bank-conflict", "bank-padding"));
}

TEST(CheckGlobs, AStarStandsForAnyCharactersAnywhere) {
  EXPECT_THAT(selected("-*,*-c*t"), ElementsAre("bank-conflict"));
  EXPECT_THAT(selected("-*,m*o*e"), ElementsAre("modulo-stride"));
}

TEST(CheckGlobs, ResultsStandInTheOrderOfTheChecks) {
  EXPECT_THAT(selected("-*,bank-padding,modulo-stride"), ElementsAre("modulo-stride", "bank-padding"));
}

TEST(CheckGlobs, SpacesAndEmptyPartsDoNotCount) {
  EXPECT_THAT(selected(" -* ,, bank-conflict ,"), ElementsAre("bank-conflict"));
}

TEST(CheckGlobs, AGlobThatFitsNothingIsNamedWithTheChecks) {
  EXPECT_EQ(errorOf("-*,bank"),
            "'bank' fits no check; the checks are modulo-stride, bank-conflict, bank-padding");
  EXPECT_THAT(errorOf("-bank"), HasSubstr("'bank' fits no check"));
  EXPECT_THAT(errorOf("bank.conflict"), HasSubstr("'bank.conflict' fits no check"));
}

TEST(CheckGlobs, NoCheckLeftIsAnError) {
  EXPECT_THAT(errorOf("-*"), HasSubstr("'-*' leaves no check enabled"));
}

} // namespace
} // namespace cuda_lint
