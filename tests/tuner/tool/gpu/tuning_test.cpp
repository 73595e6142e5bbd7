#include "db/tuning_store.h"
#include "tests/tuner/tool/tool_program.h"
#include "tuner/jit/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace cuda_tune {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// `cuda-tune run` on device 0, with the template as it is or with a fault planted in it.
class Tuning : public testing::Test {
protected:
  void SetUp() override {
    try {
      driver();
    } catch (const NoDriver& error) {
      GTEST_SKIP() << error.what();
    }
    folder = fs::temp_directory_path() / ("cuda-tune-tuning-" + std::to_string(getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    store = folder / "tuning.db";
    const char* elsewhere = std::getenv("CUDA_TUNE_TEMPLATES");
    fs::copy(fs::path(elsewhere ? elsewhere : TEMPLATES) / "reduce", folder / "template");
  }
  void TearDown() override {
    if (!folder.empty())
      fs::remove_all(folder);
  }

  /// Puts `code` before the kernel writes its result.
  void plant(const std::string& code) {
    const fs::path file = folder / "template" / "reduce.cuh";
    std::ifstream in(file);
    std::string text(std::istreambuf_iterator<char>(in), {});
    const std::string place = "    *out = value;\n  }\n}\n";
    const std::size_t at = text.find(place);
    ASSERT_NE(at, std::string::npos) << "the template has changed: plant elsewhere";
    text.insert(at, code + "\n");
    std::ofstream(file) << text;
  }

  ToolRun run(std::vector<std::string> options) const {
    options.insert(options.begin(), "run");
    for (const char* option : {"--format", "json", "--db"})
      options.push_back(option);
    options.push_back(store.string());
    return runTool(options, "CUDA_VISIBLE_DEVICES=0");
  }
  ToolRun runPlanted(std::vector<std::string> options = {}) const {
    options.insert(options.end(), {"--op", "sum", "--type", "f32", "--size", "2^10", "--template",
                                   (folder / "template").string()});
    return run(options);
  }

  std::vector<Measurement> rowsWith(Result result) const {
    RowFilter filter;
    filter.result = result;
    return TuningStore(store).list(filter);
  }
  std::vector<Measurement> best() const { return TuningStore(store).best({}); }

  fs::path folder;
  fs::path store;
};

TEST_F(Tuning, AWrongKernelIsNeverBest) {
  plant("    if constexpr (kBlockSize == 256 || kBlockSize == 128) value = value + Accumulator{1};");
  const ToolRun done = runPlanted();
  ASSERT_EQ(done.status, 0) << done.errors;
  ASSERT_EQ(best().size(), 1u);
  EXPECT_THAT(best()[0].configuration, Not(HasSubstr("block_size=256")));
  EXPECT_THAT(best()[0].configuration, Not(HasSubstr("block_size=128")));
  const std::vector<Measurement> wrong = rowsWith(Result::Wrong);
  ASSERT_THAT(wrong, Not(IsEmpty()));
  for (const Measurement& row : wrong) {
    EXPECT_THAT(row.configuration, testing::AnyOf(HasSubstr("block_size=256"), HasSubstr("block_size=128")));
    EXPECT_THAT(row.reason, HasSubstr("got")) << row.configuration;
  }
}

TEST_F(Tuning, ASlowKernelIsNeverBest) {
  plant("    if constexpr (kBlockSize == 256 || kBlockSize == 128) __nanosleep(20000);");
  const ToolRun done = runPlanted();
  ASSERT_EQ(done.status, 0) << done.errors;
  ASSERT_EQ(best().size(), 1u);
  EXPECT_THAT(best()[0].configuration, Not(HasSubstr("block_size=256")));
  EXPECT_THAT(best()[0].configuration, Not(HasSubstr("block_size=128")));
  EXPECT_THAT(rowsWith(Result::Wrong), IsEmpty());
  // They were timed, and found to be slow.
  std::size_t slow = 0;
  for (const Measurement& row : rowsWith(Result::Ok))
    if (row.configuration.starts_with("block_size=256 ") ||
        row.configuration.starts_with("block_size=128 ")) {
      ++slow;
      EXPECT_GT(row.medianUs, best()[0].medianUs) << row.configuration;
    }
  EXPECT_GT(slow, 0u);
}

TEST_F(Tuning, AKernelThatFaultsIsRecordedAndTheRestGoesOn) {
  plant(
      "    if constexpr (kBlockSize == 32 && kUnroll == 2 && kPackBytes == 16 && kBounds == Bounds::each &&\n"
      "                  kCombine == Combine::single && kHint == CacheHint::none) __trap();");
  const ToolRun done = runPlanted();
  ASSERT_EQ(done.status, 0) << done.errors;
  const std::vector<Measurement> faults = rowsWith(Result::Fault);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_THAT(faults[0].configuration, HasSubstr("block_size=32 unroll=2 pack_bytes=16"));
  EXPECT_THAT(faults[0].reason, HasSubstr("CUDA_ERROR"));
  EXPECT_EQ(best().size(), 1u);
}

TEST_F(Tuning, AKernelThatHangsIsStoppedAndTheRestGoesOn) {
  plant(
      "    if constexpr (kBlockSize == 32 && kUnroll == 2 && kPackBytes == 16 && kBounds == Bounds::each &&\n"
      "                  kCombine == Combine::single && kHint == CacheHint::none)\n"
      "      while (input.body != nullptr)\n        __nanosleep(100);");
  const ToolRun done = runPlanted({"--kernel-timeout", "3s"});
  ASSERT_EQ(done.status, 0) << done.errors;
  const std::vector<Measurement> hangs = rowsWith(Result::Timeout);
  ASSERT_EQ(hangs.size(), 1u);
  EXPECT_THAT(hangs[0].configuration, HasSubstr("block_size=32 unroll=2 pack_bytes=16"));
  EXPECT_EQ(best().size(), 1u);
}

TEST_F(Tuning, WhenAllIsWrongTheStatusSaysSo) {
  plant("    value = value + Accumulator{1};");
  const ToolRun done = runPlanted();
  EXPECT_EQ(done.status, 5);
  EXPECT_THAT(done.errors, HasSubstr("nothing correct"));
  EXPECT_THAT(best(), IsEmpty());
}

TEST_F(Tuning, WhatDoesNotCompileIsRecordedWithTheLogAndTheRestGoesOn) {
  plant("    static_assert(kBlockSize != 64, \"planted\");");
  const ToolRun done = runPlanted();
  ASSERT_EQ(done.status, 0) << done.errors;
  const std::vector<Measurement> failed = rowsWith(Result::CompileError);
  ASSERT_THAT(failed, Not(IsEmpty()));
  for (const Measurement& row : failed) {
    EXPECT_THAT(row.configuration, HasSubstr("block_size=64"));
    EXPECT_THAT(row.reason, HasSubstr("planted"));
  }
  EXPECT_EQ(best().size(), 1u);
}

double secondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST_F(Tuning, ABudgetIsKeptAndALaterRunDoesTheRest) {
  const std::vector<std::string> sizes = {"--size", "2^10,2^14,2^18,2^22"};
  auto budgeted = sizes;
  budgeted.insert(budgeted.end(), {"--budget", "3s"});
  ToolRun done;
  // Starting, the compilations that were begun and the images of the winners come on top.
  EXPECT_LT(secondsOf([&] { done = run(budgeted); }), 6);
  ASSERT_EQ(done.status, 0) << done.errors;
  EXPECT_THAT(done.errors, HasSubstr("the budget ended before the search"));
  done = run(sizes);
  ASSERT_EQ(done.status, 0) << done.errors;
  EXPECT_THAT(done.errors, Not(HasSubstr("nothing to do")));
  EXPECT_EQ(best().size(), 4u);
  EXPECT_LT(secondsOf([&] { done = run(sizes); }), 1);
  EXPECT_THAT(done.errors, HasSubstr("nothing to do"));
  EXPECT_EQ(nlohmann::json::parse(done.output).size(), 4u);
}

TEST_F(Tuning, AKilledRunIsTakenUpAgain) {
  const char* elsewhere = std::getenv("CUDA_TUNE_EXECUTABLE");
  std::string program = elsewhere ? elsewhere : CUDA_TUNE_PROGRAM, file = store.string();
  std::vector<std::string> words = {program, "run", "--size", "2^10,2^12,2^14,2^16", "--db", file};
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  ASSERT_EQ(posix_spawn(&process, program.c_str(), nullptr, nullptr, arguments.data(), environ), 0);
  // Long enough for some rounds to be stored, too short for all.
  for (int i = 0; i < 100 && (!fs::exists(store) || rowsWith(Result::Ok).empty()); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  using Rows = std::set<std::pair<std::uint64_t, std::string>>;
  const auto timed = [&] {
    Rows rows;
    for (const Measurement& row : rowsWith(Result::Ok))
      rows.emplace(row.key.workload.elements, row.configuration);
    return rows;
  };
  const Rows before = timed();
  EXPECT_THAT(before, Not(IsEmpty()));
  const ToolRun done = run({"--size", "2^10,2^12,2^14,2^16"});
  ASSERT_EQ(done.status, 0) << done.errors;
  const Rows after = timed();
  EXPECT_GT(after.size(), before.size());
  EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
  EXPECT_EQ(best().size(), 4u);
}

TEST_F(Tuning, AStoredTimeIsMeasuredAgain) {
  ASSERT_EQ(run({"--size", "2^14,2^24"}).status, 0);
  std::map<std::uint64_t, double> first;
  for (const Measurement& row : best())
    first[row.key.workload.elements] = row.medianUs;
  fs::remove(store);
  fs::remove(store.string() + "-wal");
  fs::remove(store.string() + "-shm");
  ASSERT_EQ(run({"--size", "2^14,2^24"}).status, 0);
  ASSERT_EQ(best().size(), 2u);
  for (const Measurement& row : best())
    EXPECT_NEAR(row.medianUs / first.at(row.key.workload.elements), 1, 0.25);
}

} // namespace
} // namespace cuda_tune
