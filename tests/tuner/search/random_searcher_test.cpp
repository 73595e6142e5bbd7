#include "fake_objective.h"

#include "tuner/search/random_searcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace cuda_tune {
namespace {

using testing::Each;
using testing::IsEmpty;
using testing::SizeIs;

TEST(RandomSearcher, DrawsDifferentConfigurationsOfTheSpaceInOneRound) {
  RandomSearcher searcher(50, 20, 4, 1);
  const std::vector<Trial> round = searcher.next();
  EXPECT_THAT(round, SizeIs(20));
  EXPECT_THAT(round, Each(testing::Field(&Trial::samples, 4)));
  EXPECT_THAT(configurationsOf(round), SizeIs(20));
  EXPECT_THAT(configurationsOf(round), Each(testing::Lt(50u)));
  EXPECT_THAT(searcher.next(), IsEmpty());
}

TEST(RandomSearcher, DrawsAllOfASmallerSpace) {
  EXPECT_THAT(configurationsOf(RandomSearcher(7, 20, 4, 1).next()),
              testing::ElementsAre(0, 1, 2, 3, 4, 5, 6));
}

TEST(RandomSearcher, OneSeedGivesOneDraw) {
  EXPECT_EQ(RandomSearcher(1000, 20, 4, 9).next(), RandomSearcher(1000, 20, 4, 9).next());
}

TEST(RandomSearcher, AnotherSeedGivesAnotherDraw) {
  EXPECT_NE(RandomSearcher(1000, 20, 4, 9).next(), RandomSearcher(1000, 20, 4, 10).next());
}

TEST(RandomSearcher, IsNotTheOrderOfTheSpace) {
  const std::vector<Trial> round = RandomSearcher(1000, 20, 4, 1).next();
  EXPECT_FALSE(std::is_sorted(round.begin(), round.end(), [](const Trial& a, const Trial& b) {
    return a.configuration < b.configuration;
  }));
}

TEST(RandomSearcher, DrawsEachConfigurationEquallyOften) {
  // Of 6000 draws of 3 out of 6 each takes part in 3000, give or take a standard deviation of 39.
  std::vector<int> drawn(6, 0);
  std::vector<int> first(6, 0);
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    const std::vector<Trial> round = RandomSearcher(6, 3, 1, seed).next();
    ++first[round[0].configuration];
    for (const Trial& trial : round)
      ++drawn[trial.configuration];
  }
  EXPECT_THAT(drawn, Each(testing::AllOf(testing::Gt(2800), testing::Lt(3200))));
  // The first place goes to each 1000 times, with a standard deviation of 29.
  EXPECT_THAT(first, Each(testing::AllOf(testing::Gt(850), testing::Lt(1150))));
}

TEST(RandomSearcher, RanksOnlyWhatItDrew) {
  FakeObjective objective(std::vector<double>(50, 3.0));
  RandomSearcher searcher(50, 5, 4, 1);
  const auto rounds = drive(searcher, objective);
  EXPECT_THAT(searcher.ranking(), testing::ElementsAreArray(configurationsOf(rounds.at(0))));
}

TEST(RandomSearcher, RefusesToTakeNoSample) {
  EXPECT_THROW(RandomSearcher(3, 3, 0, 1), std::invalid_argument);
}

} // namespace
} // namespace cuda_tune
