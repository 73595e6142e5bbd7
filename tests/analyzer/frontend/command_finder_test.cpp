#include "analyzer/frontend/command_finder.h"

#include "temporary_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace cuda_lint {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class CommandFinderTest : public ::testing::Test {
protected:
  FileCommand commandFor(CommandFinder& finder, const std::string& file) {
    auto command = finder.commandFor(file);
    if (!command) {
      ADD_FAILURE() << llvm::toString(command.takeError());
      return {};
    }
    return *command;
  }

  TemporaryTree tree;
};

TEST_F(CommandFinderTest, FindsTheDatabaseUpwards) {
  tree.write("compile_commands.json",
             R"([{"directory":"sub","file":"deep/a.cu","command":"nvcc -DA -arch=sm_80"}])");
  const std::string file = tree.write("sub/deep/a.cu", "");
  CommandFinder finder({}, {});
  const FileCommand command = commandFor(finder, file);
  EXPECT_EQ(command.command.file, file);
  EXPECT_EQ(command.command.directory, tree.path("sub"));
  EXPECT_THAT(command.command.arguments, ElementsAre("-DA"));
  EXPECT_EQ(command.architecture, "sm_80");
}

TEST_F(CommandFinderTest, TakesTheGivenDirectoryInsteadOfLookingUpwards) {
  const std::string file = tree.write("src/a.cu", "");
  tree.write("src/compile_commands.json", R"([{"directory":".","file":"a.cu","command":"nvcc -DUPWARDS"}])");
  tree.write("out/compile_commands.json",
             R"([{"directory":".","file":"../src/a.cu","command":"nvcc -DGIVEN"}])");
  CommandFinder finder(tree.path("out"), {});
  EXPECT_THAT(commandFor(finder, file).command.arguments, ElementsAre("-DGIVEN"));
}

TEST_F(CommandFinderTest, AGivenDirectoryWithoutADatabaseIsAnError) {
  const std::string file = tree.write("a.cu", "");
  CommandFinder finder(tree.path("out"), {});
  auto command = finder.commandFor(file);
  ASSERT_FALSE(bool(command));
  EXPECT_THAT(llvm::toString(command.takeError()), HasSubstr(tree.path("out/compile_commands.json")));
}

TEST_F(CommandFinderTest, ABrokenDatabaseIsAnErrorEachTime) {
  tree.write("compile_commands.json", "oops");
  const std::string file = tree.write("a.cu", "");
  CommandFinder finder({}, {});
  for (int i = 0; i < 2; ++i) {
    auto command = finder.commandFor(file);
    ASSERT_FALSE(bool(command));
    EXPECT_THAT(llvm::toString(command.takeError()), HasSubstr("is not valid JSON"));
  }
}

TEST_F(CommandFinderTest, AnUnlistedFileTakesTheNearestListedOnesArguments) {
  tree.write("compile_commands.json", R"([{"directory":".","file":"x/a.cu","command":"nvcc -DX -std=c++20"},
                                          {"directory":".","file":"y/b.cu","command":"nvcc -DY"}])");
  const std::string file = tree.write("x/new.cu", "");
  CommandFinder finder({}, {});
  const FileCommand command = commandFor(finder, file);
  EXPECT_THAT(command.command.arguments, Contains("-DX"));
  EXPECT_THAT(command.command.arguments, Contains("-std=c++20"));
  EXPECT_THAT(command.command.arguments, Not(Contains("-DY")));
  EXPECT_THAT(command.command.arguments, Contains("-I" + tree.path("x")));
}

TEST_F(CommandFinderTest, WithoutADatabaseHeadersAreLookedForWhereTheyUsuallyAre) {
  const std::string file = tree.write("project/src/cuda/a.cu", "");
  tree.write("project/.git/HEAD", "");
  tree.write("project/include/a.h", "");
  tree.write("include/not_of_this_project.h", "");
  CommandFinder finder({}, {});
  const std::vector<std::string> arguments = commandFor(finder, file).command.arguments;
  EXPECT_EQ(arguments.front(), "-I" + tree.path("project/src/cuda"));
  EXPECT_THAT(arguments, Contains("-idirafter" + tree.path("project/include")));
  EXPECT_THAT(arguments, Contains("-idirafter" + tree.path("project")));
  EXPECT_THAT(arguments, Not(Contains("-idirafter" + tree.path("include"))));
}

TEST_F(CommandFinderTest, TheUsersArgumentsFollowTheDatabases) {
  tree.write("compile_commands.json",
             R"([{"directory":".","file":"a.cu","command":"nvcc -DA=1 -arch=sm_80"}])");
  const std::string file = tree.write("a.cu", "");
  CommandFinder finder({}, {"-UA", "--cuda-gpu-arch=sm_75"});
  const FileCommand command = commandFor(finder, file);
  EXPECT_THAT(command.command.arguments, ElementsAre("-DA=1", "-UA"));
  EXPECT_EQ(command.architecture, "sm_75");
}

TEST_F(CommandFinderTest, TheUsersArgumentsMayBeNvccs) {
  const std::string file = tree.write("a.cu", "");
  CommandFinder finder({}, {"-arch=sm_86", "--expt-relaxed-constexpr", "-Xcompiler=-DHOST", "-lineinfo"});
  const FileCommand command = commandFor(finder, file);
  EXPECT_EQ(command.architecture, "sm_86");
  EXPECT_THAT(command.command.arguments, Contains("-DHOST"));
  EXPECT_THAT(command.command.arguments, Not(Contains("-lineinfo")));
}

TEST_F(CommandFinderTest, TheUsersRelativePathsStartWhereTheUserIs) {
  tree.write("compile_commands.json", R"([{"directory":"out","file":"../a.cu","command":"nvcc"}])");
  const std::string file = tree.write("a.cu", "");
  CommandFinder finder({}, {"-Imine"});
  EXPECT_THAT(commandFor(finder, file).command.arguments,
              ElementsAre("-I", (std::filesystem::current_path() / "mine").string()));
}

} // namespace
} // namespace cuda_lint
