#include "analyzer/frontend/clang_arguments.h"

#include "temporary_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TranslatedArguments valueOf(llvm::Expected<TranslatedArguments> result) {
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return *result;
}

TEST(SourceOptions, KeepWhatDecidesHowSourceIsRead) {
  const std::vector<std::string> options{"-DA=1", "-I/a",         "-isystem",        "/b",         "-include",
                                         "c.h",   "-std=gnu++20", "-funsigned-char", "-nostdinc++"};
  EXPECT_EQ(sourceOptions(options), options);
}

TEST(SourceOptions, DropOutputCodeGenerationAndWarnings) {
  EXPECT_THAT(sourceOptions({"-c",
                             "a.cu",
                             "-o",
                             "a.o",
                             "-MD",
                             "-MF",
                             "a.d",
                             "-O3",
                             "-g",
                             "-fPIC",
                             "-march=native",
                             "-fopenmp",
                             "-fsanitize=address",
                             "-Wall",
                             "-Werror=shadow",
                             "-fcf-protection",
                             "-include-pch",
                             "a.pch",
                             "-Xclang",
                             "-load",
                             "-fplugin=x.so"}),
              IsEmpty());
}

TEST(SourceOptions, DropWhatClangDoesNotKnow) {
  EXPECT_THAT(sourceOptions({"-fno-such-thing", "--param=x", "-DA", "-mno-such-cpu"}), ElementsAre("-DA"));
}

TEST(ClangArguments, TakeTheArchitectureFromEitherSpelling) {
  EXPECT_EQ(valueOf(translateClangArguments({"-x", "cuda", "--cuda-gpu-arch=sm_80"}, "/")).architecture,
            "sm_80");
  EXPECT_EQ(valueOf(translateClangArguments({"--offload-arch=sm_75,sm_90"}, "/")).architecture, "sm_90");
  EXPECT_EQ(valueOf(translateClangArguments({"--offload-arch=native"}, "/")).architecture, std::nullopt);
}

TEST(ClangArguments, ReadResponseFiles) {
  TemporaryTree tree;
  tree.write("flags.rsp", "-DA -c -I\"x y\"");
  EXPECT_THAT(valueOf(translateClangArguments({"@flags.rsp"}, tree.path())).arguments,
              ElementsAre("-DA", "-Ix y"));
}

TEST(UserArguments, StayEvenWhereUnknownSoThatTheUserHearsOfIt) {
  EXPECT_THAT(valueOf(userClangArguments({"-fno-such-thing", "-DA", "-ffast-math"}, "/")).arguments,
              ElementsAre("-fno-such-thing", "-DA", "-ffast-math"));
}

TEST(UserArguments, DoNotNameInputsOutputsOrArchitecture) {
  const TranslatedArguments result = valueOf(userClangArguments(
      {"-c", "b.cu", "-o", "b.o", "-x", "cuda", "-MD", "--cuda-gpu-arch=sm_80", "--cuda-host-only", "-DA"},
      "/"));
  EXPECT_THAT(result.arguments, ElementsAre("-DA"));
  EXPECT_EQ(result.architecture, "sm_80");
}

TEST(IncludePaths, BecomeAbsoluteAndOthersStay) {
  std::vector<std::string> arguments{"-Iinc", "-I/abs", "-isystem", "sys", "-DI=inc"};
  makeIncludePathsAbsolute(arguments, "/home");
  EXPECT_THAT(arguments, ElementsAre("-I", "/home/inc", "-I", "/abs", "-isystem", "/home/sys", "-DI=inc"));
}

} // namespace
} // namespace cuda_lint
