#include "store_fixture.h"

namespace cuda_tune {
namespace {

class LookupTest : public StoreFixture {
protected:
  LookupTest() : store(file) {}

  /// Stores a finalist under fictionalKey() as `change` leaves it.
  template <class Change> void have(const std::string& configuration, Change change) {
    Measurement row = finalist(configuration, 10);
    change(row);
    store.add({row});
  }

  void expectLookup(const MeasurementKey& key, LookupOutcome outcome, const std::string& configuration,
                    bool deterministic = false) {
    Lookup found = store.lookup(key, deterministic);
    EXPECT_EQ(toString(found.outcome), toString(outcome));
    EXPECT_EQ(found.row ? found.row->configuration : "nothing", configuration);
  }

  void expectBase(const MeasurementKey& key) { expectLookup(key, LookupOutcome::Base, "nothing"); }

  static void ofTwo(Measurement& row) {
    row.key.device = {"Fictional Two", "9.0", 50, 1000000, 4096, "GPU-2"};
  }

  static void ofOtherArchitecture(Measurement& row) {
    row.key.device = {"Fictional Old", "8.0", 100, 2000000, 5120, "GPU-3"};
  }

  static auto ofSize(std::uint64_t elements) {
    return [elements](Measurement& row) { row.key.workload.elements = elements; };
  }

