#include "db/store_json.h"

#include "store_fixture.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace cuda_tune {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class StoreJson : public StoreFixture {
protected:
  static constexpr MergeCounts kNothingNew{{0, 3}, {0, 1}, {0, 1}};

  /// Three measurements, a search and an image.
  void fill() {
    TuningStore store(file);
    Measurement failed = finalist("block_size=512", 0);
    failed.result = Result::CompileError;
    failed.reason = "line 1: \"x\"\n\tunknown \xc3\xa9";
    failed.samples = 0;
    Measurement large = finalist("block_size=128", 0.1 + 0.2);
    large.key.workload.elements = std::numeric_limits<std::int64_t>::max();
    large.stage = Stage::Screening;
    large.throttled = true;
    large.deterministic = false;
    store.add({finalist("block_size=256", 1.0 / 3), failed, large});
    store.finishSearch(fictionalKey(), "space-1");
    store.keepImage(imageKey, {"_Z1k", "sm_90", {'\x7f', 'E', 'L', 'F', '\0', '\xff', '\n'}});
    exportStore(store, exported);
  }

  json document() const { return json::parse(readBytes(exported)); }

  /// The message with which an import of `text` into a store of one row is refused; the row is all that is
  /// left.
  std::string refusal(const std::string& text) {
    fs::path input = folder / "input.json";
    writeBytes(input, text);
    TuningStore store(folder / "other.db");
    store.add({finalist("own", 5)});
    std::string message = storeErrorOf(input, [&] { importStore(store, input); });
    EXPECT_THAT(configurations(store.list({})), ElementsAre("own"));
    EXPECT_FALSE(store.searchFinished(fictionalKey(), "space-1"));
    EXPECT_FALSE(store.image(imageKey));
    return message;
  }

  const ImageKey imageKey{"reduce", "hash-a", "sum", "f32", "block_size=256", "sm_90", "13.0"};
  fs::path exported = folder / "export.json";
};

TEST_F(StoreJson, AnExportImportedIntoANewStoreIsTheSameStore) {
  fill();
  TuningStore original(file);
  TuningStore copy(folder / "copy.db");
  EXPECT_EQ(importStore(copy, exported), (MergeCounts{{3, 0}, {1, 0}, {1, 0}}));
  EXPECT_EQ(describe(copy.list({})), describe(original.list({})));
  EXPECT_EQ(copy.list({}).size(), 3u);
  EXPECT_TRUE(copy.searchFinished(fictionalKey(), "space-1"));
  ASSERT_TRUE(copy.image(imageKey));
  EXPECT_EQ(copy.image(imageKey)->loweredName, "_Z1k");
  EXPECT_EQ(copy.image(imageKey)->architecture, "sm_90");
  EXPECT_EQ(copy.image(imageKey)->cubin, original.image(imageKey)->cubin);
  exportStore(copy, folder / "again.json");
  EXPECT_EQ(readBytes(folder / "again.json"), readBytes(exported));
}

TEST_F(StoreJson, ASecondImportAddsNothing) {
  fill();
  TuningStore store(file);
  std::vector<std::string> before = describe(store.list({}));
  EXPECT_EQ(importStore(store, exported), kNothingNew);
  EXPECT_EQ(importStore(store, exported), kNothingNew);
  EXPECT_EQ(describe(store.list({})), before);
}

TEST_F(StoreJson, ImportingKeepsABetterMeasuredRowAndTakesABetterMeasuredOne) {
  fill();
  TuningStore store(file);
  Measurement row = finalist("block_size=256", 7);
  row.samples = 21;
  store.add({row});
  EXPECT_EQ(importStore(store, exported), kNothingNew);
  EXPECT_EQ(store.best({}).at(0).medianUs, 7);

  json whole = document();
  for (json& measurement : whole["measurements"])
    if (measurement["configuration"] == "block_size=256")
      measurement["samples"] = 22;
  writeBytes(exported, whole.dump());
  EXPECT_EQ(importStore(store, exported).measurements, (MergeCount{1, 2}));
  EXPECT_EQ(store.best({}).at(0).medianUs, 1.0 / 3);
}

