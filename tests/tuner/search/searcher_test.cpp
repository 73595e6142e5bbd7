#include "fake_objective.h"

#include "tuner/search/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <ostream>
#include <stdexcept>

namespace cuda_tune {

/// For the names that CTest shows.
void PrintTo(Strategy strategy, std::ostream* os) {
  *os << toString(strategy);
}

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::size_t kSize = 100;
constexpr std::size_t kBest = 37;
constexpr std::size_t kWrong = 61;

/// A hundred configurations of 10 us, one of 8.
std::vector<double> plantedTimes() {
  std::vector<double> times(kSize, 10.0);
  times[kBest] = 8;
  return times;
}

/// What holds of every strategy. The random one draws the whole space: whether it meets the best is else
/// luck.
class EverySearcher : public testing::TestWithParam<Strategy> {
protected:
  static std::unique_ptr<Searcher> make(std::size_t configurations) {
    SearchOptions options;
    options.share = 1;
    return makeSearcher(GetParam(), configurations, options);
  }
};

TEST_P(EverySearcher, FindsTheBestWithoutNoise) {
  FakeObjective objective(plantedTimes());
  const auto searcher = make(kSize);
  drive(*searcher, objective);
  EXPECT_EQ(searcher->ranking().at(0), kBest);
}

TEST_P(EverySearcher, FindsTheBestInNoiseThatHidesItFromOneSample) {
  // Samples of the best reach 9.2 us, those of the others begin at 8.5.
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    FakeObjective objective(plantedTimes(), 0.15, seed);
    const auto searcher = make(kSize);
    drive(*searcher, objective);
    EXPECT_EQ(searcher->ranking().at(0), kBest) << seed;
  }
}

TEST_P(EverySearcher, NeverRanksAFailure) {
  // The fastest of all, but wrong.
  std::vector<double> times = plantedTimes();
  times[kWrong] = 1;
  FakeObjective objective(times);
  objective.failing = {kWrong};
  const auto searcher = make(kSize);
  const auto rounds = drive(*searcher, objective);
  EXPECT_THAT(configurationsOf(rounds.at(0)), Contains(kWrong));
  EXPECT_THAT(searcher->ranking(), SizeIs(kSize - 1));
  EXPECT_THAT(searcher->ranking(), Not(Contains(kWrong)));
}

TEST_P(EverySearcher, AFailureIsForGood) {
  const auto searcher = make(2);
  searcher->next();
  searcher->report(0, 5.0);
  searcher->report(1, 1.0);
  EXPECT_THAT(searcher->ranking(), ElementsAre(1, 0));
  searcher->report(1, std::nullopt);
  EXPECT_THAT(searcher->ranking(), ElementsAre(0));
  searcher->report(1, 1.0);
  EXPECT_THAT(searcher->ranking(), ElementsAre(0));
}

TEST_P(EverySearcher, ALaterTimeReplacesAnEarlier) {
  const auto searcher = make(2);
  searcher->next();
  searcher->report(0, 1.0);
  searcher->report(1, 2.0);
  searcher->report(0, 3.0);
  EXPECT_THAT(searcher->ranking(), ElementsAre(1, 0));
}

TEST_P(EverySearcher, TiesAreRankedByIndex) {
  const auto searcher = make(3);
  searcher->next();
  for (const std::size_t configuration : {2, 0, 1})
    searcher->report(configuration, 4.0);
  EXPECT_THAT(searcher->ranking(), ElementsAre(0, 1, 2));
}

TEST_P(EverySearcher, OfAnEmptySpaceIsOverAtOnce) {
  const auto searcher = make(0);
  EXPECT_THAT(searcher->next(), IsEmpty());
  EXPECT_THAT(searcher->ranking(), IsEmpty());
}

TEST_P(EverySearcher, OfOneConfigurationAsksForItOnce) {
  FakeObjective objective({5.0});
  const auto searcher = make(1);
  const auto rounds = drive(*searcher, objective);
  ASSERT_THAT(rounds, SizeIs(1));
  EXPECT_THAT(configurationsOf(rounds[0]), ElementsAre(0));
  EXPECT_THAT(searcher->ranking(), ElementsAre(0));
}

TEST_P(EverySearcher, IsOverWhenAllFail) {
  FakeObjective objective(plantedTimes());
  for (std::size_t i = 0; i < kSize; ++i)
    objective.failing.insert(i);
  const auto searcher = make(kSize);
  EXPECT_THAT(drive(*searcher, objective), SizeIs(1));
  EXPECT_THAT(searcher->ranking(), IsEmpty());
}

TEST_P(EverySearcher, StaysOver) {
  FakeObjective objective(plantedTimes());
  const auto searcher = make(kSize);
  drive(*searcher, objective);
  EXPECT_THAT(searcher->next(), IsEmpty());
}

TEST_P(EverySearcher, RanksWhatItHasWhenTheBudgetEnds) {
  std::chrono::steady_clock::time_point now{};
  TimeBudget budget(std::chrono::milliseconds(100), [&] { return now; });
  FakeObjective objective(plantedTimes());
  const auto searcher = make(kSize);
  std::set<std::size_t> measured;
  for (const Trial& trial : searcher->next()) {
    if (budget.reached())
      break;
    searcher->report(trial.configuration, objective.measure(trial));
    measured.insert(trial.configuration);
    now += std::chrono::milliseconds(10);
  }
  EXPECT_THAT(measured, SizeIs(10));
  const std::vector<std::size_t> ranking = searcher->ranking();
  EXPECT_THAT(measured, testing::UnorderedElementsAreArray(ranking));
}

TEST_P(EverySearcher, GivesTheSameRoundsForTheSameTimes) {
  std::vector<std::vector<Trial>> rounds[2];
  for (auto& run : rounds) {
    FakeObjective objective(plantedTimes(), 0.15, 7);
    run = drive(*make(kSize), objective);
  }
  EXPECT_EQ(rounds[0], rounds[1]);
}

TEST_P(EverySearcher, RefusesAForeignConfiguration) {
  const auto searcher = make(2);
  searcher->next();
  EXPECT_THROW(searcher->report(2, 1.0), std::out_of_range);
  EXPECT_THROW(searcher->report(2, std::nullopt), std::out_of_range);
}

TEST_P(EverySearcher, RefusesATimeThatIsNone) {
  const auto searcher = make(1);
  searcher->next();
  for (const double time :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(searcher->report(0, time), std::invalid_argument) << time;
  EXPECT_THAT(searcher->ranking(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Strategies, EverySearcher,
                         testing::Values(Strategy::Exhaustive, Strategy::Random, Strategy::Halving),
                         [](const auto& tested) { return std::string(toString(tested.param)); });

} // namespace
} // namespace cuda_tune