  TuningStore store;
  MeasurementKey key = fictionalKey();
};

TEST_F(LookupTest, AnEmptyStoreGivesBase) {
  expectBase(key);
}

TEST_F(LookupTest, ThisDeviceDriverAndSizeClassIsExact) {
  have("mine", [](Measurement&) {});
  have("two", ofTwo);
  have("old", ofOtherArchitecture);
  expectLookup(key, LookupOutcome::Exact, "mine");
  key.device.uuid = "another card";
  expectLookup(key, LookupOutcome::Exact, "mine");
  // 2^19 is the first size of the class of 2^20, 2^21 - 1 the last.
  key.workload.elements = 1u << 19;
  expectLookup(key, LookupOutcome::Exact, "mine");
  key.workload.elements = (1u << 21) - 1;
  expectLookup(key, LookupOutcome::Exact, "mine");
  key.workload.elements = 1u << 21;
  expectLookup(key, LookupOutcome::NearestSize, "mine");
  key.workload.elements = (1u << 19) - 1;
  expectLookup(key, LookupOutcome::NearestSize, "mine");
}

TEST_F(LookupTest, TheVeryCardComesBeforeAnotherOfItsModel) {
  have("other card", [](Measurement& row) { row.key.device.uuid = "GPU-of-the-same-model"; });
  have("mine", [](Measurement&) {});
  have("third card", [](Measurement& row) { row.key.device.uuid = "GPU-third"; });
  expectLookup(key, LookupOutcome::Exact, "mine");
}

TEST_F(LookupTest, TheRowIsTheWholeBestRow) {
  Measurement row = finalist("simple", 10.01, 0);
  store.add({row, finalist("fast", 10, 5)});
  Lookup found = store.lookup(key, true);
  ASSERT_TRUE(found.row);
  EXPECT_EQ(describe(*found.row), describe(row));
}

TEST_F(LookupTest, EachDeviceGetsItsOwnRow) {
  have("mine", [](Measurement&) {});
  have("two", ofTwo);
  have("old", ofOtherArchitecture);
  Measurement asked;
  ofTwo(asked);
  key.device = asked.key.device;
  expectLookup(key, LookupOutcome::Exact, "two");
  ofOtherArchitecture(asked);
  key.device = asked.key.device;
  expectLookup(key, LookupOutcome::Exact, "old");
}

TEST_F(LookupTest, WithoutTheSizeClassTheNearestIsTaken) {
  have("2^12", ofSize(1u << 12));
  have("2^16", ofSize(1u << 16));
  have("2^28", ofSize(1u << 28));
  expectLookup(key, LookupOutcome::NearestSize, "2^16");
  key.workload.elements = 1u << 24;
  expectLookup(key, LookupOutcome::NearestSize, "2^28");
  key.workload.elements = 0;
  expectLookup(key, LookupOutcome::NearestSize, "2^12");
  key.workload.elements = std::uint64_t{1} << 40;
  expectLookup(key, LookupOutcome::NearestSize, "2^28");
}

TEST_F(LookupTest, WithinOneSizeClassTheNearestSizeIsTaken) {
  have("700k", ofSize(700000));
  have("1.5M", ofSize(1500000));
  key.workload.elements = 800000;
  expectLookup(key, LookupOutcome::Exact, "700k");
  key.workload.elements = 1400000;
  expectLookup(key, LookupOutcome::Exact, "1.5M");
}

TEST_F(LookupTest, AnotherSizeOfThisDeviceComesBeforeAnotherDriver) {
  have("far", ofSize(1u << 30));
  have("driver", [](Measurement& row) { row.key.toolchain.driver = "570.1"; });
  expectLookup(key, LookupOutcome::NearestSize, "far");
}

TEST_F(LookupTest, AnotherDriverComesBeforeAnotherDevice) {
  have("two", ofTwo);
  have("old", ofOtherArchitecture);
  expectLookup(key, LookupOutcome::OtherDevice, "two");
  have("driver far", [](Measurement& row) {
    row.key.toolchain.driver = "570.1";
    row.key.workload.elements = 1u << 30;
  });
  expectLookup(key, LookupOutcome::OtherDriver, "driver far");
  have("driver near", [](Measurement& row) {
    row.key.toolchain.driver = "570.1";
    row.key.workload.elements = 1u << 22;
  });
  expectLookup(key, LookupOutcome::OtherDriver, "driver near");
}

TEST_F(LookupTest, AnotherDeviceOfTheComputeCapabilityMayHaveAnyDriver) {
  have("two", [](Measurement& row) {
    ofTwo(row);
    row.key.toolchain.driver = "570.1";
  });
  expectLookup(key, LookupOutcome::OtherDevice, "two");
}

TEST_F(LookupTest, ADeviceOfAnotherComputeCapabilityIsNeverUsed) {
  have("old", ofOtherArchitecture);
  expectBase(key);
}

TEST_F(LookupTest, EveryFieldOfADeviceMakesItAnother) {
  have("mine", [](Measurement&) {});
  const DeviceIdentity mine = key.device;
  ++key.device.multiprocessors;
  expectLookup(key, LookupOutcome::OtherDevice, "mine");
  key.device = mine;
  ++key.device.memoryClockKhz;
  expectLookup(key, LookupOutcome::OtherDevice, "mine");
  key.device = mine;
  ++key.device.memoryBusBits;
  expectLookup(key, LookupOutcome::OtherDevice, "mine");
  key.device = mine;
  key.device.computeCapability = "9.1";
  expectBase(key);
}

TEST_F(LookupTest, WhatWouldBeAnotherQuestionIsNeverTheAnswer) {
  have("mine", [](Measurement&) {});
  auto expectBaseFor = [&](auto change) {
    MeasurementKey other = key;
    change(other);
    expectBase(other);
  };
  expectBaseFor([](MeasurementKey& other) { other.regime = "warm"; });
  expectBaseFor([](MeasurementKey& other) { ++other.methodVersion; });
  expectBaseFor([](MeasurementKey& other) { --other.methodVersion; });
  expectBaseFor([](MeasurementKey& other) { other.workload.templateName = "scan"; });
  expectBaseFor([](MeasurementKey& other) { other.workload.templateHash = "hash-b"; });
  expectBaseFor([](MeasurementKey& other) { other.workload.operation = "max"; });
  expectBaseFor([](MeasurementKey& other) { other.workload.elementType = "f16"; });
  expectBaseFor([](MeasurementKey& other) { other.workload.accumulatorType = "f64"; });
}

TEST_F(LookupTest, AnEmptyTemplateHashMatchesAnyAndTakesTheLatest) {
  have("a", [](Measurement&) {});
  have("b", [](Measurement& row) { row.key.workload.templateHash = "hash-b"; });
  key.workload.templateHash = "hash-a";
  expectLookup(key, LookupOutcome::Exact, "a");
  key.workload.templateHash = "hash-b";
  expectLookup(key, LookupOutcome::Exact, "b");
  key.workload.templateHash = "";
  expectLookup(key, LookupOutcome::Exact, "b");
}

TEST_F(LookupTest, AnyNvrtcVersionMatchesAndTheOwnComesFirst) {
  have("12.9", [](Measurement& row) { row.key.toolchain.nvrtc = "12.9"; });
  expectLookup(key, LookupOutcome::Exact, "12.9");
  have("13.0", [](Measurement&) {});
  have("13.1", [](Measurement& row) { row.key.toolchain.nvrtc = "13.1"; });
  expectLookup(key, LookupOutcome::Exact, "13.0");
}

TEST_F(LookupTest, DeterministicRowsAloneCountWhenAskedFor) {
  have("atomic", [](Measurement& row) { row.deterministic = false; });
  have("tree", [](Measurement& row) {
    row.medianUs = 20;
    row.key.workload.elements = 1u << 22;
  });
  expectLookup(key, LookupOutcome::Exact, "atomic", false);
  expectLookup(key, LookupOutcome::NearestSize, "tree", true);
  have("slow tree", [](Measurement& row) { row.medianUs = 30; });
  expectLookup(key, LookupOutcome::Exact, "slow tree", true);
  expectLookup(key, LookupOutcome::Exact, "atomic", false);
}

TEST_F(LookupTest, AKeyWithoutAFinalistIsPassedOver) {
  have("far", ofSize(1u << 30));
  have("screened", [](Measurement& row) { row.stage = Stage::Screening; });
  have("failed", [](Measurement& row) { row.result = Result::Timeout; });
  store.finishSearch(key, "space");
  expectLookup(key, LookupOutcome::NearestSize, "far");
}

} // namespace
} // namespace cuda_tune
