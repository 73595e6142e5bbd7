#include "store_fixture.h"

#include <cmath>
#include <limits>

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TuningStoreTest : public StoreFixture {};

TEST_F(TuningStoreTest, GivesBackEveryFieldOfARow) {
  Measurement row = finalist("block_size=256", 12.345678901234567, 3);
  row.key.workload.elements = std::numeric_limits<std::int64_t>::max();
  row.key.workload.accumulatorType = "f64";
  row.stage = Stage::Screening;
  row.result = Result::Wrong;
  row.reason = "got 1, 'expected' 2\nin line two";
  row.deterministic = false;
  row.throttled = true;
  TuningStore(file).add({row});
  EXPECT_THAT(describe(TuningStore(file).rows(row.key)), ElementsAre(describe(row)));
}

TEST_F(TuningStoreTest, SetsTheTimeOfARowThatHasNone) {
  Measurement row = finalist("a", 1);
  row.measuredAt.clear();
  TuningStore store(file);
  store.add({row});
  EXPECT_THAT(store.list({}).at(0).measuredAt, testing::MatchesRegex("20[0-9][0-9]-..-..T..:..:..Z"));
}

TEST_F(TuningStoreTest, ARowGivesWayToOneWithAsManySamplesAndNotToOneWithFewer) {
  TuningStore store(file);
  Measurement row = finalist("a", 10);
  row.samples = 20;
  store.add({row});
  row.medianUs = 11;
  store.add({row});
  EXPECT_EQ(store.list({}).at(0).medianUs, 11);
  row.medianUs = 12;
  row.samples = 19;
  store.add({row});
  EXPECT_EQ(store.list({}).at(0).medianUs, 11);
  row.medianUs = 13;
  row.samples = 21;
  store.add({row});
  EXPECT_THAT(describe(store.list({})), ElementsAre(describe(row)));
}

TEST_F(TuningStoreTest, EveryPartOfARowsIdentityMakesAnotherRow) {
  const Measurement first = finalist("a", 10);
  std::vector<Measurement> rows{first};
  auto vary = [&](auto change) {
    rows.push_back(first);
    change(rows.back());
  };
  vary([](Measurement& row) { row.key.device.name = "Fictional Two"; });
  vary([](Measurement& row) { row.key.device.computeCapability = "8.0"; });
  vary([](Measurement& row) { ++row.key.device.multiprocessors; });
  vary([](Measurement& row) { ++row.key.device.memoryClockKhz; });
  vary([](Measurement& row) { ++row.key.device.memoryBusBits; });
  vary([](Measurement& row) { row.key.toolchain.nvrtc = "12.9"; });
  vary([](Measurement& row) { row.key.toolchain.driver = "570.1"; });
  vary([](Measurement& row) { row.key.workload.templateName = "scan"; });
  vary([](Measurement& row) { row.key.workload.templateHash = "hash-b"; });
  vary([](Measurement& row) { row.key.workload.operation = "max"; });
  vary([](Measurement& row) { row.key.workload.elementType = "f16"; });
  vary([](Measurement& row) { row.key.workload.accumulatorType = "f64"; });
  vary([](Measurement& row) { ++row.key.workload.elements; });
  vary([](Measurement& row) { row.key.regime = "warm"; });
  vary([](Measurement& row) { ++row.key.methodVersion; });
  vary([](Measurement& row) { row.configuration = "b"; });
  vary([](Measurement& row) { row.stage = Stage::Screening; });
  vary([](Measurement& row) { row.result = Result::Timeout; });
  TuningStore store(file);
  store.add(rows);
  store.add(rows);
  EXPECT_THAT(describe(store.list({})), testing::UnorderedElementsAreArray(describe(rows)));
}

TEST_F(TuningStoreTest, RowsAreThoseOfTheKeyInAnyStageAndWithAnyResult) {
  Measurement screened = finalist("a", 10);
  screened.stage = Stage::Screening;
  Measurement failed = finalist("b", 0);
  failed.result = Result::CompileError;
  Measurement otherSize = finalist("c", 10);
  otherSize.key.workload.elements *= 4;
  Measurement otherDriver = finalist("d", 10);
  otherDriver.key.toolchain.driver = "570.1";
  TuningStore store(file);
  store.add({screened, failed, otherSize, otherDriver});
  MeasurementKey key = fictionalKey();
  EXPECT_THAT(configurations(store.rows(key)), ElementsAre("a", "b"));
  key.device.uuid = "GPU-of-the-same-model";
  EXPECT_THAT(configurations(store.rows(key)), IsEmpty());
}

