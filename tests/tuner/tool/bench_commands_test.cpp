#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

using testing::HasSubstr;

namespace {

struct Outcome {
  int status = -1;
  /// Of both streams.
  std::string output;
};

/// Runs cuda-tune; the GPU is hidden from it, so that the outcome is the same everywhere.
Outcome runTool(const std::string& arguments) {
  const std::string command = "CUDA_VISIBLE_DEVICES= '" CUDA_TUNE_PROGRAM "' " + arguments + " 2>&1";
  Outcome outcome;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe)
    return outcome;
  std::array<char, 4096> piece;
  while (const std::size_t length = std::fread(piece.data(), 1, piece.size(), pipe))
    outcome.output.append(piece.data(), length);
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

} // namespace

TEST(BenchCommand, WithoutAGpuIsStatusFour) {
  const Outcome outcome = runTool("bench --op sum --type f32 --size 2^10");
  EXPECT_EQ(outcome.status, 4) << outcome.output;
  EXPECT_THAT(outcome.output, testing::StartsWith("cuda-tune: "));
}

TEST(LadderCommand, WithoutAGpuIsStatusFour) {
  const Outcome outcome = runTool("ladder");
  EXPECT_EQ(outcome.status, 4) << outcome.output;
  EXPECT_THAT(outcome.output, testing::StartsWith("cuda-tune: "));
}

TEST(BenchCommand, RefusesValuesThatAreNone) {
  for (const char* arguments :
       {"--op median", "--type f8", "--size 0", "--samples 0", "--samples many", "--device -1", "--device 1x",
        "--regime tepid", "--format xml", "--nonsense"}) {
    const Outcome outcome = runTool(std::string("bench ") + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments << ": " << outcome.output;
    EXPECT_THAT(outcome.output,
                HasSubstr(std::string(arguments).substr(0, std::string(arguments).find(' '))));
  }
}

TEST(LadderCommand, RefusesValuesThatAreNone) {
  for (const char* arguments : {"--size none", "--samples -3", "--format csv", "--op sum"}) {
    const Outcome outcome = runTool(std::string("ladder ") + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments << ": " << outcome.output;
  }
}

TEST(BenchCommand, HelpNamesItsOptions) {
  const Outcome outcome = runTool("bench --help");
  EXPECT_EQ(outcome.status, 0);
  for (const char* option :
       {"--op", "--type", "--size", "--device", "--db", "--samples", "--regime", "--format", "--output"})
    EXPECT_THAT(outcome.output, HasSubstr(option));
}
