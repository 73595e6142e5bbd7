#include "tuner/measure/statistics.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace cuda_tune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Summarize, QuartilesOfFivesSitOnSamples) {
  // (5 - 1) p is 1, 2 and 3.
  EXPECT_EQ(summarize({50, 10, 40, 20, 30}), (Summary{30, 20, 40, 5}));
}

TEST(Summarize, QuartilesBetweenSamplesAreInterpolated) {
  // (4 - 1) p is 0.75, 1.5 and 2.25.
  EXPECT_EQ(summarize({40, 0, 20, 8}), (Summary{14, 6, 25, 4}));
}

TEST(Summarize, OneSampleIsAllThree) {
  EXPECT_EQ(summarize({7}), (Summary{7, 7, 7, 1}));
}

TEST(Summarize, TwoSamplesAreCutInQuarters) {
  EXPECT_EQ(summarize({8, 4}), (Summary{6, 5, 7, 2}));
}

TEST(Summarize, AnOutlierDoesNotMoveTheMiddle) {
  EXPECT_EQ(summarize({1, 2, 3, 4, 5}), summarize({1, 2, 3, 4, 1e9}));
}

TEST(Summarize, NoSamplesFailLoudly) {
  EXPECT_THROW(summarize({}), std::invalid_argument);
  EXPECT_THROW(interquartileMean({}), std::invalid_argument);
}

TEST(Summarize, ASampleThatIsNotFiniteFailsLoudly) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_THROW(summarize({1, bad, 2}), std::invalid_argument) << bad;
    EXPECT_THROW(interquartileMean({1, bad, 2}), std::invalid_argument) << bad;
  }
}

TEST(InterquartileMean, IsTheMeanOfTheMiddleHalf) {
  EXPECT_EQ(interquartileMean({1000, 4, 2, 0, 3, 1, 900, 5}), 3.5); // of 2, 3, 4, 5
}

TEST(InterquartileMean, WeighsSamplesAtTheCutByTheirPart) {
  // A quarter of five samples is 1.25: 0.75 of the second, the third, 0.75 of the fourth.
  EXPECT_DOUBLE_EQ(interquartileMean({0, 10, 20, 50, 99}), (0.75 * 10 + 20 + 0.75 * 50) / 2.5);
  // Of six it is 1.5.
  EXPECT_DOUBLE_EQ(interquartileMean({0, 10, 20, 40, 80, 99}), (0.5 * 10 + 20 + 40 + 0.5 * 80) / 3);
}

TEST(InterquartileMean, OfFewSamplesLeavesNoneOut) {
  EXPECT_DOUBLE_EQ(interquartileMean({7}), 7);
  EXPECT_DOUBLE_EQ(interquartileMean({4, 8}), 6);
  // 0.25 of the outer ones, all of the middle one.
  EXPECT_DOUBLE_EQ(interquartileMean({0, 3, 12}), (0.25 * 0 + 3 + 0.25 * 12) / 1.5);
}

TEST(InterquartileMean, TellsApartWhatTheMedianCannotOnACoarseClock) {
  // Two kernels of 10.55 and 10.73 ticks: the clock shows 10 or 11.
  const std::vector<double> faster{10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11};
  const std::vector<double> slower{10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11};
  EXPECT_EQ(summarize(faster).median, summarize(slower).median);
  EXPECT_LT(interquartileMean(faster), interquartileMean(slower));
}

TEST(InterquartileMean, AnOutlierDoesNotMoveIt) {
  EXPECT_EQ(interquartileMean({1, 2, 3, 4, 5}), interquartileMean({1, 2, 3, 4, 1e9}));
}

} // namespace
} // namespace cuda_tune
