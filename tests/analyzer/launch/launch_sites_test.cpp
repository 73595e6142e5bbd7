#include "launch_fixture.h"

#include <gmock/gmock.h>

namespace cuda_lint {
namespace {

using Arguments = std::vector<std::optional<int64_t>>;

TEST_F(LaunchTest, ChevronsGiveGridBlockSharedBytesAndPlace) {
  parse("__global__ void k(float* p) {}\n"
        "void run(float* p) {\n"
        "  k<<<dim3(3, 4), dim3(16, 8), 2048>>>(p);\n"
        "}\n");
  std::vector<Launch> launches = launchesOf("k");
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].grid, (Grid{3, 4, 1}));
  EXPECT_EQ(launches[0].block, (Block{16, 8, 1}));
  EXPECT_EQ(launches[0].dynamicSharedBytes, 2048u);
  EXPECT_EQ(launches[0].source, LaunchSource::LaunchSite);
  EXPECT_EQ(launches[0].file, "/src/input.cu");
}

TEST_F(LaunchTest, NoSharedBytesAreNone) {
  parse("__global__ void k() {} void run() { k<<<1, 32>>>(); }");
  ASSERT_EQ(launchesOf("k").size(), 1u);
  EXPECT_EQ(launchesOf("k")[0].dynamicSharedBytes, 0u);
}

TEST_F(LaunchTest, GridDimensionsAreKnownOneByOne) {
  parse("__global__ void k() {} void run(int n) { k<<<dim3(n / 32, 4), 32>>>(); }");
  ASSERT_EQ(launchesOf("k").size(), 1u);
  EXPECT_EQ(launchesOf("k")[0].grid, (Grid{std::nullopt, 4, 1}));
}

TEST_F(LaunchTest, AnEmptyGridIsNotKnown) {
  parse("__global__ void k() {} void run() { int blocks = 0; k<<<blocks, 32>>>(); }");
  ASSERT_EQ(launchesOf("k").size(), 1u);
  EXPECT_EQ(launchesOf("k")[0].grid, (Grid{std::nullopt, 1, 1}));
}

TEST_F(LaunchTest, IntegerArgumentsStandAtTheirPositions) {
  parse("enum Mode { Slow, Fast };\n"
        "__global__ void k(float* p, int n, float f, bool b, Mode m, unsigned char c, int unknown) {}\n"
        "void run(float* p, int u) { const int n = 1 << 20; k<<<1, 32>>>(p, n, 2.5f, true, Fast, 257, u); }");
  ASSERT_EQ(launchesOf("k").size(), 1u);
  EXPECT_EQ(launchesOf("k")[0].arguments,
            (Arguments{std::nullopt, 1 << 20, std::nullopt, 1, 1, 1, std::nullopt}));
}

TEST_F(LaunchTest, ArgumentsOfALoopAreNotKnown) {
  parse("__global__ void k(int i) {} void run() { for (int i = 0; i < 5; ++i) k<<<1, 32>>>(i); }");
  ASSERT_EQ(launchesOf("k").size(), 1u);
  EXPECT_EQ(launchesOf("k")[0].arguments, Arguments{std::nullopt});
}

TEST_F(LaunchTest, EachCallerGivesItsOwnArguments) {
  parse("__global__ void k(int n) {} void run(int n) { k<<<n / 32, 32>>>(n); }\n"
        "int main() { run(64); run(1024); }");
  std::vector<Launch> launches = launchesOf("k");
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].grid, (Grid{2, 1, 1}));
  EXPECT_EQ(launches[0].arguments, Arguments{64});
  EXPECT_EQ(launches[1].grid, (Grid{32, 1, 1}));
  EXPECT_EQ(launches[1].arguments, Arguments{1024});
}

TEST_F(LaunchTest, EqualLaunchesAreFoundOnce) {
  parse("__global__ void k(int n) {} void run() { k<<<1, 32>>>(1); k<<<1, 32>>>(1); k<<<1, 32>>>(2); }");
  EXPECT_EQ(launchesOf("k").size(), 2u);
}

TEST_F(LaunchTest, SitesWhoseBlockIsNotKnownDoNotHideOthers) {
  parse("__global__ void k() {} void run(int t) { k<<<1, t>>>(); k<<<1, 64>>>(); }");
  EXPECT_EQ(blocksOf("k"), Blocks({{64, 1, 1}}));
}