TEST_F(StoreJson, AnEmptyStoreIsExportedAndImported) {
  TuningStore store(file);
  exportStore(store, exported);
  EXPECT_EQ(importStore(store, exported), MergeCounts{});
}

TEST_F(StoreJson, HasTheDocumentedKeys) {
  fill();
  json whole = document();
  EXPECT_EQ(whole["format"], "cuda-tune-store");
  EXPECT_EQ(whole["version"], 1);
  EXPECT_EQ(whole["measurements"].size(), 3u);
  EXPECT_EQ(whole["searches"][0]["searchHash"], "space-1");
  EXPECT_EQ(whole["images"][0]["cubin"], "f0VMRgD/Cg==");
  EXPECT_EQ(whole.size(), 5u);
}

TEST_F(StoreJson, ATextThatIsNotUtf8IsStillExported) {
  TuningStore store(file);
  Measurement row = finalist("a", 1);
  row.reason = "caf\xe9";
  store.add({row});
  exportStore(store, exported);
  EXPECT_EQ(document()["measurements"][0]["reason"], "caf\xef\xbf\xbd");
}

TEST_F(StoreJson, AnExportDoesNotReplaceItsOwnStore) {
  TuningStore store(file);
  store.add({finalist("a", 1)});
  fs::create_symlink(file, folder / "link.json");
  for (const fs::path& target : {file, folder / "link.json"})
    EXPECT_THAT(storeErrorOf(target, [&] { exportStore(store, target); }), HasSubstr("the store itself"));
  EXPECT_EQ(TuningStore(file).list({}).size(), 1u);
}

TEST_F(StoreJson, AnExportCutAtAnyLengthIsRefused) {
  TuningStore store(file);
  store.add({finalist("a", 1)});
  store.keepImage(imageKey, {"k", "sm_90", {'x'}});
  exportStore(store, exported);
  std::string whole = readBytes(exported);
  fs::path input = folder / "input.json";
  TuningStore other(folder / "other.db");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    writeBytes(input, whole.substr(0, length));
    storeErrorOf(input, [&] { importStore(other, input); });
  }
  EXPECT_THAT(other.list({}), IsEmpty());
}

TEST_F(StoreJson, AFileThatIsNoExportIsRefused) {
  for (const char* text : {"", "[]", "3", "null", "\"cuda-tune-store\"", "{}", R"({"format": 1})",
                           R"({"format": "wisdom", "version": 1})", R"({"version": 1, "measurements": []})"})
    refusal(text);
  EXPECT_THAT(refusal(R"({"format": "wisdom", "version": 1})"), HasSubstr("format"));
  EXPECT_THAT(refusal(std::string(100000, '[')), HasSubstr("not JSON"));
  EXPECT_THAT(refusal("SQLite format 3"), HasSubstr("not JSON"));
}

TEST_F(StoreJson, ANewerVersionIsRefusedWhateverElseItHolds) {
  EXPECT_THAT(refusal(R"({"format": "cuda-tune-store", "version": 2, "rows": []})"),
              HasSubstr("version is 2"));
  EXPECT_THAT(refusal(R"({"format": "cuda-tune-store", "version": 0})"), HasSubstr("version"));
  EXPECT_THAT(refusal(R"({"format": "cuda-tune-store", "version": "1"})"), HasSubstr("version"));
}

