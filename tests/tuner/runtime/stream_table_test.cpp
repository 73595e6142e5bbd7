#include "tuner/runtime/stream_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

namespace cuda_tune {
namespace {

struct Entry {
  std::uint64_t id;
};

TEST(StreamTable, EveryStreamKeepsItsOwnEntry) {
  StreamTable<Entry> table;
  // More than there are lists in the table, so that ids share them.
  constexpr std::uint64_t kStreams = 1000;
  std::set<const Entry*> entries;
  for (std::uint64_t id = 0; id < kStreams; ++id)
    entries.insert(&table.at(id, [&] { return std::make_unique<Entry>(Entry{id}); }));
  EXPECT_EQ(entries.size(), kStreams);
  for (std::uint64_t id = 0; id < kStreams; ++id)
    EXPECT_EQ(table.at(id, [] { return std::unique_ptr<Entry>(); }).id, id);
}

TEST(StreamTable, AFailedMakingLeavesTheStreamToTheNext) {
  StreamTable<Entry> table;
  EXPECT_THROW(table.at(3, []() -> std::unique_ptr<Entry> { throw 0; }), int);
  EXPECT_EQ(table.at(3, [] { return std::make_unique<Entry>(Entry{4}); }).id, 4u);
}

TEST(StreamTable, ThreadsThatAskAtOnceGetTheSameEntries) {
  constexpr int kThreads = 8;
  constexpr std::uint64_t kStreams = 300;
  StreamTable<Entry> table;
  std::atomic<int> made = 0, ready = 0;
  std::vector<std::vector<const Entry*>> seen(kThreads, std::vector<const Entry*>(kStreams));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (++ready; ready < kThreads;)
        std::this_thread::yield();
      for (std::uint64_t step = 0; step < kStreams; ++step) {
        const std::uint64_t id = (step + 37 * t) % kStreams;
        seen[t][id] = &table.at(id, [&] {
          ++made;
          return std::make_unique<Entry>(Entry{id});
        });
        EXPECT_EQ(seen[t][id]->id, id);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(made, static_cast<int>(kStreams));
  for (int t = 1; t < kThreads; ++t)
    EXPECT_EQ(seen[t], seen[0]);
}

} // namespace
} // namespace cuda_tune