TEST_F(LaunchTest, InstantiationsAreLaunchedApart) {
  parse("template <int N> __global__ void k() {}\n"
        "template <int N> void run() { k<N><<<1, N>>>(); }\n"
        "int main() { run<64>(); run<128>(); }");
  EXPECT_EQ(blocksOf("k<64>"), Blocks({{64, 1, 1}}));
  EXPECT_EQ(blocksOf("k<128>"), Blocks({{128, 1, 1}}));
}

TEST_F(LaunchTest, SwitchOverTheBlockSizeLaunchesEachInstantiationWithItsOwn) {
  parse("template <int N> __global__ void k() {}\n"
        "int main(int argc, char** argv) {\n"
        "  int threads = atoi(argv[1]);\n"
        "  switch (threads) { case 512: k<512><<<1, threads>>>(); break; case 256: k<256><<<1, threads>>>(); "
        "break; }\n"
        "}");
  EXPECT_EQ(blocksOf("k<512>"), Blocks({{512, 1, 1}}));
  EXPECT_EQ(blocksOf("k<256>"), Blocks({{256, 1, 1}}));
}

TEST_F(LaunchTest, TheCaseAroundALaunchTellsWhatCameBefore) {
  parse("template <int N> __global__ void k() {}\n"
        "void run(int n, int threads) {\n"
        "  dim3 block(threads, 2);\n"
        "  int shared = threads * 4;\n"
        "  switch (threads) { case 512: k<512><<<n, block, shared>>>(); break; case 256: k<256><<<n, block, "
        "shared>>>(); }\n"
        "}");
  ASSERT_EQ(launchesOf("k<256>").size(), 1u);
  EXPECT_EQ(launchesOf("k<256>")[0].block, (Block{256, 2, 1}));
  EXPECT_EQ(launchesOf("k<256>")[0].dynamicSharedBytes, 1024u);
  EXPECT_EQ(blocksOf("k<512>"), Blocks({{512, 2, 1}}));
}

TEST_F(LaunchTest, ACaseTellsNothingOfWhatAVariableWasBeforeItChanged) {
  parse(
      "__global__ void k() {}\n"
      "void run(int threads) { int block = threads; threads *= 2; if (threads == 512) k<<<1, block>>>(); }");
  EXPECT_EQ(blocksOf("k"), Blocks());
}

TEST_F(LaunchTest, ACaseThatTheCallerDoesNotTakeIsNotReached) {
  parse("template <int N> __global__ void k() {} __global__ void other() {}\n"
        "void run(int threads) {\n"
        "  switch (threads) { case 512: other<<<2, threads>>>(); k<512><<<1, threads>>>(); break;\n"
        "                     case 256: other<<<1, threads>>>(); }\n"
        "}\n"
        "int main() { run(256); }");
  EXPECT_EQ(blocksOf("other"), Blocks({{256, 1, 1}}));
  EXPECT_EQ(blocksOf("k<512>"), Blocks({{512, 1, 1}}));
}

TEST_F(LaunchTest, MethodsOfClassTemplatesLaunch) {
  parse("__global__ void k() {}\n"
        "template <int N> struct Runner { static constexpr int threads = 2 * N; void run() { k<<<1, "
        "threads>>>(); } };\n"
        "int main() { Runner<32>().run(); }");
  EXPECT_EQ(blocksOf("k"), Blocks({{64, 1, 1}}));
}

TEST_F(LaunchTest, FunctionPointersAreFollowed) {
  parse("template <int N> __global__ void k() {}\n"
        "void run() { auto kernel = k<64>; kernel<<<1, 32>>>(); void (*other)() = &k<128>; other<<<1, "
        "96>>>(); }");
  EXPECT_EQ(blocksOf("k<64>"), Blocks({{32, 1, 1}}));
  EXPECT_EQ(blocksOf("k<128>"), Blocks({{96, 1, 1}}));
}

TEST_F(LaunchTest, KernelsPassedToAWrapperAreFollowed) {
  parse("__global__ void a(int n) {} __global__ void b(int n) {}\n"
        "template <class K, class... A> void launch(K kernel, dim3 grid, dim3 block, A&&... args) {\n"
        "  kernel<<<grid, block>>>(args...);\n"
        "}\n"
        "int main() { int n = 7; launch(a, 2, 64, n); launch(b, 3, dim3(8, 8), n); }");
  ASSERT_EQ(launchesOf("a").size(), 1u);
  EXPECT_EQ(launchesOf("a")[0].block, (Block{64, 1, 1}));
  EXPECT_EQ(launchesOf("a")[0].arguments, Arguments{7});
  ASSERT_EQ(launchesOf("b").size(), 1u);
  EXPECT_EQ(launchesOf("b")[0].block, (Block{8, 8, 1}));
  EXPECT_EQ(launchesOf("b")[0].grid, (Grid{3, 1, 1}));
  EXPECT_EQ(launchesOf("b")[0].arguments, Arguments{7});
}

