#include "tuner/runtime/size_class_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>

namespace cuda_tune {
namespace {

struct Entry {
  int number;
};

TEST(SizeClassTable, SizesOfOneClassShareAnEntry) {
  SizeClassTable<Entry> table;
  int made = 0;
  const auto make = [&] { return std::make_unique<const Entry>(Entry{++made}); };
  // The class of 2^20 begins at 2^19 and ends before 2^21.
  const Entry& first = table.at(1u << 19, make);
  EXPECT_EQ(&table.at(1u << 20, make), &first);
  EXPECT_EQ(&table.at((1u << 21) - 1, make), &first);
  EXPECT_EQ(made, 1);
  EXPECT_NE(&table.at(1u << 21, make), &first);
  EXPECT_NE(&table.at((1u << 19) - 1, make), &first);
  EXPECT_EQ(made, 3);
}

TEST(SizeClassTable, HoldsEverySizeFromNoElementsToTheMost) {
  SizeClassTable<Entry> table;
  std::set<const Entry*> entries;
  for (int exponent = 0; exponent <= 63; ++exponent)
    entries.insert(&table.at(std::uint64_t{1} << exponent,
                             [&] { return std::make_unique<const Entry>(Entry{exponent}); }));
  // 2^10, 2^12, …, 2^32.
  EXPECT_EQ(entries.size(), 12u);
  const Entry& least = table.at(1, [] { return std::unique_ptr<const Entry>(); });
  EXPECT_EQ(&table.at(0, [] { return std::unique_ptr<const Entry>(); }), &least);
}

TEST(SizeClassTable, AFailedMakingLeavesTheClassToTheNext) {
  SizeClassTable<Entry> table;
  EXPECT_THROW(table.at(1, []() -> std::unique_ptr<const Entry> { throw std::runtime_error("no"); }),
               std::runtime_error);
  EXPECT_EQ(table.at(1, [] { return std::make_unique<const Entry>(Entry{7}); }).number, 7);
}

TEST(SizeClassTable, ThreadsThatAskAtOnceGetTheSameEntries) {
  constexpr int kThreads = 8, kClasses = 12;
  SizeClassTable<Entry> table;
  std::atomic<int> made = 0, ready = 0;
  std::array<std::array<const Entry*, kClasses>, kThreads> seen;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (++ready; ready < kThreads;)
        std::this_thread::yield();
      for (int step = 0; step < kClasses; ++step) {
        const int c = (step + t) % kClasses;
        seen[t][c] = &table.at(std::uint64_t{1} << (10 + 2 * c), [&] {
          ++made;
          return std::make_unique<const Entry>(Entry{c});
        });
        EXPECT_EQ(seen[t][c]->number, c);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(made, kClasses);
  for (int t = 1; t < kThreads; ++t)
    EXPECT_EQ(seen[t], seen[0]);
}

} // namespace
} // namespace cuda_tune
