#include "db/migrations.h"

#include "store_fixture.h"

#include <set>

namespace cuda_tune {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto kBoth = {TuningStore::Access::ReadWrite, TuningStore::Access::ReadOnly};

class StoreFile : public StoreFixture {
protected:
  std::set<std::string> namesInFolder() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
      names.insert(entry.path().filename().string());
    return names;
  }
};

TEST_F(StoreFile, IsCreatedWithItsFoldersAndLeavesNothingElse) {
  fs::path nested = folder / "a" / "b" / "tuning.db";
  TuningStore(nested).add({finalist("a", 1)});
  EXPECT_EQ(TuningStore(nested).list({}).size(), 1u);
  fs::rename(nested.parent_path(), folder / "b");
  fs::remove(folder / "a");
  EXPECT_THAT(namesInFolder(), ElementsAre("b"));
  folder /= "b";
  EXPECT_THAT(namesInFolder(), ElementsAre("tuning.db"));
  folder = folder.parent_path();
}

TEST_F(StoreFile, KeepsALogAndCarriesItsApplicationId) {
  TuningStore store(file);
  SQLite::Database database(file.string());
  EXPECT_EQ(database.execAndGet("PRAGMA journal_mode").getString(), "wal");
  EXPECT_EQ(database.execAndGet("PRAGMA application_id").getInt(), 0x4354756e);
}

TEST_F(StoreFile, ANameThatMeansMemoryToSqliteIsAFileToo) {
  fs::current_path(folder);
  TuningStore(":memory:").add({finalist("a", 1)});
  EXPECT_TRUE(fs::exists(folder / ":memory:"));
  EXPECT_EQ(TuningStore(":memory:").list({}).size(), 1u);
}

TEST_F(StoreFile, AnEmptyNameIsRefused) {
  for (auto access : kBoth)
    EXPECT_THROW(TuningStore("", access), StoreError);
}

TEST_F(StoreFile, AFolderIsRefusedAsSuch) {
  for (auto access : kBoth)
    EXPECT_THAT(storeErrorOf(folder, [&] { TuningStore(folder, access); }), HasSubstr("it is a folder"));
}

TEST_F(StoreFile, ASchemaVersionBelowZeroIsRefused) {
  TuningStore(file).add({finalist("a", 1)});
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = -5");
  for (auto access : kBoth)
    EXPECT_THAT(storeErrorOf(file, [&] { TuningStore(file, access); }), HasSubstr("damaged"));
}

TEST_F(StoreFile, AMissingOneIsNotCreatedByReading) {
  EXPECT_THAT(storeErrorOf(file, [&] { TuningStore(file, TuningStore::Access::ReadOnly); }),
              HasSubstr("there is no such file"));
  EXPECT_TRUE(namesInFolder().empty());
}

TEST_F(StoreFile, AnEmptyOneIsRefusedAndStaysEmpty) {
  writeBytes(file, "");
  for (auto access : kBoth)
    EXPECT_THAT(storeErrorOf(file, [&] { TuningStore(file, access); }), HasSubstr("empty"));
  EXPECT_EQ(fs::file_size(file), 0u);
}

TEST_F(StoreFile, AnythingThatIsNotSqliteIsRefusedAndNotTouched) {
  for (const std::string& garbage :
       {std::string("x"), std::string("not a database\n"), std::string(5000, '\0'), std::string(100000, 'g'),
        "SQLite format 3" + std::string(9000, '\0')}) {
    writeBytes(file, garbage);
    for (auto access : kBoth)
      storeErrorOf(file, [&] { TuningStore(file, access).list({}); });
    EXPECT_EQ(readBytes(file), garbage);
  }
}

TEST_F(StoreFile, AFolderIsRefused) {
  for (auto access : kBoth)
    storeErrorOf(folder, [&] { TuningStore(folder, access); });
}

TEST_F(StoreFile, AnotherProgramsSqliteFileIsRefusedAndNotTouched) {
  for (int application : {0, 1234}) {
    fs::remove(file);
    {
      SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      database.exec("CREATE TABLE measurements (x); PRAGMA user_version = 1");
      database.exec("PRAGMA application_id = " + std::to_string(application));
    }
    std::string before = readBytes(file);
    for (auto access : kBoth)
      EXPECT_THAT(storeErrorOf(file, [&] { TuningStore(file, access); }), HasSubstr("not a tuning store"));
    EXPECT_EQ(readBytes(file), before);
  }
}

