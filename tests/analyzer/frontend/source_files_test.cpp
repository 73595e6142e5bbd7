#include "analyzer/frontend/source_files.h"

#include "temporary_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

namespace cuda_lint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SourceFilesTest : public ::testing::Test {
protected:
  FoundSources find(const std::vector<std::string>& paths) {
    auto found = findSourceFiles(paths);
    if (!found) {
      ADD_FAILURE() << llvm::toString(found.takeError());
      return {};
    }
    return *found;
  }
  FoundSources findAll() { return find({tree.path()}); }

  std::optional<SourceFilesError::Kind> kindOfError(const std::string& path) {
    std::optional<SourceFilesError::Kind> kind;
    auto found = findSourceFiles({path});
    if (!found)
      llvm::handleAllErrors(found.takeError(), [&](const SourceFilesError& error) {
        kind = error.kind;
        EXPECT_EQ(error.path, path);
      });
    return kind;
  }

  TemporaryTree tree;
};

TEST_F(SourceFilesTest, ADirectoryIsSearchedDeeplyAndInOrder) {
  tree.write("b.cu", "");
  tree.write("a/z.cu", "");
  tree.write("a/y/x.cu", "");
  tree.write("a/host.cpp", "");
  EXPECT_THAT(findAll().files, ElementsAre(tree.path("a/y/x.cu"), tree.path("a/z.cu"), tree.path("b.cu")));
}

TEST_F(SourceFilesTest, AFileIsTakenWhateverItsName) {
  const std::string file = tree.write("kernel.cpp", "");
  EXPECT_THAT(find({file}).files, ElementsAre(file));
}

TEST_F(SourceFilesTest, PathsKeepTheirOrderAndFilesOccurOnce) {
  const std::string b = tree.write("b/k.cu", "");
  const std::string a = tree.write("a/k.cu", "");
  EXPECT_THAT(find({b, tree.path("a"), tree.path()}).files, ElementsAre(b, a));
}

TEST_F(SourceFilesTest, ACuhThatNoCuIncludesIsAnInput) {
  tree.write("a.cu", "#include \"used.cuh\"\n");
  tree.write("used.cuh", "");
  const std::string alone = tree.write("alone.cuh", "");
  const FoundSources found = findAll();
  EXPECT_THAT(found.files, ElementsAre(tree.path("a.cu"), alone));
  EXPECT_THAT(found.includedOnly, ElementsAre(tree.path("used.cuh")));
}

TEST_F(SourceFilesTest, InclusionIsFollowedThroughOtherHeaders) {
  tree.write("a.cu", "#include \"first.h\"\n");
  tree.write("first.h", "  #  include <sub/second.cuh>\n");
  tree.write("sub/second.cuh", "#include \"../third.cuh\"\n");
  tree.write("third.cuh", "");
  EXPECT_THAT(findAll().files, ElementsAre(tree.path("a.cu")));
}

TEST_F(SourceFilesTest, ANameIsResolvedInTheTreeWhereIncludePathsAreNotKnown) {
  tree.write("src/a.cu", "#include <project/k.cuh>\n");
  tree.write("include/project/k.cuh", "");
  const std::string other = tree.write("include/other/k.cuh", "");
  EXPECT_THAT(findAll().files, ElementsAre(other, tree.path("src/a.cu")));
}

TEST_F(SourceFilesTest, AnIncludeInACommentIncludesNothing) {
  tree.write(
      "a.cu",
      "// #include \"k.cuh\"\n/*\n#include \"k.cuh\"\n*/\nconst char* s = \"#include \\\"k.cuh\\\"\";\n");
  const std::string header = tree.write("k.cuh", "");
  EXPECT_THAT(findAll().files, ElementsAre(tree.path("a.cu"), header));
}

TEST_F(SourceFilesTest, ACuThatAnotherIncludesIsNoInputButIsListed) {
  tree.write("main.cu", "#include \"kernel.cu\"\n");
  tree.write("kernel.cu", "");
  const FoundSources found = findAll();
  EXPECT_THAT(found.files, ElementsAre(tree.path("main.cu")));
  EXPECT_THAT(found.includedOnly, ElementsAre(tree.path("kernel.cu")));
}

