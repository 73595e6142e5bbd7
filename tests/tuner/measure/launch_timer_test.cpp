#include "tuner/measure/launch_timer.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

TEST(Regime, ParsesWhatItPrintsAndNothingElse) {
  EXPECT_EQ(toString(Regime::Cold), "cold");
  EXPECT_EQ(toString(Regime::Warm), "warm");
  for (const Regime regime : {Regime::Cold, Regime::Warm})
    EXPECT_EQ(parseRegime(toString(regime)), regime);
  for (const char* name : {"", "Cold", "col", "warmer", " warm"})
    EXPECT_EQ(parseRegime(name), std::nullopt) << name;
}

TEST(BatchOf, LaunchesOfAMebibyteAtTheMostAreTimedTogether) {
  EXPECT_EQ(batchOf(0), LaunchTimer::kBatch);
  EXPECT_EQ(batchOf(std::size_t{1} << 20), LaunchTimer::kBatch);
  EXPECT_EQ(batchOf((std::size_t{1} << 20) + 1), 1);
  EXPECT_EQ(batchOf(std::size_t{1} << 33), 1);
}

} // namespace
} // namespace cuda_tune
