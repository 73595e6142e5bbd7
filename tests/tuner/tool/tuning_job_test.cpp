#include "tuner/tool/tuning_job.h"

#include "tuner/jit/template_source.h"
#include "tuner/measure/method_version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

TuningJob job() {
  TuningJob job;
  job.device = 1;
  job.store = "/some where/tuning.db";
  job.operations = {Operation::Max, Operation::Sum};
  job.types = {ElementType::BF16, ElementType::U64};
  job.sizes = {1024, std::uint64_t{1} << 33};
  job.regime = Regime::Warm;
  job.strategy = Strategy::Random;
  job.budget = std::chrono::milliseconds(1500);
  job.threads = 7;
  job.templateFolder = "/templates";
  return job;
}

TEST(TuningJob, SurvivesItsJson) {
  const TuningJob read = TuningJob::fromJson(job().toJson());
  EXPECT_EQ(read.toJson(), job().toJson());
  EXPECT_EQ(read.device, 1);
  EXPECT_EQ(read.store, job().store);
  EXPECT_EQ(read.operations, job().operations);
  EXPECT_EQ(read.types, job().types);
  EXPECT_EQ(read.sizes, job().sizes);
  EXPECT_EQ(read.regime, Regime::Warm);
  EXPECT_EQ(read.strategy, Strategy::Random);
  EXPECT_EQ(read.budget, job().budget);
  EXPECT_EQ(read.threads, 7u);
  EXPECT_EQ(read.templateFolder, job().templateFolder);
}

TEST(TuningJob, WithoutBudgetAndTemplateHasNone) {
  TuningJob plain = job();
  plain.budget.reset();
  plain.templateFolder.reset();
  const TuningJob read = TuningJob::fromJson(plain.toJson());
  EXPECT_FALSE(read.budget);
  EXPECT_FALSE(read.templateFolder);
}

TEST(TuningJob, WhatIsNoJobIsRefused) {
  for (const char* text : {"", "{}", "[1]", "{\"device\":\"x\"}"})
    EXPECT_THROW(TuningJob::fromJson(text), std::invalid_argument) << text;
}

TEST(TuningJob, WhatIsNearlyAJobIsRefused) {
  const std::string text = job().toJson();
  const auto with = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return std::string(text).replace(at, from.size(), to);
  };
  for (const std::string& near :
       {text.substr(0, text.size() - 1), with("\"max\"", "\"median\""), with("\"bf16\"", "\"f8\""),
        with("\"warm\"", "\"tepid\""), with("\"random\"", "\"lucky\""), with("1024", "-1024"),
        with("1024", "1024.5"), with("\"threads\":7", "\"threads\":\"7\""), with("\"threads\":7,", ""),
        with("\"threads\":7", "\"threads\":7,\"zeal\":1")})
    EXPECT_THROW(TuningJob::fromJson(near), std::invalid_argument) << near;
}

TEST(TuningJob, HasACellForEachOperationTypeAndSizeTypeByType) {
  std::vector<std::string> names;
  for (const TuningCell& cell : cellsOf(job()))
    names.push_back(std::string(toString(cell.operation)) + " " + std::string(toString(cell.type)) + " " +
                    std::to_string(cell.elements));
  EXPECT_THAT(names, testing::ElementsAre("max bf16 1024", "max bf16 8589934592", "max u64 1024",
                                          "max u64 8589934592", "sum bf16 1024", "sum bf16 8589934592",
                                          "sum u64 1024", "sum u64 8589934592"));
}

TEST(TuningJob, TheHashOfASearchChangesWithItsSpaceAndStrategy) {
  const auto parameters = declaredParameters(reduceTemplate().text);
  const ReduceTarget target = {.architecture = 90, .multiprocessors = 132, .threadsPerMultiprocessor = 2048};
  const SearchSpace small = reduceSpace(parameters, Operation::Sum, ElementType::F32, 1 << 10, target);
  const SearchSpace large = reduceSpace(parameters, Operation::Sum, ElementType::F32, 1 << 24, target);
  EXPECT_EQ(searchHash(small, Strategy::Halving), searchHash(small, Strategy::Halving));
  EXPECT_NE(searchHash(small, Strategy::Halving), searchHash(large, Strategy::Halving));
  EXPECT_NE(searchHash(small, Strategy::Halving), searchHash(small, Strategy::Exhaustive));
}

Device fictionalCard() {
  Device device;
  device.name = "Fictional One";
  device.major = 9;
  device.multiprocessors = 100;
  device.memoryClockKhz = 2000000;
  device.memoryBusBits = 5120;
  device.uuid = "GPU-1";
  return device;
}

TEST(KeyOf, HoldsAllThatAMeasurementHangsOn) {
  const MeasurementKey key =
      keyOf({Operation::Max, ElementType::I8, 1000}, job(), fictionalCard(), "hash", {"13.0", "580.1"});
  EXPECT_EQ(key.device.name, "Fictional One");
  EXPECT_EQ(key.device.computeCapability, "9.0");
  EXPECT_EQ(key.device.uuid, "GPU-1");
  EXPECT_EQ(key.toolchain, (Toolchain{"13.0", "580.1"}));
  EXPECT_EQ(key.workload, (Workload{"reduce", "hash", "max", "i8", "i32", 1000}));
  EXPECT_EQ(key.regime, "warm");
  EXPECT_EQ(key.methodVersion, kMethodVersion);
}

TEST(SameKey, TellsEveryPartApart) {
  const MeasurementKey key =
      keyOf({Operation::Sum, ElementType::F32, 1024}, job(), fictionalCard(), "hash", {"13.0", "580.1"});
  EXPECT_TRUE(sameKey(key, key));
  const auto differs = [&](auto change) {
    MeasurementKey other = key;
    change(other);
    return !sameKey(key, other) && !sameKey(other, key);
  };
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.device.name = "Fictional Two"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.device.computeCapability = "9.1"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.device.multiprocessors = 99; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.device.memoryClockKhz = 1; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.device.memoryBusBits = 1; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.device.uuid = "GPU-2"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.toolchain.nvrtc = "12.9"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.toolchain.driver = "580.2"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.workload.templateHash = "other"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.workload.operation = "min"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.workload.elementType = "f64"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.workload.elements = 1025; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { k.regime = "cold"; }));
  EXPECT_TRUE(differs([](MeasurementKey& k) { ++k.methodVersion; }));
}

} // namespace
} // namespace cuda_tune
