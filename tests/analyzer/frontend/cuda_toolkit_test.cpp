#include "analyzer/frontend/cuda_toolkit.h"

#include "temporary_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace cuda_lint {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CudaToolkitTest : public ::testing::Test {
protected:
  CudaToolkitTest() {
    places.environment = [this](llvm::StringRef name) -> std::optional<std::string> {
      auto found = environment.find(name.str());
      return found == environment.end() ? std::nullopt : std::optional(found->second);
    };
    places.systemPath = tree.path("usr/local/cuda");
  }

  /// A toolkit as NVIDIA's installer lays it out. Gives its root.
  std::string install(const std::string& relative) {
    tree.write(relative + "/include/cuda_runtime.h", "");
    tree.write(relative + "/include/cccl/cuda/std/version", "");
    const std::string nvcc = tree.write(relative + "/bin/nvcc", "");
    std::filesystem::permissions(nvcc, std::filesystem::perms::owner_all);
    return tree.path(relative);
  }

  std::string found() {
    auto toolkit = findCudaToolkit(places);
    return toolkit ? toolkit->root : llvm::toString(toolkit.takeError());
  }

  TemporaryTree tree;
  ToolkitPlaces places;
  std::map<std::string, std::string> environment;
};

TEST_F(CudaToolkitTest, PlacesAreTriedInTheirOrder) {
  // From the last place to the first: each new one is preferred to those before.
  environment["VIRTUAL_ENV"] = tree.path("venv");
  const std::string wheel = install("venv/lib/python3.12/site-packages/nvidia/cu13");
  EXPECT_EQ(found(), wheel);
  places.executableDirectory = tree.path("project/build/bin");
  const std::string beside = install("project/.deps/cuda");
  EXPECT_EQ(found(), beside);
  const std::string usual = install("usr/local/cuda");
  EXPECT_EQ(found(), usual);
  const std::string onPath = install("opt/cuda");
  environment["PATH"] = tree.path("nothing") + ":" + onPath + "/bin";
  EXPECT_EQ(found(), onPath);
  environment["CUDA_HOME"] = install("home");
  EXPECT_EQ(found(), tree.path("home"));
  environment["CUDA_PATH"] = install("path");
  EXPECT_EQ(found(), tree.path("path"));
  places.cudaPath = install("given");
  EXPECT_EQ(found(), tree.path("given"));
}

TEST_F(CudaToolkitTest, NvccIsFollowedThroughSymbolicLinks) {
  const std::string real = install("opt/cuda-13.0");
  tree.link(real + "/bin/nvcc", "etc/alternatives/nvcc");
  tree.link(tree.path("etc/alternatives/nvcc"), "usr/bin/nvcc");
  environment["PATH"] = tree.path("usr/bin");
  EXPECT_EQ(found(), real);
}

TEST_F(CudaToolkitTest, ADistributionsNvccIsUsedWhereItStands) {
  // Its real path is a script in a folder of its own; the headers are beside the link.
  tree.write("usr/include/cuda_runtime.h", "");
  const std::string script = tree.write("usr/lib/nvidia/bin/nvcc", "");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  tree.link(script, "usr/bin/nvcc");
  environment["PATH"] = tree.path("usr/bin");
  EXPECT_EQ(found(), tree.path("usr"));
}

TEST_F(CudaToolkitTest, APathInTheEnvironmentWithoutAToolkitIsPassedOver) {
  environment["CUDA_PATH"] = tree.path("gone");
  const std::string usual = install("usr/local/cuda");
  EXPECT_EQ(found(), usual);
}

TEST_F(CudaToolkitTest, AGivenPathWithoutAToolkitIsAnErrorAlthoughThereAreOthers) {
  install("usr/local/cuda");
  places.cudaPath = tree.path("gone");
  EXPECT_THAT(found(), AllOf(HasSubstr("--cuda-path " + tree.path("gone")), HasSubstr("no CUDA toolkit")));
}

TEST_F(CudaToolkitTest, TheErrorNamesAllPlacesAndWhatToDo) {
  environment["CUDA_HOME"] = "/gone/home";
  environment["PATH"] = tree.path("empty");
  places.executableDirectory = tree.path("build/bin");
  EXPECT_THAT(found(), AllOf(HasSubstr("CUDA_PATH (not set)"), HasSubstr("CUDA_HOME (/gone/home)"),
                             HasSubstr("nvcc on PATH (none)"), HasSubstr(tree.path("usr/local/cuda")),
                             HasSubstr(".deps/cuda"), HasSubstr("VIRTUAL_ENV (not set)"),
                             HasSubstr("--cuda-path DIR")));
}

TEST_F(CudaToolkitTest, IncludeFoldersOfTheInstallersLayout) {
  const std::string root = install("cuda");
  const auto toolkit = toolkitAt(root);
  ASSERT_TRUE(toolkit);
  EXPECT_THAT(toolkit->includeDirectories, ElementsAre(root + "/include", root + "/include/cccl"));
}

TEST_F(CudaToolkitTest, IncludeFoldersOfATargetsLayout) {
  tree.write("cuda/targets/x86_64-linux/include/cuda_runtime.h", "");
  const auto toolkit = toolkitAt(tree.path("cuda"));
  ASSERT_TRUE(toolkit);
  EXPECT_THAT(toolkit->includeDirectories, ElementsAre(tree.path("cuda/targets/x86_64-linux/include")));
}

TEST_F(CudaToolkitTest, TheOlderWheelsAreJoinedFromTheirSiblings) {
  const std::string vendor = "site-packages/nvidia";
  tree.write(vendor + "/cuda_runtime/include/cuda_runtime.h", "");
  tree.write(vendor + "/cuda_nvcc/include/crt/host_defines.h", "");
  tree.write(vendor + "/cuda_cccl/include/cub/cub.cuh", "");
  tree.write(vendor + "/cublas/lib/libcublas.so", "");
  const auto toolkit = toolkitAt(tree.path("site-packages"));
  ASSERT_TRUE(toolkit);
  EXPECT_EQ(toolkit->root, tree.path(vendor + "/cuda_runtime"));
  EXPECT_THAT(toolkit->includeDirectories, ElementsAre(tree.path(vendor + "/cuda_runtime/include"),
                                                       tree.path(vendor + "/cuda_cccl/include"),
                                                       tree.path(vendor + "/cuda_nvcc/include")));
}

TEST_F(CudaToolkitTest, OfSeveralWheelsTheNewestCounts) {
  install("packages/nvidia/cu9");
  const std::string newest = install("packages/nvidia/cu13");
  EXPECT_EQ(toolkitAt(tree.path("packages"))->root, newest);
}

TEST_F(CudaToolkitTest, ItsRootFindsItAgain) {
  install("packages/nvidia/cu13");
  const auto toolkit = toolkitAt(tree.path("packages") + "//./");
  ASSERT_TRUE(toolkit);
  const auto again = toolkitAt(toolkit->root);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->includeDirectories, toolkit->includeDirectories);
}

TEST_F(CudaToolkitTest, AnEmptyOrAbsentPlaceHoldsNone) {
  EXPECT_FALSE(toolkitAt(""));
  EXPECT_FALSE(toolkitAt(tree.path("gone")));
  EXPECT_FALSE(toolkitAt(tree.path()));
}

} // namespace
} // namespace cuda_lint
