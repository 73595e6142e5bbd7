#include "launch_fixture.h"

namespace cuda_lint {
namespace {

class LaunchesFor : public LaunchTest {
protected:
  std::vector<Launch> of(const std::string& name, const std::vector<LaunchOverride>& overrides = {},
                         bool usesY = false, bool usesZ = false) {
    return launchesFor(*kernel(name), launches_, overrides, usesY, usesZ);
  }
};

TEST_F(LaunchesFor, AKernelWithoutASiteGetsAnAssumptionByTheIndicesItUses) {
  parse("__global__ void k(int n, float* p) {}");
  ASSERT_EQ(of("k").size(), 1u);
  EXPECT_EQ(of("k")[0].source, LaunchSource::Assumed);
  EXPECT_EQ(of("k")[0].block, (Block{256, 1, 1}));
  EXPECT_EQ(of("k")[0].grid, Grid());
  EXPECT_EQ(of("k")[0].dynamicSharedBytes, std::nullopt);
  EXPECT_EQ(of("k")[0].arguments.size(), 2u);
  EXPECT_EQ(of("k", {}, true)[0].block, (Block{32, 8, 1}));
  EXPECT_EQ(of("k", {}, true, true)[0].block, (Block{8, 8, 4}));
}

TEST_F(LaunchesFor, LaunchBoundsComeBeforeTheAssumption) {
  parse("__global__ void __launch_bounds__(128) k() {}");
  EXPECT_EQ(of("k")[0].source, LaunchSource::LaunchBounds);
  EXPECT_EQ(of("k")[0].block, (Block{128, 1, 1}));
  EXPECT_EQ(of("k", {}, true)[0].block, (Block{32, 4, 1}));
  EXPECT_EQ(of("k", {}, true, true)[0].block, (Block{8, 8, 2}));
}

TEST_F(LaunchesFor, LaunchBoundsOfAnInstantiationAreItsOwn) {
  parse("template <int N> __global__ void __launch_bounds__(N * 2) k() {}\n"
        "template __global__ void k<64>(); template __global__ void k<96>();");
  EXPECT_EQ(of("k<64>")[0].block, (Block{128, 1, 1}));
  EXPECT_EQ(of("k<96>")[0].block, (Block{192, 1, 1}));
}

TEST_F(LaunchesFor, LaunchBoundsBeyondTheHardwareAreNotUsed) {
  parse("__global__ void __launch_bounds__(4096) k() {}");
  EXPECT_EQ(of("k")[0].source, LaunchSource::Assumed);
}

TEST_F(LaunchesFor, ASiteComesBeforeLaunchBounds) {
  parse("__global__ void __launch_bounds__(128) k() {} void run() { k<<<1, 64>>>(); }");
  ASSERT_EQ(of("k").size(), 1u);
  EXPECT_EQ(of("k")[0].source, LaunchSource::LaunchSite);
  EXPECT_EQ(of("k")[0].block, (Block{64, 1, 1}));
}

TEST_F(LaunchesFor, TheCommandLineComesFirst) {
  parse("__global__ void k(int n) {} void run() { k<<<5, 64, 128>>>(9); }");
  std::vector<Launch> launches = of("k", {{"k", {7, 1, 1}, Block{32, 4, 1}}});
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].source, LaunchSource::CommandLine);
  EXPECT_EQ(launches[0].grid, (Grid{7, 1, 1}));
  EXPECT_EQ(launches[0].block, (Block{32, 4, 1}));
  EXPECT_EQ(launches[0].line, 0u);
  EXPECT_EQ(launches[0].file, "");
}

TEST_F(LaunchesFor, APartialOverrideTakesTheRestFromTheSite) {
  parse("__global__ void k(int n) {} void run() { k<<<5, 64, 128>>>(9); }");
  Launch block = of("k", {{"k", {}, Block{32, 1, 1}}})[0];
  EXPECT_EQ(block.grid, (Grid{5, 1, 1}));
  EXPECT_EQ(block.block, (Block{32, 1, 1}));
  EXPECT_EQ(block.arguments[0], 9);
  EXPECT_EQ(block.dynamicSharedBytes, std::nullopt);
  Launch grid = of("k", {{"k", {8, 1, 1}, std::nullopt}})[0];
  EXPECT_EQ(grid.grid, (Grid{8, 1, 1}));
  EXPECT_EQ(grid.block, (Block{64, 1, 1}));
  EXPECT_EQ(grid.dynamicSharedBytes, 128u);
}

TEST_F(LaunchesFor, APartialOverrideWithoutASiteTakesTheAssumption) {
  parse("__global__ void k() {}");
  Launch launch = of("k", {{"k", {8, 1, 1}, std::nullopt}}, true)[0];
  EXPECT_EQ(launch.source, LaunchSource::CommandLine);
  EXPECT_EQ(launch.block, (Block{32, 8, 1}));
}

TEST_F(LaunchesFor, OverridesAreFoundByEveryNameOfTheKernel) {
  parse("namespace a { template <class T, int N> __global__ void k() {} template __global__ void k<float, "
        "4>(); }");
  for (const char* name : {"k", "a::k", "::a::k", "k<float, 4>", "k<float,4>", "a::k<float, 4>"})
    EXPECT_EQ(of("a::k<float, 4>", {{name, {}, Block{32, 1, 1}}})[0].block, (Block{32, 1, 1})) << name;
  for (const char* name : {"b::k", "k<float, 5>", "kk", "a"})
    EXPECT_EQ(of("a::k<float, 4>", {{name, {}, Block{32, 1, 1}}})[0].block, (Block{256, 1, 1})) << name;
}

TEST_F(LaunchesFor, SeveralOverridesOfAKernelAreAllUsed) {
  parse("__global__ void k() {}");
  std::vector<Launch> launches = of("k", {{"k", {}, Block{32, 1, 1}}, {"k", {}, Block{64, 1, 1}}});
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[1].block, (Block{64, 1, 1}));
}

TEST_F(LaunchesFor, AtMostEightAreGivenAndDifferentBlocksComeFirst) {
  std::string code = "__global__ void k(int n) {} void run() {";
  for (int i = 1; i <= 10; ++i)
    code += "k<<<" + std::to_string(i) + ", 32>>>(0);";
  parse(code + "k<<<1, 64>>>(0); }");
  std::vector<Launch> launches = of("k");
  ASSERT_EQ(launches.size(), 8u);
  EXPECT_EQ(launches[0].block, (Block{32, 1, 1}));
  EXPECT_EQ(launches[1].block, (Block{64, 1, 1}));
  EXPECT_EQ(launches[2].grid, (Grid{2, 1, 1}));
}

TEST(LaunchSource, NamesAreThoseOfTheJson) {
  EXPECT_STREQ(toString(LaunchSource::CommandLine), "command-line");
  EXPECT_STREQ(toString(LaunchSource::LaunchSite), "launch-site");
  EXPECT_STREQ(toString(LaunchSource::LaunchBounds), "launch-bounds");
  EXPECT_STREQ(toString(LaunchSource::Assumed), "assumed");
}

} // namespace
} // namespace cuda_lint
