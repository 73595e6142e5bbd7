#include "tests/tuner/jit/nvrtc_fixture.h"
#include "tuner/jit/compile_pool.h"

#include <gmock/gmock.h>

#include <chrono>
#include <set>

namespace cuda_tune {
namespace {

using CompilePoolTest = NvrtcTest;

std::vector<CompilePool::Job> jobs(std::size_t count) {
  std::vector<CompilePool::Job> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back({i, {"fill<" + std::to_string(i) + ">"}});
  return all;
}

TEST_F(CompilePoolTest, EveryJobComesBackOnceWithItsOwnKernel) {
  CompilePool pool(source, 90, jobs(7), 3);
  std::set<std::size_t> seen;
  for (CompilePool::Done done; pool.take(done);) {
    ASSERT_TRUE(done.compilation.ok) << done.compilation.log;
    EXPECT_THAT(done.compilation.loweredNames.at(0),
                testing::HasSubstr("Li" + std::to_string(done.job.id) + "E"));
    EXPECT_TRUE(seen.insert(done.job.id).second);
  }
  EXPECT_EQ(seen.size(), 7u);
}

TEST_F(CompilePoolTest, AJobThatFailsSpoilsNoOther) {
  std::vector<CompilePool::Job> all = jobs(2);
  all.push_back({2, {"missing<1>"}});
  CompilePool pool(source, 90, all, 2);
  std::size_t failed = 0, taken = 0;
  for (CompilePool::Done done; pool.take(done); ++taken)
    if (!done.compilation.ok) {
      ++failed;
      EXPECT_EQ(done.job.id, 2u);
    }
  EXPECT_EQ(taken, 3u);
  EXPECT_EQ(failed, 1u);
}

TEST_F(CompilePoolTest, WithoutJobsThereIsNothingToTake) {
  CompilePool pool(source, 90, {}, 4);
  CompilePool::Done done;
  EXPECT_FALSE(pool.take(done));
}

TEST_F(CompilePoolTest, WhatIsNotBegunIsDroppedAtTheEnd) {
  const auto start = std::chrono::steady_clock::now();
  {
    CompilePool pool(source, 90, jobs(2000), 1);
    CompilePool::Done done;
    ASSERT_TRUE(pool.take(done));
  }
  // A program takes milliseconds: all of them would take minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(CompilePoolTest, AFaultOfTheEnvironmentIsThrownToTheTaker) {
  CompilePool pool(source, 20, jobs(3), 2);
  CompilePool::Done done;
  EXPECT_THROW(while (pool.take(done)){}, NvrtcError);
}

} // namespace
} // namespace cuda_tune
