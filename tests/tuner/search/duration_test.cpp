#include "tuner/search/duration.h"

#include <gtest/gtest.h>

#include <string>

namespace cuda_tune {
namespace {

using namespace std::chrono_literals;

TEST(Duration, IsReadInEveryUnit) {
  EXPECT_EQ(parseDuration("500ms"), 500ms);
  EXPECT_EQ(parseDuration("30s"), 30s);
  EXPECT_EQ(parseDuration("2m"), 2min);
  EXPECT_EQ(parseDuration("1h"), 1h);
  EXPECT_EQ(parseDuration("0s"), 0s);
}

TEST(Duration, MayHaveAFraction) {
  EXPECT_EQ(parseDuration("1.5s"), 1500ms);
  EXPECT_EQ(parseDuration("0.25ms"), 250us);
  EXPECT_EQ(parseDuration("0.1s"), 100ms);
}

TEST(Duration, NonsenseIsNone) {
  for (const char* text :
       {"",    "s",   "30", "1.5",    "30 s",  " 30s", "30s ",  "30S",  "30sec", "30us", "1m30s", "1,5s",
        ".5s", "1.s", ".s", "1.2.3s", "1..5s", "+1s",  "0x10s", "1e3s", "infs",  "nans", "thirty"})
    EXPECT_EQ(parseDuration(text), std::nullopt) << text;
}

TEST(Duration, ANegativeOneIsNone) {
  EXPECT_EQ(parseDuration("-1s"), std::nullopt);
  EXPECT_EQ(parseDuration("-0s"), std::nullopt);
}

TEST(Duration, OneTooLongForNanosecondsIsNone) {
  // 2^63 ns are 9223372036.85 s.
  EXPECT_NE(parseDuration("9223372036s"), std::nullopt);
  EXPECT_EQ(parseDuration("9223372037s"), std::nullopt);
  EXPECT_EQ(parseDuration("2562048h"), std::nullopt);
  EXPECT_EQ(parseDuration(std::string(400, '9') + "s"), std::nullopt);
}

} // namespace
} // namespace cuda_tune
