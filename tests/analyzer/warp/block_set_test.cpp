#include "analyzer/warp/block_set.h"

#include <gtest/gtest.h>

#include <set>

namespace cuda_lint {
namespace {

using Index = std::array<int64_t, 3>;

std::multiset<Index> members(const BlockSet& set) {
  std::multiset<Index> blocks;
  for (int64_t x = set.ranges[0].first; x <= set.ranges[0].last; x += set.ranges[0].step)
    for (int64_t y = set.ranges[1].first; y <= set.ranges[1].last; y += set.ranges[1].step)
      for (int64_t z = set.ranges[2].first; z <= set.ranges[2].last; z += set.ranges[2].step)
        blocks.insert({x, y, z});
  return blocks;
}

void expectPartition(const BlockSet& whole, const BlockSet& part) {
  std::multiset<Index> all = members(part);
  for (const BlockSet& rest : withoutPart(whole, part)) {
    EXPECT_EQ(rest.count(), members(rest).size());
    all.merge(members(rest));
  }
  EXPECT_EQ(all, members(whole));
}

TEST(BlockSet, CountsItsMembers) {
  const BlockSet set{{{{0, 9, 3}, {2, 2, 1}, {1, 7, 2}}}};
  EXPECT_EQ(set.count(), 4u * 1 * 4);
  EXPECT_EQ(members(set).size(), 16u);
  EXPECT_TRUE(set.contains({6, 2, 5}));
  EXPECT_FALSE(set.contains({5, 2, 5}));
  EXPECT_FALSE(set.contains({6, 2, 9}));
}

TEST(BlockSet, TheMiddleIsAMember) {
  for (const IndexRange range : {IndexRange{0, 0, 1}, {0, 1, 1}, {3, 21, 6}, {5, 11, 3}})
    EXPECT_TRUE(range.contains(range.middle())) << range.first << ".." << range.last;
}

TEST(BlockSet, WhatIsLeftAndThePartMakeTheWhole) {
  const BlockSet grid{{{{0, 11, 1}, {0, 4, 1}, {0, 2, 1}}}};
  expectPartition(grid, grid);
  expectPartition(grid, {{{{5, 5, 1}, {2, 2, 1}, {0, 0, 1}}}});
  expectPartition(grid, {{{{1, 9, 4}, {0, 4, 2}, {0, 2, 1}}}});
  expectPartition({{{{1, 21, 4}, {0, 0, 1}, {0, 0, 1}}}}, {{{{5, 17, 12}, {0, 0, 1}, {0, 0, 1}}}});
}

TEST(BlockSet, NothingIsLeftOfTheWhole) {
  const BlockSet grid{{{{0, 99, 1}, {0, 4, 1}, {0, 0, 1}}}};
  EXPECT_TRUE(withoutPart(grid, grid).empty());
}

} // namespace
} // namespace cuda_lint
