#include "analyzer/warp/reconvergence.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

/// Where the lanes that part in each block of a graph meet again; the graph by the successors of each block.
/// `returns` lists the blocks that hold nothing but a return.
std::vector<uint32_t> reconvergence(const std::vector<std::vector<uint32_t>>& successors,
                                    const std::vector<uint32_t>& returns = {}) {
  std::vector<Block> blocks(successors.size());
  for (uint32_t i = 0; i < successors.size(); ++i) {
    blocks[i].successors = successors[i];
    for (uint32_t successor : successors[i])
      blocks[successor].predecessors.push_back(i);
  }
  for (uint32_t block : returns)
    blocks[block].onlyReturns = true;
  findReconvergence(blocks);
  std::vector<uint32_t> result;
  for (const Block& block : blocks)
    result.push_back(block.reconvergence);
  return result;
}

TEST(Reconvergence, OfADiamondIsItsEnd) {
  const auto meet = reconvergence({{1, 2}, {3}, {3}, {}});
  EXPECT_EQ(meet[0], 3u);
}

TEST(Reconvergence, OfAnIfWithoutElseIsTheBlockBehindIt) {
  const auto meet = reconvergence({{1, 2}, {2}, {}});
  EXPECT_EQ(meet[0], 2u);
}

TEST(Reconvergence, OfNestedDiamondsIsEachOnesOwnEnd) {
  // 0 -> {1, 5}; 1 -> {2, 3} -> 4 -> 6; 5 -> 6.
  const auto meet = reconvergence({{1, 5}, {2, 3}, {4}, {4}, {6}, {6}, {}});
  EXPECT_EQ(meet[0], 6u);
  EXPECT_EQ(meet[1], 4u);
}

TEST(Reconvergence, OfALoopsExitTestIsTheBlockBehindTheLoop) {
  // 0 -> 1 (header) -> {2 (body), 3}; 2 -> 1.
  const auto meet = reconvergence({{1}, {2, 3}, {1}, {}});
  EXPECT_EQ(meet[1], 3u);
  EXPECT_EQ(meet[2], 1u);
}

TEST(Reconvergence, OfABreakIsTheBlockBehindTheLoopAndOfAContinueTheLatch) {
  // 1 (header) -> {2, 6}; 2 (break?) -> {6, 3}; 3 (continue?) -> {5, 4}; 4 -> 5 (latch) -> 1.
  const auto meet = reconvergence({{1}, {2, 6}, {6, 3}, {5, 4}, {5}, {1}, {}});
  EXPECT_EQ(meet[1], 6u);
  EXPECT_EQ(meet[2], 6u);
  EXPECT_EQ(meet[3], 5u);
}

TEST(Reconvergence, IgnoresEdgesThatOnlyReturn) {
  // 0 -> {4 (return), 1}; 1 -> {2, 3}; both end in 4: lanes that return are gone, the others meet nowhere
  // else.
  const auto meet = reconvergence({{4, 1}, {2, 3}, {5}, {5}, {}, {}}, {4});
  EXPECT_EQ(meet[0], 1u);
  EXPECT_EQ(meet[1], 5u);
}

TEST(Reconvergence, OfAnEarlyReturnInsideABranchDoesNotDelayTheMeeting) {
  // 0 -> {1, 2}; 1 -> {3 (return), 2}; 2 ends the kernel.
  const auto meet = reconvergence({{1, 2}, {3, 2}, {}, {}}, {3});
  EXPECT_EQ(meet[0], 2u);
  EXPECT_EQ(meet[1], 2u);
}

TEST(Reconvergence, OfSidesThatEndApartIsNowhere) {
  const auto meet = reconvergence({{1, 2}, {}, {}});
  EXPECT_EQ(meet[0], kNoBlock);
}

TEST(Reconvergence, OfASwitchWithFallThroughIsItsEnd) {
  // Case 1 falls into case 2.
  const auto meet = reconvergence({{1, 2, 3, 4}, {2}, {4}, {4}, {}});
  EXPECT_EQ(meet[0], 4u);
  EXPECT_EQ(meet[1], 2u);
}

TEST(Reconvergence, OfALoopWithoutExitIsNowhereAndEnds) {
  const auto meet = reconvergence({{1}, {2, 3}, {1}, {1}});
  EXPECT_EQ(meet[0], kNoBlock);
  EXPECT_EQ(meet[1], kNoBlock);
}

TEST(Reconvergence, OfABranchIntoALoopWithoutExitIsWhereTheOtherSideCannotGo) {
  // 0 -> {1 (endless), 2}: the lanes of 2 need not wait for those that never come.
  const auto meet = reconvergence({{1, 2}, {1}, {3}, {}});
  EXPECT_EQ(meet[2], 3u);
  EXPECT_EQ(meet[1], kNoBlock);
}

} // namespace
} // namespace cuda_lint
