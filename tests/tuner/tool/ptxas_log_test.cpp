#include "tuner/tool/ptxas_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kTwoKernels = R"(ptxas info    : 73 bytes gmem
ptxas info    : Compiling entry function '_Z6secondv' for 'sm_90'
ptxas info    : Function properties for _Z6secondv
ptxas         .     16 bytes stack frame, 24 bytes spill stores, 32 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 16 bytes cumulative stack size, 128 bytes smem
ptxas info    : Compile time = 5.999 ms
ptxas info    : Compiling entry function '_Z5firstv' for 'sm_90'
ptxas info    : Function properties for _Z5firstv
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 18 registers, used 0 barriers
ptxas info    : Compile time = 14.164 ms)";

TEST(PtxasLog, TellsTheResourcesOfEachKernel) {
  EXPECT_THAT(parsePtxasLog(kTwoKernels), ElementsAre(KernelResources{.registers = 255,
                                                                      .stackBytes = 16,
                                                                      .spillStoreBytes = 24,
                                                                      .spillLoadBytes = 32,
                                                                      .sharedBytes = 128},
                                                      KernelResources{.registers = 18}));
}

TEST(PtxasLog, ALogWithoutKernelsTellsOfNone) {
  EXPECT_THAT(parsePtxasLog(""), IsEmpty());
  EXPECT_THAT(parsePtxasLog("ptxas info    : 73 bytes gmem\nptxas info    : Used 9 registers\n"), IsEmpty());
}

TEST(PtxasLog, TheLargestIsTakenNumberByNumber) {
  const KernelResources a = {.registers = 40, .stackBytes = 8, .spillStoreBytes = 1, .sharedBytes = 64};
  const KernelResources b = {.registers = 32, .stackBytes = 16, .spillLoadBytes = 2, .sharedBytes = 128};
  const KernelResources both = {
      .registers = 40, .stackBytes = 16, .spillStoreBytes = 1, .spillLoadBytes = 2, .sharedBytes = 128};
  EXPECT_EQ(largest(a, b), both);
  EXPECT_EQ(largest(b, a), both);
}

TEST(FirstErrorLine, PassesOverWarnings) {
  EXPECT_EQ(
      firstErrorLine("a.cuh(1): warning #1: odd\n  a.cuh(3): error: no such name\r\na.cuh(4): error: x\n"),
      "a.cuh(3): error: no such name");
}

TEST(FirstErrorLine, IsTheFirstLineWhereNoneIsAnError) {
  EXPECT_EQ(firstErrorLine("something else\nand more"), "something else");
  EXPECT_EQ(firstErrorLine(""), "");
}

} // namespace
} // namespace cuda_tune
