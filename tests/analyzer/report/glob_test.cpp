#include "analyzer/report/glob.h"

#include <gtest/gtest.h>

#include <string>

using cuda_lint::matchesGlob;

namespace {

TEST(Glob, AStarStandsForAnyCharacters) {
  EXPECT_TRUE(matchesGlob("*", ""));
  EXPECT_TRUE(matchesGlob("*", "bank-conflict"));
  EXPECT_TRUE(matchesGlob("bank-*", "bank-conflict"));
  EXPECT_TRUE(matchesGlob("bank-*", "bank-"));
  EXPECT_TRUE(matchesGlob("*-conflict", "bank-conflict-conflict"));
  EXPECT_TRUE(matchesGlob("b*k*t", "bank-conflict"));
  EXPECT_FALSE(matchesGlob("bank-*", "bank"));
  EXPECT_FALSE(matchesGlob("b*x*t", "bank-conflict"));
}

TEST(Glob, OtherCharactersStandForThemselvesAndTheWholeTextMustMatch) {
  EXPECT_TRUE(matchesGlob("bank-conflict", "bank-conflict"));
  EXPECT_FALSE(matchesGlob("bank", "bank-conflict"));
  EXPECT_FALSE(matchesGlob("conflict", "bank-conflict"));
  EXPECT_FALSE(matchesGlob("b?nk", "bank"));
  EXPECT_FALSE(matchesGlob("b.nk", "bank"));
  EXPECT_TRUE(matchesGlob("", ""));
  EXPECT_FALSE(matchesGlob("", "a"));
}

TEST(Glob, ManyStarsTakeNoExponentialTime) {
  std::string stars;
  for (int i = 0; i < 50; ++i)
    stars += "*a";
  EXPECT_FALSE(matchesGlob(stars + "b", std::string(1000, 'a')));
}

} // namespace
