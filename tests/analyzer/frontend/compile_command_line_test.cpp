#include "analyzer/frontend/compile_command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TranslatedCommand translated(llvm::StringRef command, llvm::StringRef directory = "/src") {
  auto result = translateCommand(splitCommandLine(command), directory);
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return *result;
}

TEST(SplitCommandLine, HonoursQuotesAndBackslashes) {
  EXPECT_THAT(splitCommandLine(R"(nvcc -DA='x y' -DB=\"z\" "-I/a b" a.cu)"),
              ElementsAre("nvcc", "-DA=x y", "-DB=\"z\"", "-I/a b", "a.cu"));
}

TEST(SplitCommandLine, KeepsBackslashesOfWindowsPaths) {
  EXPECT_THAT(splitCommandLine(R"(C:\cuda\bin\nvcc.exe -IC:\inc -c a.cu)"),
              ElementsAre(R"(C:\cuda\bin\nvcc.exe)", R"(-IC:\inc)", "-c", "a.cu"));
  EXPECT_THAT(splitCommandLine(R"("C:\Program Files\cuda\nvcc.exe" -DA "-IC:\my inc")"),
              ElementsAre(R"(C:\Program Files\cuda\nvcc.exe)", "-DA", R"(-IC:\my inc)"));
}

TEST(TranslateCommand, KnowsTheCompilerByItsName) {
  for (const char* compiler : {"nvcc", "/usr/local/cuda-12.4/bin/nvcc", R"(C:\cuda\bin\nvcc.exe)"})
    EXPECT_EQ(translated(std::string(compiler) + " -arch=sm_80 -DA").translated.architecture, "sm_80")
        << compiler;
  for (const char* compiler : {"clang++", "/usr/bin/clang++-22", "clang", "x86_64-linux-gnu-g++-12", "c++"}) {
    const TranslatedArguments result =
        translated(std::string(compiler) + " --cuda-gpu-arch=sm_80 -DA").translated;
    EXPECT_EQ(result.architecture, "sm_80") << compiler;
    EXPECT_THAT(result.arguments, ElementsAre("-DA")) << compiler;
  }
}

TEST(TranslateCommand, SkipsLaunchers) {
  EXPECT_THAT(translated("ccache nvcc -DA").translated.arguments, ElementsAre("-DA"));
  EXPECT_THAT(translated("/usr/bin/env CCACHE_DIR=/c sccache /opt/nvcc -DA -rdc=true").translated.arguments,
              ElementsAre("-DA", "-fgpu-rdc", "-D__CUDACC_RDC__"));
}

TEST(TranslateCommand, TakesTheFirstThatCompilesOfSeveral) {
  EXPECT_THAT(translated("nvcc -DA -dc a.cu -o a.o && nvcc -DB -dlink a.o -o b.o").translated.arguments,
              ElementsAre("-DA", "-fgpu-rdc", "-D__CUDACC_RDC__"));
  EXPECT_THAT(translated("nvcc -DB -dlink a.o && nvcc -DA -c a.cu").translated.arguments, ElementsAre("-DA"));
  EXPECT_THAT(translated("echo hello && nvcc -DA -c a.cu").translated.arguments, ElementsAre("-DA"));
}

TEST(TranslateCommand, FollowsAChangeOfDirectory) {
  EXPECT_EQ(translated("cd build && nvcc -I. a.cu", "/src").directory, "/src/build");
  EXPECT_EQ(translated("cd /other/x/.. && nvcc -I. a.cu", "/src").directory, "/other");
  EXPECT_EQ(translated("nvcc -I. a.cu", "/src").directory, "/src");
}

TEST(TranslateCommand, WithoutACompilerGivesNothing) {
  EXPECT_THAT(translated("make all -DA").translated.arguments, IsEmpty());
  EXPECT_THAT(translated("").translated.arguments, IsEmpty());
  EXPECT_THAT(translated("&& &&").translated.arguments, IsEmpty());
}

} // namespace
} // namespace cuda_lint
