#include "analyzer/warp/kernel_run.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using Extents = std::array<std::optional<uint64_t>, 3>;

std::vector<BlockClass> blocksOf(const Extents& grid) {
  Launch launch;
  launch.grid = grid;
  return representativeBlocks(launch);
}

uint64_t weightOf(const std::vector<BlockClass>& blocks) {
  uint64_t sum = 0;
  for (const BlockClass& block : blocks)
    sum += block.weight;
  return sum;
}

TEST(RepresentativeBlocks, StandForTheWholeGrid) {
  for (const Extents& grid : {Extents{4096, 1, 1}, Extents{16, 16, 1}, Extents{3, 5, 7}, Extents{1, 1, 1},
                              Extents{2, 1, 1}, Extents{3, 1, 1}, Extents{1, 1, 64}})
    EXPECT_EQ(weightOf(blocksOf(grid)), *grid[0] * *grid[1] * *grid[2]);
}

TEST(RepresentativeBlocks, BeginWithOneFromTheInside) {
  const std::vector<BlockClass> blocks = blocksOf({100, 40, 1});
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_GT(*blocks[0].index[0], 0u);
  EXPECT_LT(*blocks[0].index[0], 99u);
  EXPECT_GT(*blocks[0].index[1], 0u);
  EXPECT_LT(*blocks[0].index[1], 39u);
  EXPECT_EQ(blocks[0].weight, 100u * 40 - 2);
}

TEST(RepresentativeBlocks, SeeTheLowerAndTheUpperBoundary) {
  const std::vector<BlockClass> blocks = blocksOf({100, 40, 2});
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[1].index, (Extents{0, 0, 0}));
  EXPECT_EQ(blocks[2].index, (Extents{99, 39, 1}));
  EXPECT_EQ(blocks[1].weight, 1u);
  EXPECT_EQ(blocks[2].weight, 1u);
}

TEST(RepresentativeBlocks, OfOneBlockAreOne) {
  const std::vector<BlockClass> blocks = blocksOf({1, 1, 1});
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].index, (Extents{0, 0, 0}));
  EXPECT_EQ(blocks[0].weight, 1u);
}

TEST(RepresentativeBlocks, NeverRepeatABlock) {
  for (uint64_t extent : {uint64_t{1}, uint64_t{2}, uint64_t{3}}) {
    const std::vector<BlockClass> blocks = blocksOf({extent, 1, 1});
    EXPECT_EQ(blocks.size(), extent);
    for (size_t i = 0; i < blocks.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        EXPECT_NE(blocks[i].index, blocks[j].index);
  }
}

TEST(RepresentativeBlocks, HaveNoIndexWhereTheExtentIsNotKnown) {
  const std::vector<BlockClass> unknown = blocksOf({std::nullopt, std::nullopt, std::nullopt});
  ASSERT_EQ(unknown.size(), 1u);
  EXPECT_EQ(unknown[0].index, (Extents{std::nullopt, std::nullopt, std::nullopt}));

  const std::vector<BlockClass> blocks = blocksOf({std::nullopt, 8, 1});
  ASSERT_EQ(blocks.size(), 3u);
  for (const BlockClass& block : blocks) {
    EXPECT_FALSE(block.index[0]);
    EXPECT_TRUE(block.index[1]);
  }
  EXPECT_EQ(weightOf(blocks), 8u);
}

TEST(RepresentativeBlocks, OfAnEmptyGridAreAsOfOneBlock) {
  EXPECT_EQ(blocksOf({0, 1, 1}).size(), 1u);
}

TEST(RepresentativeBlocks, OfTheLargestGridHaveWeightsThatFit) {
  const std::vector<BlockClass> blocks = blocksOf({2147483647, 65535, 1});
  EXPECT_EQ(weightOf(blocks), uint64_t{2147483647} * 65535);
}

} // namespace
} // namespace cuda_lint
