#include "tuner/tool/row_report.h"

#include "tests/db/store_fixture.h"
#include "tuner/tool/stored_rows.h"

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// 2^20 floats in 4 us.
Measurement fourMicroseconds() {
  return finalist("block_size=256", 4);
}

TEST(RowReport, ThroughputIsTheInputsBytesPerTime) {
  // 4 * 2^20 bytes / 4e-6 s = 1048.576e9 bytes/s.
  EXPECT_DOUBLE_EQ(gigabytesPerSecond(fourMicroseconds()).value(), 1048.576);
  Measurement doubles = fourMicroseconds();
  doubles.key.workload.elementType = "f64";
  EXPECT_DOUBLE_EQ(gigabytesPerSecond(doubles).value(), 2097.152);
}

TEST(RowReport, WhatHasNoTimeHasNoThroughput) {
  Measurement failed = fourMicroseconds();
  failed.result = Result::Wrong;
  EXPECT_FALSE(gigabytesPerSecond(failed));
  EXPECT_TRUE(rowJson(failed).at("gigabytesPerSecond").is_null());
  Measurement unknown = fourMicroseconds();
  unknown.key.workload.elementType = "f8";
  EXPECT_FALSE(gigabytesPerSecond(unknown));
}

TEST(RowReport, NumbersHaveFourDigitsAndTwoDecimals) {
  EXPECT_EQ(formatNumber(0), "0.00");
  EXPECT_EQ(formatNumber(1234.5), "1234.50");
  EXPECT_EQ(formatNumber(12.345), "12.35");
  EXPECT_EQ(formatNumber(1.23456), "1.235");
  EXPECT_EQ(formatNumber(0.00123), "0.001230");
}

TEST(RowReport, TheBestAreShownWithTheirDeviceTimeAndConfiguration) {
  const std::string table = bestTable({fourMicroseconds()});
  for (const char* cell : {"Fictional One", "580.1", "sum", "f32", "2^20", "cold", "4.000", "3.960", "4.040",
                           "1048.58", "block_size=256"})
    EXPECT_THAT(table, HasSubstr(cell));
}

TEST(RowReport, AFailureIsListedWithTheFirstLineOfItsReason) {
  Measurement failed = finalist("block_size=512", 0);
  failed.result = Result::CompileError;
  failed.reason = "error: too many\nsecond line";
  const std::string table = listTable({failed});
  EXPECT_THAT(table, HasSubstr("compile-error"));
  EXPECT_THAT(table, HasSubstr("error: too many"));
  EXPECT_THAT(table, Not(HasSubstr("second line")));
}

TEST(RowReport, JsonOfARowIsItsExportAndItsThroughput) {
  const nlohmann::ordered_json row = rowJson(fourMicroseconds());
  EXPECT_EQ(row.at("workload").at("elements"), 1048576);
  EXPECT_EQ(row.at("medianUs"), 4.0);
  EXPECT_DOUBLE_EQ(row.at("gigabytesPerSecond").get<double>(), 1048.576);
  EXPECT_EQ(rowsJson({}), nlohmann::ordered_json::array());
}

TEST(RowReport, BytesThatAreNotUtf8DoNotStopJson) {
  Measurement odd = fourMicroseconds();
  odd.reason = "\xff";
  EXPECT_THAT(jsonText(rowJson(odd)), HasSubstr("\xef\xbf\xbd"));
}

TEST(StoredRows, NamesOfDevicesAreFoundByAnyPartInAnyCase) {
  EXPECT_TRUE(containsIgnoringCase("NVIDIA H200", "h200"));
  EXPECT_TRUE(containsIgnoringCase("NVIDIA H200", "ia H"));
  EXPECT_TRUE(containsIgnoringCase("NVIDIA H200", ""));
  EXPECT_FALSE(containsIgnoringCase("NVIDIA H200", "H100"));
  EXPECT_FALSE(containsIgnoringCase("", "H"));
}

TEST(StoredRows, EveryPartOfASelectionMustHold) {
  Measurement sum = finalist("sum", 1), max = finalist("max", 1), large = finalist("large", 1),
              other = finalist("other", 1);
  max.key.workload.operation = "max";
  large.key.workload.elements = 1u << 24;
  other.key.device.name = "Fictional Two";
  const std::vector<Measurement> rows = {sum, max, large, other};
  EXPECT_THAT(configurations(selected(rows, {})), ElementsAre("sum", "max", "large", "other"));
  RowSelection selection;
  selection.operations = {Operation::Max, Operation::Min};
  EXPECT_THAT(configurations(selected(rows, selection)), ElementsAre("max"));
  selection = {};
  selection.operations = {Operation::Sum};
  selection.sizes = {1u << 24};
  EXPECT_THAT(configurations(selected(rows, selection)), ElementsAre("large"));
  selection = {};
  selection.device = "two";
  EXPECT_THAT(configurations(selected(rows, selection)), ElementsAre("other"));
  selection = {};
  selection.types = {ElementType::F64};
  EXPECT_THAT(configurations(selected(rows, selection)), IsEmpty());
}

} // namespace
} // namespace cuda_tune
