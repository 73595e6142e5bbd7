#include "tuner/search/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace cuda_tune {
namespace {

using testing::Each;
using testing::Field;
using testing::SizeIs;

TEST(Strategy, HasANameThatIsReadBack) {
  EXPECT_STREQ(toString(Strategy::Exhaustive), "exhaustive");
  EXPECT_STREQ(toString(Strategy::Random), "random");
  EXPECT_STREQ(toString(Strategy::Halving), "halving");
  for (const Strategy strategy : {Strategy::Exhaustive, Strategy::Random, Strategy::Halving})
    EXPECT_EQ(parseStrategy(toString(strategy)), strategy);
}

TEST(Strategy, OfAnotherNameIsNone) {
  for (const char* name : {"", "Random", "halving ", "half", "annealing"})
    EXPECT_EQ(parseStrategy(name), std::nullopt) << name;
}

TEST(MakeSearcher, GivesEachStrategyItsOptions) {
  SearchOptions options;
  options.samples = 7;
  options.count = 5;
  options.firstSamples = 2;
  options.finalists = 40;
  const auto all = makeSearcher(Strategy::Exhaustive, 40, options)->next();
  EXPECT_THAT(all, SizeIs(40));
  EXPECT_THAT(all, Each(Field(&Trial::samples, 7)));
  const auto drawn = makeSearcher(Strategy::Random, 40, options)->next();
  EXPECT_THAT(drawn, SizeIs(5));
  EXPECT_THAT(drawn, Each(Field(&Trial::samples, 7)));
  const auto halving = makeSearcher(Strategy::Halving, 40, options);
  EXPECT_THAT(halving->next(), Each(Field(&Trial::samples, 2)));
  EXPECT_THAT(halving->next(), SizeIs(0)); // all are finalists
}

TEST(MakeSearcher, PassesTheSeedOn) {
  SearchOptions first, second;
  first.seed = 1;
  second.seed = 2;
  EXPECT_NE(makeSearcher(Strategy::Random, 1000, first)->next(),
            makeSearcher(Strategy::Random, 1000, second)->next());
}

TEST(MakeSearcher, AShareIsRoundedUp) {
  SearchOptions options;
  options.share = 0.25;
  EXPECT_THAT(makeSearcher(Strategy::Random, 8, options)->next(), SizeIs(2));
  EXPECT_THAT(makeSearcher(Strategy::Random, 9, options)->next(), SizeIs(3));
  EXPECT_THAT(makeSearcher(Strategy::Random, 1, options)->next(), SizeIs(1));
}

TEST(MakeSearcher, RefusesOptionsOutOfRange) {
  SearchOptions options;
  for (const double share : {0.0, -0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    options.share = share;
    EXPECT_THROW(makeSearcher(Strategy::Random, 8, options), std::invalid_argument) << share;
  }
  options = {};
  options.count = 0;
  EXPECT_THROW(makeSearcher(Strategy::Random, 8, options), std::invalid_argument);
  options = {};
  options.samples = 0;
  EXPECT_THROW(makeSearcher(Strategy::Exhaustive, 8, options), std::invalid_argument);
  EXPECT_THROW(makeSearcher(Strategy::Random, 8, options), std::invalid_argument);
  options = {};
  options.firstSamples = 0;
  EXPECT_THROW(makeSearcher(Strategy::Halving, 8, options), std::invalid_argument);
  options = {};
  options.finalists = 0;
  EXPECT_THROW(makeSearcher(Strategy::Halving, 8, options), std::invalid_argument);
}

} // namespace
} // namespace cuda_tune
