#include "store_fixture.h"

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

class Best : public StoreFixture {
protected:
  std::vector<std::string> bestOf(const std::vector<Measurement>& rows, const RowFilter& filter = {}) {
    TuningStore store(file);
    store.add(rows);
    return configurations(store.best(filter));
  }
};

TEST_F(Best, IsTheFastestWhenNoneIsWithinTheTieBand) {
  EXPECT_THAT(bestOf({finalist("simple", 100 * (1 + 2 * kTieBand), 0), finalist("fast", 100, 9)}),
              ElementsAre("fast"));
}

TEST_F(Best, IsTheSimplestWithinTheTieBand) {
  EXPECT_THAT(bestOf({finalist("simple", 100 * (1 + kTieBand / 2), 0), finalist("fast", 100, 9)}),
              ElementsAre("simple"));
}

TEST_F(Best, TheTieBandEndsAtItsShareOfTheFastestAndIncludesIt) {
  // 100.5 - 100 is exactly the half that is the band of 100.
  const double fastest = 100;
  EXPECT_THAT(bestOf({finalist("edge", fastest + kTieBand * fastest, 0), finalist("fast", fastest, 9)}),
              ElementsAre("edge"));
  EXPECT_THAT(bestOf({finalist("edge", fastest + kTieBand * fastest * 1.001, 0)}), ElementsAre("fast"));
}

TEST_F(Best, TheBandIsOfTheFastestAndNotAChain) {
  EXPECT_THAT(bestOf({finalist("a", 100, 2), finalist("b", 100 * (1 + kTieBand * 0.8), 1),
                      finalist("c", 100 * (1 + kTieBand * 1.6), 0)}),
              ElementsAre("b"));
}

TEST_F(Best, EquallySimpleRowsAreToldApartByMedianThenByText) {
  EXPECT_THAT(bestOf({finalist("b slower", 100.1, 1), finalist("c faster", 100, 1)}),
              ElementsAre("c faster"));
  EXPECT_THAT(bestOf({finalist("a as fast", 100, 1)}), ElementsAre("a as fast"));
}

TEST_F(Best, OnlyFinalistsThatAreOkCount) {
  Measurement screened = finalist("screened", 1);
  screened.stage = Stage::Screening;
  Measurement implausible = finalist("implausible", 2);
  implausible.result = Result::Implausible;
  EXPECT_THAT(bestOf({screened, implausible}), IsEmpty());
  EXPECT_THAT(bestOf({finalist("ok", 10)}), ElementsAre("ok"));
}

TEST_F(Best, AConfigurationThatWasEverWrongOrFaultedIsOut) {
  for (Result result : {Result::Wrong, Result::Fault}) {
    std::filesystem::remove(file);
    Measurement bad = finalist("lucky", 0);
    bad.result = result;
    bad.stage = Stage::Screening;
    EXPECT_THAT(bestOf({finalist("lucky", 1), finalist("sound", 10), bad}), ElementsAre("sound"));
  }
}

TEST_F(Best, AFailureCountsForItsOwnKeyOnlyAndATimeoutNotAtAll) {
  Measurement elsewhere = finalist("a", 0);
  elsewhere.result = Result::Wrong;
  elsewhere.key.workload.elements *= 4;
  Measurement timeout = finalist("a", 0);
  timeout.result = Result::Timeout;
  EXPECT_THAT(bestOf({finalist("a", 1), elsewhere, timeout}), ElementsAre("a"));
}

TEST_F(Best, FiltersOnDeterminismFindTheBestOfEitherKind) {
  Measurement atomicFast = finalist("atomic fast", 50, 5);
  Measurement atomicSlow = finalist("atomic slow", 60, 0);
  atomicFast.deterministic = atomicSlow.deterministic = false;
  std::vector<Measurement> rows{atomicFast, atomicSlow, finalist("tree fast", 100, 4),
                                finalist("tree simple", 100 * (1 + kTieBand / 2), 1),
                                finalist("tree slow", 120, 0)};
  EXPECT_THAT(bestOf(rows), ElementsAre("atomic fast"));
  RowFilter filter;
  filter.deterministic = true;
  EXPECT_THAT(bestOf(rows, filter), ElementsAre("tree simple"));
  filter.deterministic = false;
  EXPECT_THAT(bestOf(rows, filter), ElementsAre("atomic fast"));
}

TEST_F(Best, GivesOneRowForEachKey) {
  std::vector<Measurement> rows;
  auto vary = [&](const std::string& name, auto change) {
    for (double median : {10.0, 20.0}) {
      rows.push_back(finalist(name + (median == 10 ? "" : " slow"), median));
      change(rows.back().key);
    }
  };
  vary("first", [](MeasurementKey&) {});
  vary("elements", [](MeasurementKey& key) { key.workload.elements *= 2; });
  vary("method", [](MeasurementKey& key) { ++key.methodVersion; });
  vary("regime", [](MeasurementKey& key) { key.regime = "warm"; });
  vary("nvrtc", [](MeasurementKey& key) { key.toolchain.nvrtc = "12.9"; });
  vary("driver", [](MeasurementKey& key) { key.toolchain.driver = "570.1"; });
  vary("hash", [](MeasurementKey& key) { key.workload.templateHash = "hash-b"; });
  vary("device", [](MeasurementKey& key) { key.device.multiprocessors = 50; });
  EXPECT_THAT(bestOf(rows), UnorderedElementsAre("first", "elements", "method", "regime", "nvrtc", "driver",
                                                 "hash", "device"));
}

TEST_F(Best, IsReadThroughIndexesAlone) {
  TuningStore(file).add({finalist("a", 1)});
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
  SQLite::Statement plan(database, "EXPLAIN QUERY PLAN SELECT * FROM best WHERE key_id = 1 AND pool = 'any'");
  int steps = 0;
  while (plan.executeStep()) {
    std::string step = plan.getColumn(3).getString();
    for (const char* table : {"m", "k", "bad", "measurements", "measurement_keys"})
      EXPECT_THAT(step + " ", Not(HasSubstr(std::string("SCAN ") + table + " ")));
    ++steps;
  }
  EXPECT_GT(steps, 3);
}

} // namespace
} // namespace cuda_tune
