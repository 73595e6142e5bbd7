#include "analyzer/launch/launch_override.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using Grid = std::array<std::optional<uint64_t>, 3>;
using Block = std::array<uint64_t, 3>;
using ::testing::HasSubstr;

std::string errorOf(llvm::StringRef text) {
  llvm::Expected<LaunchOverride> result = parseLaunchOverride(text);
  return result ? "no error" : llvm::toString(result.takeError());
}

TEST(LaunchOverride, AllPartsAreRead) {
  llvm::Expected<LaunchOverride> result = parseLaunchOverride("k=grid:10,20,30;block:16,8,2");
  ASSERT_TRUE(!!result);
  EXPECT_EQ(result->kernel, "k");
  EXPECT_EQ(result->grid, (Grid{10, 20, 30}));
  EXPECT_EQ(result->block, (Block{16, 8, 2}));
}

TEST(LaunchOverride, WhatIsLeftOutIsOne) {
  llvm::Expected<LaunchOverride> result = parseLaunchOverride("k=block:16,8;grid:4096");
  ASSERT_TRUE(!!result);
  EXPECT_EQ(result->grid, (Grid{4096, 1, 1}));
  EXPECT_EQ(result->block, (Block{16, 8, 1}));
}

TEST(LaunchOverride, APartLeftOutIsNotGiven) {
  llvm::Expected<LaunchOverride> block = parseLaunchOverride("k=block:64");
  ASSERT_TRUE(!!block);
  EXPECT_EQ(block->grid, Grid());
  llvm::Expected<LaunchOverride> grid = parseLaunchOverride("k=grid:64");
  ASSERT_TRUE(!!grid);
  EXPECT_EQ(grid->block, std::nullopt);
}

TEST(LaunchOverride, KernelNamesMayHoldTemplateArguments) {
  llvm::Expected<LaunchOverride> result = parseLaunchOverride("a::k<float, (x >= 4)>=block:64");
  ASSERT_TRUE(!!result);
  EXPECT_EQ(result->kernel, "a::k<float, (x >= 4)>");
}

TEST(LaunchOverride, TheErrorNamesTheInputAndTheForm) {
  EXPECT_EQ(errorOf("k=block:0"),
            "'--launch k=block:0': block has '0', which is not a positive number; write "
            "KERNEL=grid:X,Y,Z;block:X,Y,Z, where either part and Y and Z may be left out");
}

TEST(LaunchOverride, EachMistakeIsNamed) {
  EXPECT_THAT(errorOf(""), HasSubstr("no geometry"));
  EXPECT_THAT(errorOf("k"), HasSubstr("no geometry"));
  EXPECT_THAT(errorOf("k="), HasSubstr("no geometry"));
  EXPECT_THAT(errorOf("k=;"), HasSubstr("no geometry"));
  EXPECT_THAT(errorOf("=block:64"), HasSubstr("no kernel"));
  EXPECT_THAT(errorOf("k=blocks:64"), HasSubstr("'blocks:64' is neither"));
  EXPECT_THAT(errorOf("k=64"), HasSubstr("'64' is neither"));
  EXPECT_THAT(errorOf("k=block:64;block:32"), HasSubstr("block is given twice"));
  EXPECT_THAT(errorOf("k=grid:64;grid:64"), HasSubstr("grid is given twice"));
  EXPECT_THAT(errorOf("k=block:1,2,3,4"), HasSubstr("more than three"));
  EXPECT_THAT(errorOf("k=block:"), HasSubstr("block has ''"));
  EXPECT_THAT(errorOf("k=block:-1"), HasSubstr("block has '-1'"));
  EXPECT_THAT(errorOf("k=block:32,x"), HasSubstr("block has 'x'"));
  EXPECT_THAT(errorOf("k=block:99999999999999999999999"), HasSubstr("not a positive number"));
  EXPECT_THAT(errorOf("k=block:1025"), HasSubstr("at most 1024 threads"));
  EXPECT_THAT(errorOf("k=block:64,32"), HasSubstr("at most 1024 threads"));
  EXPECT_THAT(errorOf("k=block:1,1,128"), HasSubstr("at most 1024 threads"));
  EXPECT_THAT(errorOf("k=grid:1,65536"), HasSubstr("65535"));
}

} // namespace
} // namespace cuda_lint
