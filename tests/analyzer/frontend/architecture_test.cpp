#include "analyzer/frontend/architecture.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

TEST(Architecture, IsReadInEverySpelling) {
  EXPECT_EQ(parseArchitecture("sm_90"), "sm_90");
  EXPECT_EQ(parseArchitecture("sm_90a"), "sm_90a");
  EXPECT_EQ(parseArchitecture("compute_80"), "sm_80");
  EXPECT_EQ(parseArchitecture("lto_75"), "sm_75");
  EXPECT_EQ(parseArchitecture("86"), "sm_86");
}

TEST(Architecture, OfAnotherVendorOrUnknownIsNone) {
  EXPECT_EQ(parseArchitecture("sm_91234"), std::nullopt);
  EXPECT_EQ(parseArchitecture("gfx90a"), std::nullopt);
  EXPECT_EQ(parseArchitecture("native"), std::nullopt);
  EXPECT_EQ(parseArchitecture("sm_"), std::nullopt);
  EXPECT_EQ(parseArchitecture(""), std::nullopt);
}

TEST(Architecture, IsNewerByItsNumberNotByItsText) {
  EXPECT_EQ(newerArchitecture("sm_90", "sm_100"), "sm_100");
  EXPECT_EQ(newerArchitecture("sm_100", "sm_90"), "sm_100");
  EXPECT_EQ(newerArchitecture("sm_75", "sm_86"), "sm_86");
}

TEST(Architecture, TheDefaultIsKnown) {
  EXPECT_EQ(parseArchitecture(defaultArchitecture), defaultArchitecture);
}

} // namespace
} // namespace cuda_lint