TEST_F(TuningStoreTest, ListsByWorkloadThenDeviceThenMedianWithFailuresLast) {
  std::vector<Measurement> rows{finalist("slow", 12), finalist("fast", 10), finalist("failed", 0)};
  rows[2].result = Result::Timeout;
  rows.push_back(finalist("device two", 1));
  rows.back().key.device.name = "Fictional Two";
  rows.push_back(finalist("max", 50));
  rows.back().key.workload.operation = "max";
  rows.push_back(finalist("small", 99));
  rows.back().key.workload.elements = 1024;
  TuningStore store(file);
  store.add(rows);
  EXPECT_THAT(configurations(store.list({})),
              ElementsAre("max", "small", "fast", "slow", "failed", "device two"));
}

TEST_F(TuningStoreTest, EachFieldOfAFilterLetsOnlyItsRowsThrough) {
  std::vector<Measurement> rows;
  auto vary = [&](const std::string& name, auto change) {
    rows.push_back(finalist(name, 10));
    change(rows.back());
  };
  vary("device", [](Measurement& row) { row.key.device.name = "Fictional Two"; });
  vary("operation", [](Measurement& row) { row.key.workload.operation = "max"; });
  vary("type", [](Measurement& row) { row.key.workload.elementType = "f16"; });
  vary("elements", [](Measurement& row) { row.key.workload.elements = 77; });
  vary("regime", [](Measurement& row) { row.key.regime = "warm"; });
  vary("deterministic", [](Measurement& row) { row.deterministic = false; });
  vary("stage", [](Measurement& row) { row.stage = Stage::Screening; });
  vary("result", [](Measurement& row) { row.result = Result::Fault; });
  TuningStore store(file);
  store.add(rows);
  auto only = [&](auto set) {
    RowFilter filter;
    set(filter);
    return configurations(store.list(filter));
  };
  EXPECT_THAT(only([](RowFilter& filter) { filter.deviceName = "Fictional Two"; }), ElementsAre("device"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.operation = "max"; }), ElementsAre("operation"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.elementType = "f16"; }), ElementsAre("type"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.elements = 77; }), ElementsAre("elements"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.regime = "warm"; }), ElementsAre("regime"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.deterministic = false; }), ElementsAre("deterministic"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.stage = Stage::Screening; }), ElementsAre("stage"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.result = Result::Fault; }), ElementsAre("result"));
  EXPECT_THAT(only([](RowFilter& filter) { filter.operation = "nothing"; }), IsEmpty());
}

TEST_F(TuningStoreTest, ABadRowIsNamedAndKeepsTheWholeBatchOut) {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  TuningStore store(file);
  auto refuses = [&](auto change, const std::string& field) {
    Measurement bad = finalist("bad", 10);
    change(bad);
    std::string message = storeErrorOf(file, [&] { store.add({finalist("good", 10), bad}); });
    EXPECT_THAT(message, HasSubstr(field));
    EXPECT_THAT(store.list({}), IsEmpty()) << field;
  };
  refuses([&](Measurement& row) { row.medianUs = nan; }, "medianUs");
  refuses([&](Measurement& row) { row.medianUs = infinity; }, "medianUs");
  refuses([&](Measurement& row) { row.lowerQuartileUs = nan; }, "lowerQuartileUs");
  refuses([&](Measurement& row) { row.upperQuartileUs = -infinity; }, "upperQuartileUs");
  refuses([&](Measurement& row) { row.upperQuartileUs = infinity; }, "upperQuartileUs");
  refuses([&](Measurement& row) { row.result = Result::Wrong, row.medianUs = nan; }, "medianUs");
  refuses([&](Measurement& row) { row.medianUs = -1; }, "medianUs");
  refuses([&](Measurement& row) { row.medianUs = 0; }, "medianUs");
  refuses([&](Measurement& row) { row.samples = -1; }, "samples");
  refuses([&](Measurement& row) { row.measuredAt = "yesterday"; }, "measuredAt");
  refuses([&](Measurement& row) { row.key.device.name.clear(); }, "device.name");
  refuses([&](Measurement& row) { row.key.workload.templateHash.clear(); }, "workload.templateHash");
  refuses([&](Measurement& row) { row.key.workload.elements = std::uint64_t{1} << 63; }, "workload.elements");
  MeasurementKey key = fictionalKey();
  key.regime.clear();
  EXPECT_THAT(storeErrorOf(file, [&] { store.finishSearch(key, "s"); }), HasSubstr("regime"));
}

TEST_F(TuningStoreTest, TheSchemaItselfKeepsOutWhatIsNoTime) {
  TuningStore(file).add({finalist("a", 10)});
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
  for (const char* value : {"NULL", "9e999", "-9e999", "-1.0", "0.0", "'fast'"})
    EXPECT_THROW(database.exec(std::string("UPDATE measurements SET median_us = ") + value),
                 SQLite::Exception)
        << value;
}

