#include "analyzer/tool/worker_pool.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define SKIP_UNDER_ADDRESS_SANITIZER()                                                                       \
  GTEST_SKIP() << "AddressSanitizer has its own memory and signal handling"
#else
#define SKIP_UNDER_ADDRESS_SANITIZER() (void)0
#endif

namespace cuda_lint {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

struct PoolRun {
  int signal = 0;
  std::map<size_t, WorkerOutcome> outcomes;
  std::vector<size_t> started;
};

PoolRun run(size_t count, const WorkerLimits& limits, llvm::function_ref<std::string(size_t)> job) {
  PoolRun run;
  run.signal = runInWorkers(
      count, limits, job,
      {[&](size_t index) { run.started.push_back(index); },
       [&](size_t index, WorkerOutcome outcome) { run.outcomes[index] = std::move(outcome); }, [] {}});
  return run;
}

/// What becomes of `job` when it stands between two good ones; these are expected to come through.
WorkerOutcome outcomeAmongGoodJobs(const WorkerLimits& limits, llvm::function_ref<std::string()> job) {
  PoolRun result = run(3, limits, [&](size_t index) { return index == 1 ? job() : "good"; });
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.outcomes.size(), 3u);
  for (size_t good : {0, 2}) {
    EXPECT_EQ(result.outcomes[good].output, "good");
    EXPECT_EQ(result.outcomes[good].failure, std::nullopt);
  }
  return result.outcomes[1];
}

std::string failureAmongGoodJobs(const WorkerLimits& limits, llvm::function_ref<std::string()> job) {
  WorkerOutcome outcome = outcomeAmongGoodJobs(limits, job);
  EXPECT_EQ(outcome.output, "");
  return outcome.failure.value_or("no failure");
}

std::string failureAmongGoodJobs(llvm::function_ref<std::string()> job) {
  return failureAmongGoodJobs({2, 60s, 4096}, job);
}

/// Uses up the stack; the volatile local and the use of the result keep the call from becoming a loop.
int recurse(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : recurse(depth + 1) + frame[0];
}

TEST(WorkerPool, ReturnsEveryJobsBytesWhateverTheyAre) {
  std::string binary("\0\n\xff{\"", 5);
  std::string large(5'000'000, 'x');
  PoolRun result = run(3, {2, 60s, 4096}, [&](size_t index) {
    return index == 0 ? binary : index == 1 ? large : "";
  });
  EXPECT_EQ(result.outcomes[0].output, binary);
  EXPECT_EQ(result.outcomes[1].output, large);
  EXPECT_EQ(result.outcomes[2].output, "");
  for (auto& [index, outcome] : result.outcomes)
    EXPECT_EQ(outcome.failure, std::nullopt) << index;
}

TEST(WorkerPool, RunsNothingForNoJobs) {
  PoolRun result = run(0, {4, 60s, 4096}, [](size_t) { return "never"; });
  EXPECT_EQ(result.signal, 0);
  EXPECT_TRUE(result.outcomes.empty());
}

TEST(WorkerPool, StartsJobsInOrderAndRunsMoreThanItHoldsAtOnce) {
  PoolRun result = run(40, {3, 60s, 4096}, [](size_t index) { return std::to_string(index); });
  ASSERT_EQ(result.outcomes.size(), 40u);
  for (size_t index = 0; index < 40; ++index) {
    EXPECT_EQ(result.started[index], index);
    EXPECT_EQ(result.outcomes[index].output, std::to_string(index));
  }
}

TEST(WorkerPool, RunsNoMoreJobsAtOnceThanAllowed) {
  size_t running = 0, most = 0;
  runInWorkers(
      9, {2, 60s, 4096},
      [](size_t) {
        usleep(20'000);
        return std::string();
      },
      {[&](size_t) { most = std::max(most, ++running); }, [&](size_t, WorkerOutcome) { --running; }, [] {}});
  EXPECT_EQ(most, 2u);
}

TEST(WorkerPool, AJobChangesNothingInTheParent) {
  int value = 1;
  run(1, {1, 60s, 4096}, [&](size_t) {
    value = 2;
    return "";
  });
  EXPECT_EQ(value, 1);
}

TEST(WorkerPool, ACrashCostsThatJobAloneAndNamesTheSignal) {
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string {
              signal(SIGABRT, SIG_DFL);
              abort();
            }),
            "the analyzer crashed on it (SIGABRT)");
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string {
              signal(SIGFPE, SIG_DFL);
              raise(SIGFPE);
              return "";
            }),
            "the analyzer crashed on it (SIGFPE)");
}

TEST(WorkerPool, ANullPointerIsACrashNotAStackOverflow) {
  SKIP_UNDER_ADDRESS_SANITIZER();
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string {
              int* volatile nowhere = nullptr;
              return std::to_string(*nowhere);
            }),
            "the analyzer crashed on it (SIGSEGV)");
}

TEST(WorkerPool, ACrashTellsTheLastLineOfStandardError) {
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string {
              std::cerr << "first\nthe reason\x01\n\n" << std::flush;
              raise(SIGTERM);
              return "";
            }),
            "the analyzer crashed on it (SIGTERM): the reason ");
}

