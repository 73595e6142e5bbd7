#include "tuner/tool/ladder_rung.h"

#include "tuner/tool/ladder_reduction.h"
#include "tuner/verify/element_bytes.h"

#include <gtest/gtest.h>

using namespace cuda_tune;

TEST(LadderRung, TheLadderGoesFromV0ToV8) {
  std::vector<std::string> names;
  for (const LadderRung& rung : ladderRungs())
    names.emplace_back(rung.name);
  EXPECT_EQ(names, (std::vector<std::string>{"v0", "v1", "v2", "v3", "v4", "v4.1", "v5", "v8"}));
  EXPECT_STREQ(topRung().name, "v8");
}

TEST(LadderRung, EveryRungHasItsProgramInside) {
  for (const LadderRung& rung : ladderRungs()) {
    const Source source = sourceOf(rung);
    const std::string kernel = std::string(rung.kernel).substr(0, std::string(rung.kernel).find('<'));
    EXPECT_EQ(source.name, rung.file);
    EXPECT_NE(source.text.find(" " + kernel + "("), std::string::npos) << rung.name;
  }
}

TEST(LadderRung, BlocksTakeAllElements) {
  // 256 threads: one element each, then two, then packs of four with at most 2048 blocks (ladder.h).
  EXPECT_EQ(ladderRungs()[0].blocks(257), 2u);
  EXPECT_EQ(ladderRungs()[0].blocks(256), 1u);
  EXPECT_EQ(ladderRungs()[3].blocks(512), 1u);
  EXPECT_EQ(ladderRungs()[3].blocks(513), 2u);
  EXPECT_EQ(topRung().blocks(1025), 2u);
  EXPECT_EQ(topRung().blocks(std::uint64_t{1} << 30), 2048u);
}

TEST(LadderRung, HeightCoversWhatAThreadAddsInARowAndTheTree) {
  // v0: the 8 steps of a tree over 256. v8 of 2^30 elements: 512 packs, 4 sums of a thread, the same tree.
  EXPECT_GE(ladderRungs()[0].height(1 << 20), 8);
  EXPECT_GE(topRung().height(std::uint64_t{1} << 30), 512 + 2 + 8);
  EXPECT_LE(topRung().height(std::uint64_t{1} << 30), 512 + 32);
}

TEST(LadderReduction, AddsBlockSumsWithMoreThanSinglePrecision) {
  // 2^24 + 1 + 1: singly, each 1 would be lost.
  std::vector<std::byte> sums(3 * sizeof(float));
  writeFloat(ElementType::F32, sums, 0, 16777216);
  writeFloat(ElementType::F32, sums, 1, 1);
  writeFloat(ElementType::F32, sums, 2, 1);
  EXPECT_EQ(readFloat(ElementType::F32, addBlockSums(sums), 0), 16777218);
}

TEST(LadderKernel, EveryRungCompiles) {
  try {
    if (!nvrtcSupports(90))
      GTEST_SKIP() << "NVRTC does not know sm_90";
  } catch (const NvrtcError& error) {
    GTEST_SKIP() << error.what();
  }
  for (const LadderRung& rung : ladderRungs()) {
    const Compilation compilation = compile(sourceOf(rung), 90, {rung.kernel});
    EXPECT_TRUE(compilation.ok) << rung.name << ": " << compilation.log;
    EXPECT_EQ(compilation.loweredNames.size(), 1u);
  }
}
