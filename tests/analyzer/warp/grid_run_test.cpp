#include "cuda_kernel.h"

#include "analyzer/warp/grid_run.h"
#include "analyzer/warp/interpreter.h"
#include "analyzer/warp/request_cost.h"

#include <gtest/gtest.h>

#include <map>

namespace cuda_lint {
namespace {

/// Costs and divergence of every instruction, over the grid.
class Sums : public GridSink {
public:
  void memoryAccess(const MemoryAccess& access) override {
    if (access.space == AddressSpace::Local)
      return;
    EXPECT_TRUE(access.space == AddressSpace::Global || access.space == AddressSpace::Shared);
    const std::optional<RequestOffsets> offsets = requestOffsets(access);
    ASSERT_TRUE(offsets);
    EXPECT_FALSE(offsets->isBounded);
    EXPECT_FALSE(access.isAssumed || access.possible || access.aside);
    if (access.space == AddressSpace::Shared) {
      const SharedCost cost = sharedCost(offsets->offsets, access.mask, access.bytes, serviceOf(access));
      add(access.instruction, {1, cost.wavefronts, cost.ideal, laneCount(access.mask)});
    } else {
      const GlobalCost cost = globalCost(offsets->offsets, access.mask, access.bytes);
      add(access.instruction, {1, cost.sectors, cost.lines, laneCount(access.mask)});
    }
  }
  void branch(const BranchExecution& branch) override {
    EXPECT_TRUE(branch.isKnown);
    add(branch.instruction, {1, branch.sides > 1, laneCount(branch.active), 0});
  }
  void endBlock(uint64_t blocks) override {
    for (const auto& [instruction, numbers] : block_)
      for (size_t i = 0; i < numbers.size(); ++i)
        total[instruction][i] += numbers[i] * blocks;
    block_.clear();
  }
  void dropBlock() override { block_.clear(); }

