#include "tuner/runtime/reduce_key.h"

#include "tuner/jit/template_source.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

TEST(ReduceKey, NamesWhatTheTemplateComputes) {
  const Workload workload = reduceWorkload(Operation::Max, ElementType::F16, 77);
  EXPECT_EQ(workload.templateName, "reduce");
  EXPECT_EQ(workload.templateHash, contentHash(reduceTemplate()));
  EXPECT_EQ(workload.operation, "max");
  EXPECT_EQ(workload.elementType, "f16");
  EXPECT_EQ(workload.accumulatorType, "f32");
  EXPECT_EQ(workload.elements, 77u);
}

TEST(ReduceKey, OfAnImageHoldsAllThatItWasCompiledFrom) {
  const ImageKey key = reduceImageKey(Operation::Prod, ElementType::I8, "unroll=4", 120, "13.1");
  EXPECT_EQ(key.templateName, "reduce");
  EXPECT_EQ(key.templateHash, contentHash(reduceTemplate()));
  EXPECT_EQ(key.operation, "prod");
  EXPECT_EQ(key.elementType, "i8");
  EXPECT_EQ(key.configuration, "unroll=4");
  EXPECT_EQ(key.architecture, "sm_120");
  EXPECT_EQ(key.nvrtc, "13.1");
}

TEST(ReduceKey, IdentityIsTheDevices) {
  Device device;
  device.name = "Fictional One";
  device.major = 12;
  device.minor = 1;
  device.multiprocessors = 48;
  device.memoryClockKhz = 4266000;
  device.memoryBusBits = 256;
  device.uuid = "GPU-1";
  const DeviceIdentity identity = identityOf(device);
  EXPECT_TRUE(identity.sameModel({"Fictional One", "12.1", 48, 4266000, 256, "GPU-2"}));
  EXPECT_EQ(identity.uuid, "GPU-1");
}

TEST(ReduceKey, LoweredNamesSurviveTheStore) {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{}, {"_ZN9cuda_tune6reduceE"}, {"_Z1a", "_Z1b"}})
    EXPECT_EQ(splitNames(joinNames(names)), names);
}

} // namespace
} // namespace cuda_tune
