#include "analyzer/frontend/resource_directory.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace cuda_lint {
namespace {

TEST(ResourceDirectory, HoldsClangsCudaHeaders) {
  auto directory = clangResourceDirectory();
  ASSERT_TRUE(bool(directory)) << llvm::toString(directory.takeError());
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(*directory) / "include/cuda_wrappers"));
}

} // namespace
} // namespace cuda_lint
