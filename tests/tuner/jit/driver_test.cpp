#include "tuner/jit/driver.h"

#include "tuner/jit/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

/// Skips where there is a driver, which hides what is tested.
class WithoutDriver : public testing::Test {
protected:
  void SetUp() override {
    try {
      driver();
      GTEST_SKIP() << "this machine has a driver and a device";
    } catch (const NoDriver& error) {
      message = error.what();
    }
  }

  std::string message;
};

TEST_F(WithoutDriver, OneSentenceSaysWhatIsMissing) {
  EXPECT_THAT(message, AnyOf(HasSubstr("NVIDIA driver"), HasSubstr("CUDA device")));
  EXPECT_THAT(message, Not(HasSubstr("\n")));
}

TEST_F(WithoutDriver, EveryCallSaysSo) {
  EXPECT_THROW(driver(), NoDriver);
  EXPECT_THROW(deviceCount(), NoDriver);
  EXPECT_THROW(deviceOf(0), NoDriver);
  EXPECT_THROW(allDevices(), NoDriver);
}

TEST(Check, OfSuccessNeedsNoDriver) {
  EXPECT_NO_THROW(check(CUDA_SUCCESS, "do nothing"));
}

} // namespace
} // namespace cuda_tune