TEST_F(LaunchTest, LaunchKernelReadsTheArgumentsBehindTheirPointers) {
  parse("__global__ void k(float* p, int n) {}\n"
        "void run(float* p) {\n"
        "  int n = 1000;\n"
        "  void* args[] = {&p, &n};\n"
        "  cudaLaunchKernel((void*)k, dim3(4), dim3(32, 4), args, 512, 0);\n"
        "}");
  ASSERT_EQ(launchesOf("k").size(), 1u);
  Launch launch = launchesOf("k")[0];
  EXPECT_EQ(launch.grid, (Grid{4, 1, 1}));
  EXPECT_EQ(launch.block, (Block{32, 4, 1}));
  EXPECT_EQ(launch.dynamicSharedBytes, 512u);
  EXPECT_EQ(launch.arguments, (Arguments{std::nullopt, 1000}));
}

TEST_F(LaunchTest, TypedAndCooperativeLaunchesAreRead) {
  parse("__global__ void a() {} __global__ void b() {}\n"
        "void run() {\n"
        "  cudaLaunchKernel(a, 4, 64, nullptr);\n"
        "  cudaLaunchCooperativeKernel((const void*)&b, dim3(4), dim3(96), nullptr, 0, 0);\n"
        "}");
  EXPECT_EQ(blocksOf("a"), Blocks({{64, 1, 1}}));
  EXPECT_EQ(blocksOf("b"), Blocks({{96, 1, 1}}));
}

TEST_F(LaunchTest, LaunchConfigurationsAreRead) {
  parse("__global__ void k(int n) {}\n"
        "void run() {\n"
        "  cudaLaunchConfig_t config = {0};\n"
        "  config.gridDim = dim3(2, 3);\n"
        "  config.blockDim = 128;\n"
        "  config.dynamicSmemBytes = 64 * sizeof(float);\n"
        "  cudaLaunchKernelEx(&config, k, 5);\n"
        "}");
  ASSERT_EQ(launchesOf("k").size(), 1u);
  Launch launch = launchesOf("k")[0];
  EXPECT_EQ(launch.grid, (Grid{2, 3, 1}));
  EXPECT_EQ(launch.block, (Block{128, 1, 1}));
  EXPECT_EQ(launch.dynamicSharedBytes, 256u);
  EXPECT_EQ(launch.arguments, Arguments{5});
}

TEST_F(LaunchTest, AnUnreachableLaunchCountsWhereThereIsNoOther) {
  parse("__global__ void a() {} __global__ void b() {}\n"
        "const bool useA = false;\n"
        "void run() { if (useA) { a<<<1, 32>>>(); b<<<1, 32>>>(); } b<<<1, 64>>>(); }");
  EXPECT_EQ(blocksOf("a"), Blocks({{32, 1, 1}}));
  EXPECT_EQ(blocksOf("b"), Blocks({{64, 1, 1}}));
}

TEST_F(LaunchTest, CodeThatForksWithoutEndIsGivenUp) {
  std::string code = "__global__ void k() {} int cond(int);\nvoid run() { int t = 1;\n";
  for (int i = 0; i < 2000; ++i)
    code += "if (cond(" + std::to_string(i) + ")) t += t;\n";
  parse(code + "k<<<1, t>>>(); }");
  EXPECT_LE(launchesOf("k").size(), 64u);
}

TEST_F(LaunchTest, LongChainsOfElseDoNotOverflowTheStack) {
  std::string code = "__global__ void k() {} void run(int n) { int t = 32; if (n == 0) t = 64;";
  for (int i = 1; i < 2000; ++i)
    code += " else if (n == " + std::to_string(i) + ") t = 96;";
  parse(code + " k<<<1, t>>>(); k<<<1, 128>>>(); }");
  EXPECT_THAT(blocksOf("k"), ::testing::Contains(Block{128, 1, 1}));
}

TEST_F(LaunchTest, LongExpressionsDoNotOverflowTheStack) {
  std::string code = "__global__ void k() {} void run(int n) { int t = n";
  for (int i = 0; i < 3000; ++i)
    code += " + n";
  parse(code + "; k<<<1, t>>>(); k<<<1, 32>>>(); }");
  EXPECT_EQ(blocksOf("k"), Blocks({{32, 1, 1}}));
}

} // namespace
} // namespace cuda_lint