TEST(WorkerPool, AMessageOfAnySizeIsCutToOneShortLine) {
  std::string failure = failureAmongGoodJobs([]() -> std::string {
    std::cerr << "first\n" << std::string(3'000'000, 'x') << std::flush;
    _exit(7);
  });
  EXPECT_THAT(failure, HasSubstr("exit status 7: xxx"));
  EXPECT_LT(failure.size(), 400u);
}

TEST(WorkerPool, AnExitStatusIsTold) {
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string { _exit(3); }),
            "the analyzer gave up on it with exit status 3");
}

TEST(WorkerPool, AnExitWithoutResultIsNoSuccess) {
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string { _exit(0); }),
            "the analyzer ended before its result was whole");
}

TEST(WorkerPool, GarbageInPlaceOfAResultIsNoSuccess) {
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string {
              // Whatever descriptor the result goes to: all of them get rubbish.
              for (int fd = 3; fd < 64; ++fd)
                (void)!write(fd, "rubbish rubbish rubbish", 23);
              _exit(0);
            }),
            "the analyzer ended before its result was whole: rubbish rubbish rubbish");
}

TEST(WorkerPool, AThrownExceptionTellsItsMessage) {
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string { throw std::runtime_error("no such thing"); }),
            "the analyzer gave up on it with exit status 1: no such thing");
}

TEST(WorkerPool, AHangIsKilledAtItsTimeLimit) {
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(failureAmongGoodJobs({2, 300ms, 4096},
                                 []() -> std::string {
                                   for (;;)
                                     pause();
                                 }),
            "took longer than 0.3 s (--file-timeout allows more)");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

TEST(WorkerPool, AHangThatHasClosedItsDescriptorsIsKilledToo) {
  EXPECT_EQ(failureAmongGoodJobs({2, 300ms, 4096},
                                 []() -> std::string {
                                   for (int fd = 0; fd < 64; ++fd)
                                     close(fd);
                                   for (;;)
                                     pause();
                                 }),
            "took longer than 0.3 s (--file-timeout allows more)");
}

TEST(WorkerPool, AMemoryHogIsStoppedAtItsLimit) {
  SKIP_UNDER_ADDRESS_SANITIZER();
  EXPECT_EQ(failureAmongGoodJobs({2, 60s, 64},
                                 []() -> std::string {
                                   std::vector<std::string> hoard;
                                   for (;;)
                                     hoard.emplace_back(1 << 20, 'x');
                                 }),
            "needed more than 64 MiB of memory (--file-memory allows more)");
}

TEST(WorkerPool, AJobWithinItsMemoryLimitSucceeds) {
  WorkerOutcome outcome =
      outcomeAmongGoodJobs({2, 60s, 64}, [] { return std::to_string(std::string(32 << 20, 'x').size()); });
  EXPECT_EQ(outcome.failure, std::nullopt);
  EXPECT_EQ(outcome.output, std::to_string(32 << 20));
}

TEST(WorkerPool, AStackOverflowIsToldAsSuch) {
  SKIP_UNDER_ADDRESS_SANITIZER();
  EXPECT_EQ(failureAmongGoodJobs([]() -> std::string { return std::to_string(recurse(0)); }),
            "ran out of stack: its code nests too deeply");
}

TEST(WorkerPool, AKillFromOutsideIsTold) {
  EXPECT_THAT(failureAmongGoodJobs([]() -> std::string {
                raise(SIGKILL);
                return "";
              }),
              HasSubstr("killed from outside (SIGKILL)"));
}

TEST(WorkerPool, NothingThatAJobPrintsReachesTheParentsOutput) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  WorkerOutcome outcome = outcomeAmongGoodJobs({2, 60s, 4096}, [] {
    std::cout << "to standard output" << std::flush;
    std::cerr << "to standard error" << std::flush;
    return "result";
  });
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(outcome.output, "result");
}

TEST(WorkerPool, ASignalKillsTheChildrenAndIsReturned) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::string marker = testing::TempDir() + "worker_pool_child_" + std::to_string(getpid());
    std::filesystem::remove(marker);
    pid_t parent = getpid();
    auto start = std::chrono::steady_clock::now();
    PoolRun result = run(8, {2, 60s, 4096}, [&](size_t index) -> std::string {
      if (index == 1)
        kill(parent, signal);
      sleep(3);
      std::ofstream(marker) << "lived on";
      return "";
    });
    EXPECT_EQ(result.signal, signal);
    EXPECT_TRUE(result.outcomes.empty());
    EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    EXPECT_FALSE(std::filesystem::exists(marker));
  }
}

TEST(WorkerPool, PutsSignalHandlersBackAsTheyWere) {
  struct sigaction before{};
  sigaction(SIGINT, nullptr, &before);
  run(1, {1, 60s, 4096}, [](size_t) { return ""; });
  struct sigaction after{};
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(WorkerPool, LeavesNoDescriptorOpen) {
  auto open = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  auto before = open();
  run(20, {4, 60s, 4096}, [](size_t index) -> std::string {
    if (index % 2)
      raise(SIGKILL);
    return "x";
  });
  EXPECT_EQ(open(), before);
}

} // namespace
} // namespace cuda_lint