TEST_F(SourceFilesTest, AnIncludedFileIsAnInputWhereThePathNamesIt) {
  tree.write("main.cu", "#include \"kernel.cu\"\n");
  const std::string kernel = tree.write("kernel.cu", "");
  EXPECT_THAT(find({kernel}).files, ElementsAre(kernel));
  EXPECT_THAT(find({tree.path(), kernel}).files, ElementsAre(kernel, tree.path("main.cu")));
}

TEST_F(SourceFilesTest, OfFilesThatIncludeEachOtherOneIsAnInput) {
  tree.write("a.cu", "#include \"b.cu\"\n");
  tree.write("b.cu", "#include \"a.cu\"\n");
  tree.write("self.cu", "#include \"self.cu\"\n");
  const FoundSources found = findAll();
  EXPECT_THAT(found.files, ElementsAre(tree.path("a.cu"), tree.path("self.cu")));
  EXPECT_THAT(found.includedOnly, ElementsAre(tree.path("b.cu")));
}

TEST_F(SourceFilesTest, ACircleBehindAnInputIsCoveredByIt) {
  tree.write("z.cu", "#include \"a.cu\"\n");
  tree.write("a.cu", "#include \"b.cu\"\n");
  tree.write("b.cu", "#include \"a.cu\"\n");
  EXPECT_THAT(findAll().files, ElementsAre(tree.path("z.cu")));
}

TEST_F(SourceFilesTest, HiddenAndBuildFoldersAreLeftOutBelowThePathOnly) {
  tree.write("a.cu", "");
  for (const char* folder : {".git", ".hidden", "build", "cmake-build-debug", "CMakeFiles"})
    tree.write(std::string(folder) + "/generated.cu", "");
  const std::string rebuilt = tree.write("builders/b.cu", "");
  EXPECT_THAT(findAll().files, ElementsAre(tree.path("a.cu"), rebuilt));
  EXPECT_THAT(find({tree.path("build")}).files, ElementsAre(tree.path("build/generated.cu")));
}

TEST_F(SourceFilesTest, SymbolicLinksThatLeadBackEndTheSearch) {
  tree.write("sub/a.cu", "");
  tree.link(tree.path(), "sub/up");
  tree.link(tree.path("sub"), "sub/self");
  tree.link(tree.path("gone"), "dangling.cu");
  tree.link(tree.path("sub/a.cu"), "sub/z.cu");
  EXPECT_THAT(findAll().files, ElementsAre(tree.path("sub/a.cu")));
}

TEST_F(SourceFilesTest, NoSuchPathIsItsOwnError) {
  EXPECT_EQ(kindOfError(tree.path("gone")), SourceFilesError::Kind::NoSuchPath);
  EXPECT_EQ(kindOfError(""), SourceFilesError::Kind::NoSuchPath);
}

TEST_F(SourceFilesTest, ADirectoryWithoutCudaSourceIsItsOwnError) {
  tree.write("a.cpp", "");
  EXPECT_EQ(kindOfError(tree.path()), SourceFilesError::Kind::NoCudaSource);
  auto found = findSourceFiles({tree.path()});
  ASSERT_FALSE(bool(found));
  EXPECT_THAT(llvm::toString(found.takeError()), HasSubstr(tree.path() + ": no CUDA source"));
}

TEST_F(SourceFilesTest, AFolderThatCannotBeReadIsSaid) {
  if (geteuid() == 0)
    GTEST_SKIP() << "the superuser reads every folder";
  tree.write("a.cu", "");
  tree.write("locked/b.cu", "");
  std::filesystem::permissions(tree.path("locked"), std::filesystem::perms::none);
  const FoundSources found = findAll();
  std::filesystem::permissions(tree.path("locked"), std::filesystem::perms::owner_all);
  EXPECT_THAT(found.files, ElementsAre(tree.path("a.cu")));
  ASSERT_EQ(found.unreadable.size(), 1u);
  EXPECT_EQ(found.unreadable[0].first, tree.path("locked"));
}

TEST_F(SourceFilesTest, BinaryAndHugeFilesAreSearchedForIncludesWithoutHarm) {
  const std::string binary = tree.write("a.cu", std::string("\0\xff#include \"k.cuh\"\n\x80\"'", 22));
  const std::string wide = tree.write("b.cu", std::string(10'000'000, 'x'));
  const FoundSources found = findAll();
  EXPECT_THAT(found.files, ElementsAre(binary, wide));
}

} // namespace
} // namespace cuda_lint