TEST_F(StoreJson, AWrongFieldIsNamedAndNothingIsAdded) {
  fill();
  const json whole = document();
  auto expectRefused = [&](const std::string& pointer, const json& value, const std::string& field) {
    json changed = whole;
    changed[json::json_pointer(pointer)] = value;
    EXPECT_THAT(refusal(changed.dump()), HasSubstr(field));
  };
  expectRefused("/measurements/2/samples", "20", "measurements[2].samples");
  expectRefused("/measurements/2/samples", 1.5, "measurements[2].samples");
  expectRefused("/measurements/2/samples", -1, "measurements[2].samples");
  expectRefused("/measurements/1/complexity", 2147483648LL, "measurements[1].complexity");
  expectRefused("/measurements/1/complexity", -2147483649LL, "measurements[1].complexity");
  expectRefused("/measurements/0/deterministic", 1, "measurements[0].deterministic");
  expectRefused("/measurements/0/medianUs", nullptr, "measurements[0].medianUs");
  expectRefused("/measurements/0/medianUs", 0, "measurements[0].medianUs");
  expectRefused("/measurements/0/upperQuartileUs", -1, "measurements[0].upperQuartileUs");
  expectRefused("/measurements/0/result", "fine", "measurements[0].result");
  expectRefused("/measurements/0/stage", "middle", "measurements[0].stage");
  expectRefused("/measurements/0/measuredAt", "", "measurements[0].measuredAt");
  expectRefused("/measurements/0/measuredAt", "2026", "measurements[0].measuredAt");
  expectRefused("/measurements/0/device", "H200", "measurements[0].device");
  expectRefused("/measurements/0/device/name", "", "measurements[0].device.name");
  expectRefused("/measurements/0/workload/elements", -1, "measurements[0].workload.elements");
  expectRefused("/measurements/0/workload/elements", 9223372036854775808ULL,
                "measurements[0].workload.elements");
  expectRefused("/measurements/0/workload/shape", 1, "measurements[0].workload.shape");
  expectRefused("/measurements/0/colour", "red", "measurements[0].colour");
  expectRefused("/measurements", json::object(), "measurements is not an array");
  expectRefused("/searches/0/searchHash", 1, "searches[0].searchHash");
  expectRefused("/images/0/cubin", "f0V", "images[0].cubin");
  expectRefused("/images/0/cubin", "", "images[0].cubin");
  expectRefused("/comment", "mine", "comment");
}

TEST_F(StoreJson, EveryFieldIsNeeded) {
  fill();
  const json whole = document();
  int removed = 0;
  // Every leaf and the objects it is in, each taken out by itself.
  const json leaves = whole.flatten();
  for (const auto& leaf : leaves.items())
    for (json::json_pointer field(leaf.key()); !field.empty(); field = field.parent_pointer()) {
      json changed = whole;
      json& parent = changed.at(field.parent_pointer());
      if (!parent.is_object())
        continue;
      parent.erase(field.back());
      EXPECT_THAT(refusal(changed.dump()), HasSubstr(field.back()));
      ++removed;
    }
  EXPECT_GT(removed, 100);
}

TEST_F(StoreJson, ANumberBeyondAllRangesIsRefused) {
  fill();
  std::string text = readBytes(exported);
  std::size_t at = text.find("\"medianUs\": ") + 12;
  text.replace(at, text.find(',', at) - at, "1e999");
  refusal(text);
}

TEST_F(StoreJson, AnExportThatFailsLeavesTheFileThatWasThere) {
  fill();
  std::string before = readBytes(exported);
  TuningStore store(file);
  store.add({finalist("another", 1)});
  fs::permissions(folder, fs::perms(0555));
  EXPECT_EQ(runUnprivileged([&] {
              TuningStore reader(file, TuningStore::Access::ReadOnly);
              storeErrorOf(exported, [&] { exportStore(reader, exported); });
            }),
            0);
  fs::permissions(folder, fs::perms(0755));
  EXPECT_EQ(readBytes(exported), before);
  storeErrorOf(folder, [&] { exportStore(store, folder); });
  storeErrorOf(folder / "missing" / "x.json", [&] { exportStore(store, folder / "missing" / "x.json"); });
}

TEST_F(StoreJson, AnExportReplacesWhatALinkPointsToAndLeavesNoOtherFile) {
  fill();
  writeBytes(folder / "target.json", "old");
  fs::create_symlink("target.json", folder / "link.json");
  exportStore(TuningStore(file), folder / "link.json");
  EXPECT_TRUE(fs::is_symlink(folder / "link.json"));
  EXPECT_EQ(readBytes(folder / "target.json"), readBytes(exported));
  for (const auto& entry : fs::directory_iterator(folder))
    EXPECT_NE(entry.path().extension(), ".tmp");
}

TEST_F(StoreJson, AMissingImportIsNamed) {
  TuningStore store(file);
  storeErrorOf(folder / "none.json", [&] { importStore(store, folder / "none.json"); });
  storeErrorOf(folder, [&] { importStore(store, folder); });
}

} // namespace
} // namespace cuda_tune
