#include "store_fixture.h"

#include <algorithm>

namespace cuda_tune {
namespace {

namespace fs = std::filesystem;

class StoreDamage : public StoreFixture {
protected:
  /// Enough rows for tables and indexes of several pages.
  static std::vector<Measurement> manyRows() {
    std::vector<Measurement> rows;
    for (int i = 0; i < 60; ++i) {
      rows.push_back(finalist("block_size=" + std::to_string(i), 100 + i));
      rows.back().reason = std::string(100, 'r');
    }
    return rows;
  }

  fs::path copy = folder / "copy.db";
};

TEST_F(StoreDamage, AFileCutAtAnyLengthIsRefusedAndNotMadeAnew) {
  TuningStore(file).add(manyRows());
  std::string whole = readBytes(file);
  ASSERT_GT(whole.size(), 8u * 4096);
  for (std::size_t length = 0; length < whole.size();
       length += length < 200 || length + 200 > whole.size() ? 1 : 211)
    for (auto access : {TuningStore::Access::ReadWrite, TuningStore::Access::ReadOnly}) {
      writeBytes(copy, whole.substr(0, length));
      storeErrorOf(copy, [&] { TuningStore(copy, access).list({}); });
      ASSERT_EQ(fs::file_size(copy), length);
      fs::remove(copy.string() + "-wal");
      fs::remove(copy.string() + "-shm");
    }
  writeBytes(copy, whole);
  EXPECT_EQ(describe(TuningStore(copy).list({})), describe(TuningStore(file).list({})));
}

TEST_F(StoreDamage, AFileCutAtThePageLimitsIsRefused) {
  TuningStore(file).add(manyRows());
  std::string whole = readBytes(file);
  for (std::size_t length = 4096; length < whole.size(); length += 4096) {
    writeBytes(copy, whole.substr(0, length));
    storeErrorOf(copy, [&] { TuningStore(copy).list({}); });
    ASSERT_EQ(fs::file_size(copy), length);
  }
}

TEST_F(StoreDamage, ACutLogLosesTheLatestAdditionsOnlyAndThoseWhole) {
  TuningStore store(file);
  std::vector<Measurement> rows = manyRows();
  for (std::size_t i = 0; i < rows.size(); i += 2)
    store.add({rows[i], rows[i + 1]});
  // As a killed process leaves it: the last additions are in the log only.
  std::string main = readBytes(file);
  std::string log = readBytes(file.string() + "-wal");
  ASSERT_GT(log.size(), 10u * 4096);
  std::vector<std::string> all = describe(store.list({}));
  std::size_t most = 0;
  for (std::size_t length = 0; length <= log.size(); length += 1031) {
    writeBytes(copy, main);
    writeBytes(copy.string() + "-wal", log.substr(0, length));
    fs::remove(copy.string() + "-shm");
    std::vector<std::string> left = describe(TuningStore(copy).list({}));
    ASSERT_EQ(left.size() % 2, 0u);
    ASSERT_LE(left.size(), all.size());
    // Medians rise from row to row, so the list is in the order of the additions.
    ASSERT_TRUE(std::equal(left.begin(), left.end(), all.begin())) << length;
    ASSERT_GE(left.size(), most);
    most = left.size();
  }
  EXPECT_GT(most, all.size() / 2);
}

TEST_F(StoreDamage, AFileCutAtAnyLengthBesideItsLogGivesAnErrorOrAllRows) {
  TuningStore(file).add(manyRows());
  TuningStore store(file);
  store.add({finalist("in the log", 1)});
  std::string main = readBytes(file);
  std::string log = readBytes(file.string() + "-wal");
  ASSERT_GT(log.size(), 4096u);
  std::vector<std::string> all = describe(store.list({}));
  int refused = 0;
  for (std::size_t length = 1; length < main.size(); length += 397) {
    writeBytes(copy, main.substr(0, length));
    writeBytes(copy.string() + "-wal", log);
    fs::remove(copy.string() + "-shm");
    try {
      EXPECT_EQ(describe(TuningStore(copy).list({})), all) << length;
    } catch (const StoreError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10);
}

TEST_F(StoreDamage, OverwrittenPagesGiveAnErrorOrRowsThatWereThere) {
  TuningStore(file).add(manyRows());
  std::string whole = readBytes(file);
  std::vector<std::string> all = describe(TuningStore(file).list({}));
  std::sort(all.begin(), all.end());
  int refused = 0;
  for (std::size_t page = 0; page < whole.size(); page += 4096)
    for (char filler : {'\0', '\xff'}) {
      std::string damaged = whole;
      std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(page), 4096, filler);
      writeBytes(copy, damaged);
      try {
        std::vector<std::string> left = describe(TuningStore(copy).list({}));
        std::sort(left.begin(), left.end());
        EXPECT_EQ(left, all) << "page at " << page;
      } catch (const StoreError&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 4);
}

} // namespace
} // namespace cuda_tune
