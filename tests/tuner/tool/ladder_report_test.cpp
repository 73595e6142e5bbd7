#include "tuner/tool/ladder_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cuda_tune;
using testing::HasSubstr;
using testing::Not;

namespace {

LadderReport twoRungs() {
  LadderReport report;
  report.facts.device = "Fictional";
  report.elements = 1 << 20;
  report.rungs = {{"v0", "slow", timingOf({12, 12})},
                  {"v1", "faster", timingOf({6, 6})},
                  {"v2", "top", timingOf({4, 4})}};
  report.copy = timingOf({8.388608, 8.388608});
  return report;
}

} // namespace

TEST(LadderReport, SpeedUpsAreOverTheFirstAndOverTheOneBefore) {
  const LadderReport report = twoRungs();
  EXPECT_DOUBLE_EQ(report.overFirst(report.rungs[2].timing), 3);
  EXPECT_DOUBLE_EQ(report.overPrevious(1), 2);
  EXPECT_DOUBLE_EQ(report.overPrevious(2), 1.5);
  EXPECT_DOUBLE_EQ(report.overPrevious(0), 1);
}

TEST(LadderReport, TableHasARowForEachRungAndTheCopy) {
  const std::string table = twoRungs().table();
  EXPECT_THAT(table, HasSubstr("Sum of 2^20 floats"));
  EXPECT_THAT(table, testing::ContainsRegex("v2 +top +4\\.00 +3\\.00× +1\\.50× +1048\\.6\n"));
  // Twice 4 MiB in 8.388608 us are 1000 GB/s.
  EXPECT_THAT(table, testing::ContainsRegex("copy .* 8\\.39 +- +- +1000\\.0\n"));
}

TEST(LadderReport, SaysHowToGetATunedRowWhereThereIsNone) {
  LadderReport report = twoRungs();
  EXPECT_THAT(report.table(), HasSubstr("cuda-tune run --op sum --type f32 --size 1048576"));
  report.tuned = {"tuned", "block_size=512", timingOf({2, 2})};
  EXPECT_THAT(report.table(), Not(HasSubstr("cuda-tune run")));
  EXPECT_THAT(report.table(), testing::ContainsRegex("tuned +block_size=512 +2\\.00 +6\\.00× +2\\.00×"));
}

TEST(LadderReport, JsonHasTheNumbersOfTheTable) {
  LadderReport report = twoRungs();
  const auto without = nlohmann::json::parse(report.json());
  EXPECT_TRUE(without.at("tuned").is_null());
  EXPECT_EQ(without.at("rungs").size(), 3u);
  EXPECT_EQ(without.at("rungs").at(2).at("name"), "v2");
  EXPECT_EQ(without.at("rungs").at(2).at("over_v0"), 3);
  EXPECT_EQ(without.at("rungs").at(2).at("over_previous"), 1.5);
  EXPECT_EQ(without.at("elements"), 1 << 20);
  EXPECT_NEAR(without.at("copy").at("gb_s").get<double>(), 1000, 1e-9);
  report.tuned = {"tuned", "block_size=512", timingOf({2, 2})};
  const auto with = nlohmann::json::parse(report.json());
  EXPECT_EQ(with.at("tuned").at("over_v0"), 6);
  EXPECT_EQ(with.at("tuned").at("configuration"), "block_size=512");
}
