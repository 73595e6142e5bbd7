#include "db/measurement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace cuda_tune {
namespace {

TEST(SizeClass, IsNeverBelow10OrAbove32) {
  EXPECT_EQ(sizeClass(0), 10);
  EXPECT_EQ(sizeClass(1), 10);
  EXPECT_EQ(sizeClass(std::uint64_t{1} << 33), 32);
  EXPECT_EQ(sizeClass(std::uint64_t{1} << 50), 32);
  EXPECT_EQ(sizeClass(~std::uint64_t{0}), 32);
}

TEST(SizeClass, OfAnEvenPowerOfTwoIsItsExponent) {
  for (int e = 10; e <= 32; e += 2)
    EXPECT_EQ(sizeClass(std::uint64_t{1} << e), e);
}

TEST(SizeClass, ChangesHalfwayBetweenTwoExponentsUpwards) {
  for (int odd = 11; odd <= 31; odd += 2) {
    std::uint64_t halfway = std::uint64_t{1} << odd;
    EXPECT_EQ(sizeClass(halfway - 1), odd - 1);
    EXPECT_EQ(sizeClass(halfway), odd + 1);
    EXPECT_EQ(sizeClass(halfway + 1), odd + 1);
  }
}

TEST(SizeClass, IsTheNearestEvenExponentOfSizesBetween) {
  for (std::uint64_t n : {1500u, 3000u, 5000u, 100000u, 1000000u, 3000000u, 1000000000u}) {
    double log = std::log2(static_cast<double>(n));
    for (int other = 10; other <= 32; other += 2)
      EXPECT_LE(std::abs(log - sizeClass(n)), std::abs(log - other)) << n;
  }
}

TEST(Measurement, NamesOfResultsAndStagesAreReadBack) {
  const std::pair<Result, const char*> results[] = {{Result::Ok, "ok"},
                                                    {Result::CompileError, "compile-error"},
                                                    {Result::Wrong, "wrong"},
                                                    {Result::Fault, "fault"},
                                                    {Result::Timeout, "timeout"},
                                                    {Result::Implausible, "implausible"},
                                                    {Result::Infeasible, "infeasible"}};
  for (auto [result, name] : results) {
    EXPECT_EQ(toString(result), name);
    EXPECT_EQ(parseResult(name), result);
  }
  EXPECT_EQ(toString(Stage::Screening), "screening");
  EXPECT_EQ(toString(Stage::Final), "final");
  EXPECT_EQ(parseStage("screening"), Stage::Screening);
  EXPECT_EQ(parseStage("final"), Stage::Final);
  EXPECT_EQ(parseResult("OK"), std::nullopt);
  EXPECT_EQ(parseStage(""), std::nullopt);
}

TEST(DeviceIdentity, TwoCardsAreOneModelUnlessAnythingButTheUuidDiffers) {
  const DeviceIdentity device{"A", "9.0", 132, 3201000, 6144, "GPU-1"};
  DeviceIdentity other = device;
  other.uuid = "GPU-2";
  EXPECT_TRUE(device.sameModel(other));
  other = device;
  other.name = "B";
  EXPECT_FALSE(device.sameModel(other));
  other = device;
  other.computeCapability = "8.0";
  EXPECT_FALSE(device.sameModel(other));
  other = device;
  other.multiprocessors = 114;
  EXPECT_FALSE(device.sameModel(other));
  other = device;
  other.memoryClockKhz = 1;
  EXPECT_FALSE(device.sameModel(other));
  other = device;
  other.memoryBusBits = 5120;
  EXPECT_FALSE(device.sameModel(other));
}

} // namespace
} // namespace cuda_tune
