#include "db/store_json.h"

#include "store_fixture.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <csignal>
#include <random>

namespace cuda_tune {
namespace {

namespace fs = std::filesystem;

class StoreProcesses : public StoreFixture {};

void expectSound(const fs::path& file) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, 30000);
  EXPECT_EQ(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
}

TEST_F(StoreProcesses, SixteenWritersOfANewFileLoseNothing) {
  constexpr int processes = 16;
  constexpr int additions = 25;
  int gate[2];
  ASSERT_EQ(pipe(gate), 0);
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p)
    children.push_back(startProcess([&] {
      // Returns in all processes at once, when the parent closes its end.
      close(gate[1]);
      char byte;
      EXPECT_EQ(read(gate[0], &byte, 1), 0);
      TuningStore store(file);
      for (int i = 0; i < additions; ++i) {
        store.add({finalist(std::to_string(p) + "/" + std::to_string(i), 1 + i)});
        store.lookup(fictionalKey(), false);
      }
    }));
  close(gate[0]);
  close(gate[1]);
  for (pid_t child : children)
    EXPECT_EQ(waitFor(child), 0);
  EXPECT_EQ(TuningStore(file).list({}).size(), static_cast<std::size_t>(processes * additions));
  expectSound(file);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST_F(StoreProcesses, ReadersGoOnWhileAWriterIsInATransaction) {
  TuningStore(file).add({finalist("a", 1)});
  SQLite::Database writer(file.string(), SQLite::OPEN_READWRITE);
  writer.exec("BEGIN IMMEDIATE; UPDATE measurements SET median_us = 2");
  TuningStore reader(file, TuningStore::Access::ReadOnly);
  EXPECT_EQ(reader.list({}).at(0).medianUs, 1);
}

TEST_F(StoreProcesses, AWriterWaitsForAnother) {
  TuningStore store(file);
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  pid_t holder = startProcess([&] {
    SQLite::Database other(file.string(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    EXPECT_EQ(write(ready[1], "x", 1), 1);
    usleep(300000);
    other.exec("COMMIT");
  });
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  store.add({finalist("a", 1)});
  EXPECT_EQ(waitFor(holder), 0);
  EXPECT_EQ(store.list({}).size(), 1u);
  close(ready[0]);
  close(ready[1]);
}

TEST_F(StoreProcesses, KilledWritersLeaveEveryCommittedRowAndASoundFile) {
  std::mt19937 random(1);
  int committed = 0;
  for (int round = 0; round < 40; ++round) {
    int progress[2];
    ASSERT_EQ(pipe(progress), 0);
    pid_t writer = startProcess([&] {
      TuningStore store(file);
      for (int next = committed;; ++next) {
        Measurement first = finalist(std::to_string(next), 1 + next);
        first.reason = std::string(3000, 'r');
        Measurement second = first;
        second.stage = Stage::Screening;
        store.add({first, second});
        if (write(progress[1], "x", 1) != 1)
          return;
      }
    });
    close(progress[1]);
    char byte;
    int told = 0;
    // Every other writer is given the time to open the file and to add something.
    if (round % 2 == 1) {
      ASSERT_EQ(read(progress[0], &byte, 1), 1);
      ++told;
    }
    usleep(std::uniform_int_distribution<useconds_t>(0, 20000)(random));
    kill(writer, SIGKILL);
    ASSERT_EQ(waitFor(writer), -SIGKILL);
    while (read(progress[0], &byte, 1) == 1)
      ++told;
    close(progress[0]);
    // Killed while it was creating the file.
    if (!fs::exists(file)) {
      ASSERT_EQ(committed + told, 0);
      continue;
    }
    std::size_t rows = TuningStore(file).list({}).size();
    // One addition may have been committed without having been told of.
    int pairs = static_cast<int>(rows / 2);
    ASSERT_EQ(rows % 2, 0u);
    ASSERT_GE(pairs, committed + told);
    ASSERT_LE(pairs, committed + told + 1);
    committed = pairs;
    expectSound(file);
  }
  EXPECT_GE(committed, 20);
}

/// From here on the process can write no file beyond `bytes`, as on a full disk.
void limitFiles(rlim_t bytes) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{bytes, bytes};
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
    throw std::runtime_error("the limit cannot be set");
}

TEST_F(StoreProcesses, AFullDiskIsAnErrorAndLosesNothingThatWasThere) {
  TuningStore(file).add({finalist("first", 1), finalist("second", 2)});
  fs::path copy = folder / "copy.db";
  for (rlim_t limit : {0, 1, 4096, 20000, 33000, 60000, 100000, 200000, 400000}) {
    writeBytes(copy, readBytes(file));
    // The child tells how many batches were committed.
    int progress[2];
    ASSERT_EQ(pipe(progress), 0);
    pid_t child = startProcess([&] {
      limitFiles(limit);
      storeErrorOf(copy, [&] {
        TuningStore store(copy);
        for (int batch = 0; batch < 1000; ++batch) {
          Measurement row = finalist("batch " + std::to_string(batch), 10 + batch);
          row.reason = std::string(20000, 'r');
          Measurement twin = row;
          twin.stage = Stage::Screening;
          store.add({row, twin});
          EXPECT_EQ(write(progress[1], "x", 1), 1);
        }
      });
    });
    close(progress[1]);
    char byte;
    std::size_t told = 0;
    while (read(progress[0], &byte, 1) == 1)
      ++told;
    close(progress[0]);
    EXPECT_EQ(waitFor(child), 0) << limit;
    TuningStore store(copy);
    EXPECT_EQ(store.list({}).size(), 2 + 2 * told) << limit;
    EXPECT_EQ(store.best({}).at(0).configuration, "first");
    expectSound(copy);
  }
}

TEST_F(StoreProcesses, AFullDiskLeavesTheEarlierExportAndNoPartOfTheNewOne) {
  TuningStore(file).add({finalist("a", 1)});
  fs::path exported = folder / "export.json";
  writeBytes(exported, "earlier");
  EXPECT_EQ(waitFor(startProcess([&] {
              TuningStore store(file);
              limitFiles(100);
              storeErrorOf(exported, [&] { exportStore(store, exported); });
            })),
            0);
  EXPECT_EQ(readBytes(exported), "earlier");
  for (const auto& entry : fs::directory_iterator(folder))
    EXPECT_NE(entry.path().extension(), ".tmp");
}

TEST_F(StoreProcesses, AFullDiskLeavesNoHalfMadeFile) {
  for (rlim_t limit : {0, 1, 4096, 20000, 33000, 40000, 60000}) {
    EXPECT_EQ(waitFor(startProcess([&] {
                limitFiles(limit);
                storeErrorOf(file, [&] {
                  TuningStore store(file);
                  Measurement row = finalist("large", 1);
                  row.reason = std::string(200000, 'r');
                  store.add({row});
                });
              })),
              0);
    // Either whole or not there.
    TuningStore store(file);
    EXPECT_TRUE(store.list({}).empty());
    expectSound(file);
    fs::remove_all(folder);
    fs::create_directory(folder);
  }
}

} // namespace
} // namespace cuda_tune
