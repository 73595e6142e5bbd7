#include "tuner/tool/timing.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace cuda_tune;

TEST(Timing, MeanIsThatOfTheMiddleHalf) {
  const Timing timing = timingOf({1, 2, 4, 1000});
  EXPECT_DOUBLE_EQ(timing.mean, 3);
  EXPECT_DOUBLE_EQ(timing.summary.median, 3);
  EXPECT_EQ(timing.summary.samples, 4u);
}

TEST(Timing, OfNoSamplesIsRefused) {
  EXPECT_THROW(timingOf({}), std::invalid_argument);
}

TEST(Timing, ABytePerMicrosecondIsAThousandthOfAGigabytePerSecond) {
  EXPECT_DOUBLE_EQ(gigabytesPerSecond(1, 1), 1e-3);
  EXPECT_DOUBLE_EQ(gigabytesPerSecond(4e9, 1e6), 4);
}

TEST(GeometricMean, IsTheRootOfTheProduct) {
  EXPECT_DOUBLE_EQ(geometricMean({2, 8}), 4);
  EXPECT_NEAR(geometricMean({0.5, 1, 2}), 1, 1e-15);
}

TEST(GeometricMean, OfNothingIsNoNumber) {
  EXPECT_TRUE(std::isnan(geometricMean({})));
}

TEST(DefaultSamples, AreManyForShortLaunchesAndTwentyForTheLongest) {
  EXPECT_EQ(defaultSamples(0), 200);
  EXPECT_EQ(defaultSamples(4096), 200);
  EXPECT_EQ(defaultSamples(std::uint64_t{1} << 33), 20);
}

TEST(DefaultSamples, NeverGrowWithTheBytes) {
  for (int exponent = 0; exponent < 40; ++exponent)
    EXPECT_GE(defaultSamples(std::uint64_t{1} << exponent), defaultSamples(std::uint64_t{2} << exponent))
        << exponent;
}