  using Numbers = std::array<uint64_t, 4>;
  std::map<const llvm::Instruction*, Numbers> total;

private:
  void add(const llvm::Instruction* instruction, Numbers numbers) {
    for (size_t i = 0; i < numbers.size(); ++i)
      block_[instruction][i] += numbers[i];
  }
  std::map<const llvm::Instruction*, Numbers> block_;
};

Launch launchOf(std::array<uint64_t, 3> grid, std::array<uint64_t, 3> block, std::vector<int64_t> integers) {
  Launch launch;
  for (unsigned i = 0; i < 3; ++i)
    launch.grid[i] = grid[i];
  launch.block = block;
  // Two pointers come first.
  launch.arguments = {std::nullopt, std::nullopt};
  launch.arguments.insert(launch.arguments.end(), integers.begin(), integers.end());
  return launch;
}

/// What the definition says: every block for itself.
void runEachBlock(const Program& program, const Launch& launch, Sums& sums) {
  Interpreter interpreter(program, launch, sums, {});
  const uint64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  for (uint64_t z = 0; z < *launch.grid[2]; ++z)
    for (uint64_t y = 0; y < *launch.grid[1]; ++y)
      for (uint64_t x = 0; x < *launch.grid[0]; ++x) {
        WarpPosition position;
        position.block = {x, y, z};
        for (uint64_t first = 0; first < threads; first += kWarpSize) {
          position.warp = static_cast<unsigned>(first / kWarpSize);
          const auto lanes = static_cast<unsigned>(std::min<uint64_t>(threads - first, kWarpSize));
          position.lanes = lanes == kWarpSize ? kFullMask : (ActiveMask{1} << lanes) - 1;
          ASSERT_EQ(interpreter.runWarp(position, ~uint64_t{0}), RunOutcome::Finished);
        }
        sums.endBlock(1);
      }
}

/// Blocks that were run.
uint64_t expectSameAsEachBlock(const std::string& body, const Launch& launch) {
  const CudaKernel kernel("__global__ void k(float* in, float* out, int n, int m) {\n" + body + "\n}\n");
  Sums shared, apart;
  const GridRunResult result = runGrid(kernel.program(), launch, ~uint64_t{0}, shared);
  EXPECT_EQ(result.gaveUp, "");
  EXPECT_EQ(result.covered, result.blocks);
  runEachBlock(kernel.program(), launch, apart);
  EXPECT_FALSE(apart.total.empty());
  EXPECT_EQ(shared.total, apart.total) << body;
  return result.run;
}

constexpr const char* kIndex = "const int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

TEST(GridRun, OneBlockStandsForAllThatDoTheSame) {
  EXPECT_EQ(expectSameAsEachBlock(std::string(kIndex) + "out[i] = in[i];",
                                  launchOf({100, 1, 1}, {256, 1, 1}, {0, 0})),
            1u);
}

TEST(GridRun, TheLastBlockOfAGuardIsRunToo) {
  EXPECT_EQ(expectSameAsEachBlock(std::string(kIndex) + "if (i < n) out[i] = in[i];",
                                  launchOf({100, 1, 1}, {256, 1, 1}, {25500, 0})),
            2u);
}

TEST(GridRun, WhereRowsStartInALineMakesClasses) {
  // 25 words a block: four blocks fill 100 words, 400 bytes; after 32 blocks the place in a line repeats.
  EXPECT_LE(expectSameAsEachBlock("out[blockIdx.x * 25 + threadIdx.x] = in[threadIdx.x];",
                                  launchOf({320, 1, 1}, {32, 1, 1}, {0, 0})),
            32u);
}

TEST(GridRun, GridStridesEndBlockByBlock) {
  expectSameAsEachBlock(
      "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
      "  out[i] = in[i];",
      launchOf({24, 1, 1}, {64, 1, 1}, {10007, 0}));
}

TEST(GridRun, GuardsInTwoDimensions) {
  EXPECT_LE(expectSameAsEachBlock(
                "const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
                "if (x < n && y < m) out[y * n + x] = in[x * m + y];",
                launchOf({13, 9, 1}, {16, 16, 1}, {200, 136})),
            117u);
}

TEST(GridRun, ALinearBlockNumberOverTwoDimensions) {
  expectSameAsEachBlock("const int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;\n"
                        "if (i < n) out[i] = in[i];",
                        launchOf({7, 11, 1}, {64, 1, 1}, {4000, 0}));
}

TEST(GridRun, QuotientsAndRemaindersOfTheBlock) {
  expectSameAsEachBlock("const int row = blockIdx.x / n, column = blockIdx.x % n;\n"
                        "out[row * 1000 + column * 32 + threadIdx.x] = in[column + threadIdx.x * 2];",
                        launchOf({60, 1, 1}, {32, 1, 1}, {7, 0}));
}

TEST(GridRun, RolesByTheParityOfTheBlock) {
  EXPECT_EQ(expectSameAsEachBlock("if (blockIdx.x & 1) out[threadIdx.x] = 0; else out[threadIdx.x * 2] = 1;",
                                  launchOf({64, 1, 1}, {64, 1, 1}, {0, 0})),
            2u);
}

TEST(GridRun, SwizzlesOfTheBlock) {
  expectSameAsEachBlock("__shared__ float tile[1024];\n"
                        "tile[(threadIdx.x * 32) ^ (blockIdx.x & 31)] = in[threadIdx.x];\n"
                        "out[(blockIdx.x ^ 5) * 32 + threadIdx.x] = 1;",
                        launchOf({48, 1, 1}, {32, 1, 1}, {0, 0}));
}

TEST(GridRun, NegativeIndicesAtTheRim) {
  expectSameAsEachBlock(std::string(kIndex) + "const int left = i - 40;\nif (left >= 0) out[left] = in[i];\n"
                                              "if (max(left, 0) + min(i, n) > 100) in[i] = 0;",
                        launchOf({40, 1, 1}, {64, 1, 1}, {1234, 0}));
}

TEST(GridRun, UnsignedDifferencesThatWrap) {
  expectSameAsEachBlock("const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "const unsigned left = i - 100u;\nif (left < 500u) out[left] = in[i];",
                        launchOf({30, 1, 1}, {64, 1, 1}, {0, 0}));
}

TEST(GridRun, ProductsOfTheBlockWithLanesAndItself) {
  expectSameAsEachBlock("out[threadIdx.x * blockIdx.x] = in[blockIdx.x * blockIdx.x + threadIdx.x];",
                        launchOf({20, 1, 1}, {32, 1, 1}, {0, 0}));
}

TEST(GridRun, LoopsAsLongAsTheBlockIsFar) {
  expectSameAsEachBlock(
      "float sum = 0;\nfor (int j = 0; j <= (int)blockIdx.x; ++j) sum += in[j * 32 + threadIdx.x];\n"
      "out[blockIdx.x * 32 + threadIdx.x] = sum;",
      launchOf({12, 1, 1}, {32, 1, 1}, {0, 0}));
}

TEST(GridRun, SwitchesOverTheBlock) {
  expectSameAsEachBlock(
      "switch (blockIdx.y) {\ncase 0: out[threadIdx.x] = 1; break;\ncase 3: out[threadIdx.x * 3] = 2; "
      "break;\ndefault: in[threadIdx.x * 2 + blockIdx.x] = 3;\n}",
      launchOf({5, 6, 2}, {48, 1, 1}, {0, 0}));
}

TEST(GridRun, HashesOfTheBlockThatWrap) {
  for (uint64_t blocks : {6, 8, 9, 13, 16})
    expectSameAsEachBlock(
        "unsigned long long h = blockIdx.x * 0x9E3779B97F4A7C15ull;\n"
        "out[(h >> 50) + threadIdx.x * ((h >> 40) & 3)] = 1;\n"
        "unsigned narrow = blockIdx.x * 2654435769u;\nin[(narrow >> 20) + threadIdx.x] = 1;",
        launchOf({blocks, 1, 1}, {64, 1, 1}, {0, 0}));
  expectSameAsEachBlock("out[((blockIdx.x * 64ull + threadIdx.x) * 0x9E3779B97F4A7C15ull) >> 54] = 1;",
                        launchOf({40, 1, 1}, {64, 1, 1}, {0, 0}));
}

TEST(GridRun, NarrowAndWideIntegers) {
  expectSameAsEachBlock("const unsigned char low = blockIdx.x * 3 + threadIdx.x;\n"
                        "const long long far = (long long)blockIdx.x * 40 - 7;\n"
                        "out[low] = in[(far > 90 ? far : 0) + threadIdx.x];",
                        launchOf({70, 1, 1}, {32, 1, 1}, {0, 0}));
}

TEST(GridRun, LocalArraysIndexedByTheBlock) {
  expectSameAsEachBlock(
      "int starts[3] = {0, n, m};\nout[starts[blockIdx.x % 3] + threadIdx.x] = in[threadIdx.x];",
      launchOf({9, 1, 1}, {32, 1, 1}, {64, 129}));
}

TEST(GridRun, BlocksBeyondTheBudgetAreToldAsNotCovered) {
  const CudaKernel kernel("__global__ void k(float* out) { out[blockIdx.x * blockIdx.x] = threadIdx.x; }");
  Sums sums;
  Launch launch;
  launch.grid = {1000, 1, 1};
  launch.block = {32, 1, 1};
  const GridRunResult result = runGrid(kernel.program(), launch, 100, sums);
  EXPECT_EQ(result.gaveUp, "");
  EXPECT_EQ(result.blocks, 1000u);
  EXPECT_EQ(result.covered, result.run);
  EXPECT_LT(result.covered, 50u);
  EXPECT_GT(result.covered, 0u);
  // Only whole blocks count.
  for (const auto& [instruction, numbers] : sums.total)
    EXPECT_EQ(numbers[0], result.run);
}

TEST(GridRun, ALoopWithoutAnEndIsGivenUp) {
  const CudaKernel kernel("__global__ void k(float* out) { while (true) __syncthreads(); }");
  Sums sums;
  Launch launch;
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  EXPECT_NE(runGrid(kernel.program(), launch, 1'000'000, sums).gaveUp, "");
}

} // namespace
} // namespace cuda_lint
