#include "tests/tuner/jit/nvrtc_fixture.h"

#include <gmock/gmock.h>

#include <thread>

namespace cuda_tune {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Nvrtc = NvrtcTest;

std::string textOf(const Compilation& compilation) {
  return {compilation.image.begin(), compilation.image.end()};
}

TEST_F(Nvrtc, CompilesToACubinOfTheArchitectureAsked) {
  const Compilation compilation = compile(source, 90, {"fill<1>"});
  ASSERT_TRUE(compilation.ok) << compilation.log;
  EXPECT_THAT(textOf(compilation), StartsWith("\x7f"
                                              "ELF"));
}

TEST_F(Nvrtc, LoweredNamesAreInTheOrderOfTheExpressions) {
  const Compilation compilation = compile(source, 90, {"fill<2>", "fill<1>"});
  ASSERT_TRUE(compilation.ok) << compilation.log;
  ASSERT_EQ(compilation.loweredNames.size(), 2u);
  // The Itanium ABI writes a literal template argument of int as Li…E.
  EXPECT_THAT(compilation.loweredNames[0], HasSubstr("Li2E"));
  EXPECT_THAT(compilation.loweredNames[1], HasSubstr("Li1E"));
}

TEST_F(Nvrtc, ASourceThatDoesNotCompileIsDataWithItsLog) {
  const Compilation compilation = compile({"broken.cu", "__global__ void f() { undeclared(); }", {}}, 90, {});
  EXPECT_FALSE(compilation.ok);
  EXPECT_THAT(compilation.log, HasSubstr("broken.cu(1)"));
  EXPECT_THAT(compilation.log, HasSubstr("undeclared"));
  EXPECT_TRUE(compilation.image.empty());
}

TEST_F(Nvrtc, HeadersAreFoundByName) {
  const Source with = {
      "main.cu", "#include \"part.cuh\"\n", {{"part.cuh", "extern \"C\" __global__ void part() {}"}}};
  EXPECT_TRUE(compile(with, 90, {}).ok);
  Source without = with;
  without.headers.clear();
  EXPECT_FALSE(compile(without, 90, {}).ok);
}

TEST_F(Nvrtc, OptionsReachTheCompiler) {
  const Source needs = {"main.cu", "extern \"C\" __global__ void f(int* out) { *out = VALUE; }", {}};
  EXPECT_FALSE(compile(needs, 90, {}).ok);
  EXPECT_TRUE(compile(needs, 90, {}, {"-DVALUE=3"}).ok);
}

TEST_F(Nvrtc, AnArchitectureFromTheFutureGetsPtxThatItsDriverCanCompile) {
  EXPECT_FALSE(nvrtcSupports(999));
  const Compilation compilation = compile(source, 999, {"fill<1>"});
  ASSERT_TRUE(compilation.ok) << compilation.log;
  int newest = 998;
  while (!nvrtcSupports(newest))
    --newest;
  EXPECT_THAT(textOf(compilation), HasSubstr(".target sm_" + std::to_string(newest) + "\n"));
  EXPECT_THAT(textOf(compilation), HasSubstr(compilation.loweredNames.at(0)));
}

TEST_F(Nvrtc, AnArchitectureOfThePastIsRefused) {
  try {
    compile(source, 20, {"fill<1>"});
    FAIL() << "compiled for sm_20";
  } catch (const NvrtcError& error) {
    EXPECT_THAT(error.what(), HasSubstr("NVRTC " + nvrtcVersion()));
    EXPECT_THAT(error.what(), HasSubstr("sm_20"));
  }
}

TEST_F(Nvrtc, SeveralThreadsMayCompileAtOnce) {
  std::vector<Compilation> compilations(8);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back(
        [&, i] { compilations[i] = compile(source, 90, {"fill<" + std::to_string(i) + ">"}); });
  for (std::thread& thread : threads)
    thread.join();
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(compilations[i].ok) << compilations[i].log;
    EXPECT_THAT(compilations[i].loweredNames.at(0), HasSubstr("Li" + std::to_string(i) + "E"));
  }
}

} // namespace
} // namespace cuda_tune