TEST_F(StoreFile, WithoutItsTablesIsAnErrorAndNotAnEmptyStore) {
  TuningStore(file).add({finalist("a", 1)});
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("DROP TABLE measurements");
  for (auto access : kBoth)
    storeErrorOf(file, [&] { TuningStore(file, access).list({}); });
}

TEST_F(StoreFile, ALogWithoutItsFileIsNotTakenForTheNewFiles) {
  TuningStore store(file);
  store.add({finalist("a", 1)});
  fs::rename(file, folder / "moved.db");
  EXPECT_THAT(storeErrorOf(file, [&] { TuningStore other(file); }), HasSubstr("-wal"));
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(StoreFile, CannotBeWrittenThroughAStoreOpenForReading) {
  TuningStore(file).add({finalist("a", 1)});
  TuningStore store(file, TuningStore::Access::ReadOnly);
  EXPECT_THAT(storeErrorOf(file, [&] { store.add({finalist("b", 1)}); }), HasSubstr("reading only"));
  EXPECT_THAT(storeErrorOf(file, [&] { store.finishSearch(fictionalKey(), "s"); }),
              HasSubstr("reading only"));
  EXPECT_EQ(store.list({}).size(), 1u);
}

TEST_F(StoreFile, AReaderSeesWhatAWriterAddsLater) {
  TuningStore writer(file);
  TuningStore reader(file, TuningStore::Access::ReadOnly);
  writer.add({finalist("a", 1)});
  EXPECT_EQ(reader.lookup(fictionalKey(), false).outcome, LookupOutcome::Exact);
}

TEST_F(StoreFile, IsReadInAFolderThatCannotBeWritten) {
  for (const char* name : {"tuning.db", "odd %41?#.db"}) {
    TuningStore(folder / name).add({finalist("a", 1)});
    fs::permissions(folder, fs::perms(0555));
    EXPECT_EQ(runUnprivileged([&] {
                TuningStore store(folder / name, TuningStore::Access::ReadOnly);
                EXPECT_EQ(store.lookup(fictionalKey(), false).outcome, LookupOutcome::Exact);
                EXPECT_THROW(store.add({finalist("b", 1)}), StoreError);
              }),
              0);
    fs::permissions(folder, fs::perms(0755));
  }
  EXPECT_EQ(namesInFolder().size(), 2u);
}

TEST_F(StoreFile, IsReadInAFolderThatCannotBeWrittenWhileAnotherUserWrites) {
  TuningStore writer(file);
  writer.add({finalist("a", 1)});
  fs::permissions(folder, fs::perms(0555));
  EXPECT_EQ(runUnprivileged([&] {
              TuningStore store(file, TuningStore::Access::ReadOnly);
              EXPECT_EQ(store.lookup(fictionalKey(), false).outcome, LookupOutcome::Exact);
            }),
            0);
  fs::permissions(folder, fs::perms(0755));
}

TEST_F(StoreFile, CannotBeCreatedInAFolderThatCannotBeWritten) {
  fs::permissions(folder, fs::perms(0555));
  EXPECT_EQ(runUnprivileged([&] {
              storeErrorOf(file, [&] { TuningStore store(file); });
              fs::path nested = folder / "new" / "tuning.db";
              storeErrorOf(nested, [&] { TuningStore store(nested); });
            }),
            0);
  fs::permissions(folder, fs::perms(0755));
  EXPECT_TRUE(namesInFolder().empty());
}

TEST_F(StoreFile, ThatIsWriteProtectedIsRefusedForWritingAtOnce) {
  TuningStore(file).add({finalist("a", 1)});
  fs::permissions(file, fs::perms(0444));
  fs::permissions(folder, fs::perms(0777));
  EXPECT_EQ(runUnprivileged([&] {
              EXPECT_THAT(storeErrorOf(file, [&] { TuningStore store(file); }), HasSubstr("permissions"));
            }),
            0);
}

TEST_F(StoreFile, ThatMayNotBeReadIsAnError) {
  TuningStore(file).add({finalist("a", 1)});
  fs::permissions(file, fs::perms(0200));
  EXPECT_EQ(runUnprivileged([&] {
              for (auto access : kBoth)
                storeErrorOf(file, [&] { TuningStore store(file, access); });
            }),
            0);
}

} // namespace
} // namespace cuda_tune
