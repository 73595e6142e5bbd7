#include "db/migrations.h"

#include "store_fixture.h"

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kTable = "CREATE TABLE t (a INTEGER NOT NULL); INSERT INTO t VALUES (1)";
constexpr const char* kColumn = "ALTER TABLE t ADD COLUMN b INTEGER NOT NULL DEFAULT 7";
constexpr const char* kBroken = "INSERT INTO t (a) VALUES (2); INSERT INTO missing VALUES (1)";

class Migrations : public StoreFixture {
protected:
  SQLite::Database open() {
    return SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 30000);
  }
};

TEST_F(Migrations, TakeAnOlderSchemaForwardAndKeepItsRows) {
  SQLite::Database database = open();
  const char* const older[] = {kTable};
  migrate(database, older);
  EXPECT_EQ(schemaVersion(database), 1);
  const char* const newer[] = {kTable, kColumn};
  migrate(database, newer);
  EXPECT_EQ(schemaVersion(database), 2);
  EXPECT_EQ(database.execAndGet("SELECT a * 10 + b FROM t").getInt(), 17);
  migrate(database, newer);
  EXPECT_EQ(schemaVersion(database), 2);
}

TEST_F(Migrations, LeaveANewerSchemaAlone) {
  SQLite::Database database = open();
  database.exec("PRAGMA user_version = 5");
  const char* const steps[] = {kTable};
  migrate(database, steps);
  EXPECT_EQ(schemaVersion(database), 5);
  EXPECT_FALSE(database.tableExists("t"));
}

TEST_F(Migrations, AStepThatFailsIsUndoneWhileEarlierOnesStay) {
  SQLite::Database database = open();
  const char* const steps[] = {kTable, kBroken};
  EXPECT_THROW(migrate(database, steps), SQLite::Exception);
  EXPECT_EQ(schemaVersion(database), 1);
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM t").getInt(), 1);
}

TEST_F(Migrations, ManyProcessesTakeEachStepOnce) {
  open().exec("PRAGMA journal_mode = WAL");
  std::vector<pid_t> processes;
  for (int i = 0; i < 8; ++i)
    processes.push_back(startProcess([&] {
      SQLite::Database database = open();
      const char* const steps[] = {kTable, kColumn, "INSERT INTO t (a) VALUES (2)"};
      migrate(database, steps);
      EXPECT_EQ(database.execAndGet("SELECT count(*) FROM t").getInt(), 2);
    }));
  for (pid_t process : processes)
    EXPECT_EQ(waitFor(process), 0);
}

/// A store as it was before its first migration.
void makeVersion0(const std::filesystem::path& file) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
}

TEST_F(Migrations, AStoreOfAnOlderVersionIsMigratedWhenOpenedForWriting) {
  makeVersion0(file);
  TuningStore store(file);
  store.add({finalist("a", 1)});
  EXPECT_THAT(configurations(store.best({})), ElementsAre("a"));
}

TEST_F(Migrations, AStoreOfAnOlderVersionIsNotTouchedWhenOpenedForReading) {
  makeVersion0(file);
  std::string before = readBytes(file);
  EXPECT_THAT(storeErrorOf(file, [&] { TuningStore(file, TuningStore::Access::ReadOnly); }),
              HasSubstr("version 0 is older"));
  EXPECT_EQ(readBytes(file), before);
}

TEST_F(Migrations, AStoreOfANewerVersionIsRefusedAndNotTouched) {
  TuningStore(file).add({finalist("a", 1)});
  int newer = static_cast<int>(migrations().size()) + 1;
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
      .exec("PRAGMA user_version = " + std::to_string(newer));
  std::string before = readBytes(file);
  for (auto access : {TuningStore::Access::ReadWrite, TuningStore::Access::ReadOnly}) {
    EXPECT_THAT(storeErrorOf(file, [&] { TuningStore(file, access); }),
                HasSubstr("version " + std::to_string(newer) + " is newer"));
    EXPECT_EQ(readBytes(file), before);
  }
}

} // namespace
} // namespace cuda_tune
