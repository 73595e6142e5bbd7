#include "fake_objective.h"

#include "tuner/search/halving_searcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace cuda_tune {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// 100, 101, 102 …: in the order of the space, none far behind.
std::vector<double> closeTimes(std::size_t count) {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i)
    times.push_back(100 + static_cast<double>(i));
  return times;
}

std::vector<std::size_t> sizesOf(const std::vector<std::vector<Trial>>& rounds) {
  std::vector<std::size_t> sizes;
  for (const auto& round : rounds)
    sizes.push_back(round.size());
  return sizes;
}

TEST(HalvingSearcher, HalvesTheConfigurationsAndDoublesTheSamples) {
  FakeObjective objective(closeTimes(64));
  HalvingSearcher searcher(64, 3, 8);
  const auto rounds = drive(searcher, objective);
  ASSERT_THAT(sizesOf(rounds), ElementsAre(64, 32, 16, 8));
  for (std::size_t i = 0; i < rounds.size(); ++i)
    EXPECT_THAT(rounds[i], Each(testing::Field(&Trial::samples, 3 << i))) << i;
}

TEST(HalvingSearcher, KeepsTheFasterHalf) {
  FakeObjective objective(closeTimes(16));
  HalvingSearcher searcher(16, 3, 4);
  const auto rounds = drive(searcher, objective);
  EXPECT_THAT(configurationsOf(rounds.at(1)), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(configurationsOf(rounds.at(2)), ElementsAre(0, 1, 2, 3));
}

TEST(HalvingSearcher, KeepsTheMiddleOneOfAnOddNumber) {
  FakeObjective objective(closeTimes(9));
  HalvingSearcher searcher(9, 3, 2);
  EXPECT_THAT(sizesOf(drive(searcher, objective)), ElementsAre(9, 5, 3, 2));
}

TEST(HalvingSearcher, KeepsTheFinalistsWhereHalfWouldBeFewer) {
  FakeObjective objective(closeTimes(12));
  HalvingSearcher searcher(12, 3, 8);
  EXPECT_THAT(sizesOf(drive(searcher, objective)), ElementsAre(12, 8));
}

TEST(HalvingSearcher, OfNoMoreThanTheFinalistsIsOneRound) {
  FakeObjective objective(closeTimes(8));
  HalvingSearcher searcher(8, 3, 8);
  EXPECT_THAT(sizesOf(drive(searcher, objective)), ElementsAre(8));
}

TEST(HalvingSearcher, ASlowOneNeverSurvivesTheFirstRound) {
  // Half of ten would keep it, and so would the finalists.
  std::vector<double> times(10, 10.0);
  times[4] = 20.1;
  FakeObjective objective(times);
  for (std::size_t i = 5; i < 10; ++i)
    objective.failing.insert(i);
  HalvingSearcher searcher(10, 3, 8);
  const auto rounds = drive(searcher, objective);
  ASSERT_THAT(rounds, SizeIs(2));
  EXPECT_THAT(configurationsOf(rounds[1]), ElementsAre(0, 1, 2, 3));
}

TEST(HalvingSearcher, TwiceTheBestIsNotYetFarBehind) {
  FakeObjective objective({10, 20, 10, 20, 10});
  HalvingSearcher searcher(5, 3, 4);
  EXPECT_THAT(configurationsOf(drive(searcher, objective).at(1)), ElementsAre(0, 1, 2, 4));
}

TEST(HalvingSearcher, FailuresDropOutAndTheHalfIsOfTheOthers) {
  FakeObjective objective(closeTimes(40));
  for (std::size_t i = 0; i < 20; ++i)
    objective.failing.insert(i);
  HalvingSearcher searcher(40, 3, 4);
  const auto rounds = drive(searcher, objective);
  EXPECT_THAT(sizesOf(rounds), ElementsAre(40, 10, 5, 4));
  EXPECT_THAT(configurationsOf(rounds.at(3)), ElementsAre(20, 21, 22, 23));
}

TEST(HalvingSearcher, AllThatIsUsableSurvivesWhereThatIsFewerThanTheFinalists) {
  FakeObjective objective(closeTimes(40));
  for (std::size_t i = 0; i < 35; ++i)
    objective.failing.insert(i);
  HalvingSearcher searcher(40, 3, 8);
  EXPECT_THAT(configurationsOf(drive(searcher, objective).at(1)), ElementsAre(35, 36, 37, 38, 39));
}

TEST(HalvingSearcher, WhatFailsInALaterRoundDropsOut) {
  HalvingSearcher searcher(8, 3, 2);
  for (const Trial& trial : searcher.next())
    searcher.report(trial.configuration, 10.0 + static_cast<double>(trial.configuration));
  for (const Trial& trial : searcher.next())
    searcher.report(trial.configuration,
                    trial.configuration == 0
                        ? std::nullopt
                        : std::optional(10.0 + static_cast<double>(trial.configuration)));
  EXPECT_EQ(configurationsOf(searcher.next()), (std::set<std::size_t>{1, 2}));
  EXPECT_THAT(searcher.ranking(), Not(Contains(0)));
}

TEST(HalvingSearcher, WhatWasNotReportedDropsOut) {
  HalvingSearcher searcher(9, 3, 2);
  searcher.next();
  for (const std::size_t configuration : {3, 4, 5})
    searcher.report(configuration, 10.0);
  EXPECT_EQ(configurationsOf(searcher.next()), (std::set<std::size_t>{3, 4}));
}

TEST(HalvingSearcher, OneThatWasOnlyLuckyAtFirstLosesLater) {
  // Nobody but the first gets away with it: 9 us in the first round, 12 with more samples.
  HalvingSearcher searcher(16, 3, 4);
  for (auto round = searcher.next(), first = round; !round.empty(); round = searcher.next())
    for (const Trial& trial : round)
      searcher.report(trial.configuration, trial.configuration != 0 ? 10.0 : round == first ? 9.0 : 12.0);
  EXPECT_EQ(searcher.ranking().front(), 1u);
  EXPECT_EQ(searcher.ranking().back(), 0u);
}

TEST(HalvingSearcher, DroppedOnesStayInTheRanking) {
  FakeObjective objective(closeTimes(16));
  HalvingSearcher searcher(16, 3, 4);
  drive(searcher, objective);
  EXPECT_THAT(searcher.ranking(), SizeIs(16));
}

TEST(HalvingSearcher, TheNumberOfSamplesDoesNotOverflow) {
  const int many = std::numeric_limits<int>::max() / 2 + 1;
  HalvingSearcher searcher(4, many, 1);
  for (const Trial& trial : searcher.next())
    searcher.report(trial.configuration, 10.0);
  EXPECT_THAT(searcher.next(), Each(testing::Field(&Trial::samples, std::numeric_limits<int>::max())));
}

TEST(HalvingSearcher, RefusesNoSampleAndNoFinalist) {
  EXPECT_THROW(HalvingSearcher(3, 0, 8), std::invalid_argument);
  EXPECT_THROW(HalvingSearcher(3, 3, 0), std::invalid_argument);
}

} // namespace
} // namespace cuda_tune