TEST_F(TuningStoreTest, ASearchIsFinishedForItsKeyAndHashOnly) {
  TuningStore store(file);
  MeasurementKey key = fictionalKey();
  EXPECT_FALSE(store.searchFinished(key, "space-1"));
  store.finishSearch(key, "space-1");
  store.finishSearch(key, "space-1");
  EXPECT_TRUE(TuningStore(file).searchFinished(key, "space-1"));
  EXPECT_FALSE(store.searchFinished(key, "space-2"));
  key.device.uuid = "GPU-2";
  EXPECT_FALSE(store.searchFinished(key, "space-1"));
  key = fictionalKey();
  key.toolchain.driver = "570.1";
  EXPECT_FALSE(store.searchFinished(key, "space-1"));
}

TEST_F(TuningStoreTest, AnImageIsFoundByItsWholeKeyAndReplacedByALaterOne) {
  TuningStore store(file);
  const ImageKey key{"reduce", "hash-a", "sum", "f32", "block_size=256", "sm_90", "13.0"};
  EXPECT_FALSE(store.image(key));
  store.keepImage(key, {"_Z1k", "sm_90", {'\x7f', 'E', 'L', 'F', '\0', '\xff'}});
  std::optional<StoredImage> image = TuningStore(file).image(key);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->loweredName, "_Z1k");
  EXPECT_EQ(image->architecture, "sm_90");
  EXPECT_THAT(image->cubin, ElementsAre('\x7f', 'E', 'L', 'F', '\0', '\xff'));

  store.keepImage(key, {"_Z2k", "compute_90", {'x'}});
  EXPECT_EQ(store.image(key)->loweredName, "_Z2k");
  EXPECT_EQ(store.image(key)->architecture, "compute_90");
  EXPECT_THAT(store.image(key)->cubin, ElementsAre('x'));

  for (std::string ImageKey::* field :
       {&ImageKey::templateName, &ImageKey::templateHash, &ImageKey::operation, &ImageKey::elementType,
        &ImageKey::configuration, &ImageKey::architecture, &ImageKey::nvrtc}) {
    ImageKey other = key;
    other.*field += "x";
    EXPECT_FALSE(store.image(other));
  }
}

TEST_F(TuningStoreTest, RefusesAnImageWithoutBytes) {
  TuningStore store(file);
  EXPECT_THAT(
      storeErrorOf(file, [&] { store.keepImage({"reduce", "h", "sum", "f32", "c", "sm_90", "13"}, {}); }),
      HasSubstr("no bytes"));
}

TEST_F(TuningStoreTest, MovesWithItsFile) {
  TuningStore first(file);
  TuningStore second(std::move(first));
  second.add({finalist("a", 1)});
  first = std::move(second);
  EXPECT_EQ(first.list({}).size(), 1u);
}

class DefaultFile : public testing::Test {
protected:
  DefaultFile() {
    for (const char* variable : {"CUDA_TUNE_DB", "XDG_DATA_HOME", "HOME"})
      unsetenv(variable);
  }
};

TEST_F(DefaultFile, IsTheArgumentThenTheVariableThenTheDataFolderThenTheHomeFolder) {
  setenv("HOME", "/home/u", 1);
  EXPECT_EQ(TuningStore::defaultFile(), "/home/u/.local/share/cuda-tune/tuning.db");
  setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(TuningStore::defaultFile(), "/data/cuda-tune/tuning.db");
  setenv("CUDA_TUNE_DB", "/x/y.db", 1);
  EXPECT_EQ(TuningStore::defaultFile(), "/x/y.db");
  EXPECT_EQ(TuningStore::defaultFile("z.db"), "z.db");
}

TEST_F(DefaultFile, PassesOverEmptyVariablesAndARelativeDataFolder) {
  setenv("HOME", "/home/u", 1);
  setenv("XDG_DATA_HOME", "data", 1);
  setenv("CUDA_TUNE_DB", "", 1);
  EXPECT_EQ(TuningStore::defaultFile(), "/home/u/.local/share/cuda-tune/tuning.db");
}

TEST_F(DefaultFile, WithoutAnyVariableIsAnErrorThatNamesThem) {
  try {
    TuningStore::defaultFile();
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_THAT(error.what(), HasSubstr("CUDA_TUNE_DB"));
  }
}

TEST(LookupOutcome, HasAName) {
  EXPECT_EQ(toString(LookupOutcome::Exact), "exact");
  EXPECT_EQ(toString(LookupOutcome::NearestSize), "nearest-size");
  EXPECT_EQ(toString(LookupOutcome::OtherDriver), "other-driver");
  EXPECT_EQ(toString(LookupOutcome::OtherDevice), "other-device");
  EXPECT_EQ(toString(LookupOutcome::Base), "base");
}

} // namespace
} // namespace cuda_tune
