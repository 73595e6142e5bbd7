#include "tuner/tool/device_report.h"

#include "tests/db/store_fixture.h"
#include "tuner/tool/looked_up_device.h"
#include "tuner/tool/tool_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

using testing::HasSubstr;

Device fictional() {
  Device device;
  device.ordinal = 1;
  device.name = "Fictional One";
  device.major = 9;
  device.minor = 0;
  device.multiprocessors = 132;
  device.memoryClockKhz = 2500000;
  device.memoryBusBits = 5120;
  device.l2Bytes = std::size_t{50} << 20;
  device.memoryBytes = std::size_t{80} << 30;
  device.uuid = "GPU-1";
  return device;
}

TEST(DeviceReport, TheTableTellsWhatADeviceIs) {
  const std::string table = devicesTable({fictional()}, "580.1");
  // 2.5 GHz, both edges, 640 bytes: 3200 GB/s.
  for (const char* cell :
       {"Fictional One", "9.0", "132", "50.0 MiB", "80.0 GiB", "3200 GB/s", "580.1", "GPU-1"})
    EXPECT_THAT(table, HasSubstr(cell));
}

TEST(DeviceReport, JsonHasPlainUnits) {
  const nlohmann::ordered_json json = devicesJson({fictional()}, "580.1");
  const nlohmann::ordered_json expected = {{{"ordinal", 1},
                                            {"name", "Fictional One"},
                                            {"computeCapability", "9.0"},
                                            {"multiprocessors", 132},
                                            {"l2Bytes", 52428800},
                                            {"memoryBytes", 85899345920},
                                            {"memoryRoofBytesPerSecond", 3.2e12},
                                            {"driver", "580.1"},
                                            {"uuid", "GPU-1"}}};
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json, expected);
}

std::string refusal(const std::vector<Measurement>& rows, const std::string& name) {
  try {
    deviceInRows(rows, name);
  } catch (const UsageError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no UsageError";
  return {};
}

Measurement measuredUnder(const std::string& driver, const std::string& time) {
  Measurement row = finalist("c", 1);
  row.key.toolchain.driver = driver;
  row.measuredAt = time;
  return row;
}

TEST(LookedUpDevice, IsTheOneOfTheStoreUnderItsLatestDriver) {
  const LookedUpDevice device =
      deviceInRows({measuredUnder("1", "2026-01-01T00:00:00Z"), measuredUnder("3", "2026-03-01T00:00:00Z"),
                    measuredUnder("2", "2026-02-01T00:00:00Z")},
                   "fictional");
  EXPECT_TRUE(device.identity.sameModel(fictionalDevice()));
  EXPECT_EQ(device.driver, "3");
  EXPECT_EQ(device.architecture, 90);
}

TEST(LookedUpDevice, AnUnknownNameIsRefusedWithThoseThatThereAre) {
  EXPECT_THAT(refusal({finalist("c", 1)}, "H200"), HasSubstr("it has 'Fictional One'"));
  EXPECT_THAT(refusal({}, "H200"), HasSubstr("none at all"));
}

TEST(LookedUpDevice, ANameThatFitsSeveralModelsIsRefused) {
  Measurement other = finalist("c", 1);
  other.key.device.multiprocessors = 50;
  EXPECT_THAT(refusal({finalist("c", 1), other}, "Fictional"), HasSubstr("(50 multiprocessors)"));
}

TEST(LookedUpDevice, ACapabilityIsAMajorAndAMinorNumber) {
  EXPECT_EQ(deviceOfCapability("9.0").architecture, 90);
  EXPECT_EQ(deviceOfCapability("12.1").architecture, 121);
  for (const char* text : {"", "9", "90", "9.", ".0", "9.0.0", "sm_90", "0.9", "9.10"})
    EXPECT_THROW(deviceOfCapability(text), UsageError) << text;
}

} // namespace
} // namespace cuda_tune
