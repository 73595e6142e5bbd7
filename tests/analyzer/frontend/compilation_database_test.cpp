#include "analyzer/frontend/compilation_database.h"

#include "temporary_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class CompilationDatabaseTest : public ::testing::Test {
protected:
  std::unique_ptr<CompilationDatabase> load(const std::string& json) {
    tree.write("compile_commands.json", json);
    auto database = CompilationDatabase::load(tree.path());
    if (!database) {
      ADD_FAILURE() << llvm::toString(database.takeError());
      return std::make_unique<CompilationDatabase>();
    }
    return std::move(*database);
  }

  std::string errorOf(const std::string& json) {
    tree.write("compile_commands.json", json);
    auto database = CompilationDatabase::load(tree.path());
    return database ? "no error" : llvm::toString(database.takeError());
  }

  /// One sentence that names the file.
  auto saysOfTheFile(const std::string& what) {
    return AllOf(HasSubstr(tree.path("compile_commands.json") + ": "), HasSubstr(what), Not(HasSubstr("\n")));
  }

  TemporaryTree tree;
};

TEST_F(CompilationDatabaseTest, ReadsCommandsAndArguments) {
  const auto database = load(R"([{"directory":"/b","file":"../s/a.cu","command":"nvcc -DA='x y' a.cu"},
                                 {"directory":"/b","file":"/s/b.cu","arguments":["nvcc","-DB=x y","b.cu"]}])");
  const DatabaseEntry* a = database->entryFor("/s/a.cu");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->directory, "/b");
  EXPECT_EQ(a->file, "/s/a.cu");
  EXPECT_THAT(a->command, ElementsAre("nvcc", "-DA=x y", "a.cu"));
  ASSERT_NE(database->entryFor("/s/b.cu"), nullptr);
  EXPECT_THAT(database->entryFor("/s/b.cu")->command, ElementsAre("nvcc", "-DB=x y", "b.cu"));
  EXPECT_EQ(database->entryFor("/s/c.cu"), nullptr);
}

TEST_F(CompilationDatabaseTest, TheFirstEntryOfAFileCounts) {
  const auto database = load(R"([{"directory":"/","file":"a.cu","command":"nvcc -DFIRST"},
                                 {"directory":"/","file":"a.cu","command":"nvcc -DSECOND"}])");
  ASSERT_NE(database->entryFor("/a.cu"), nullptr);
  EXPECT_THAT(database->entryFor("/a.cu")->command, ElementsAre("nvcc", "-DFIRST"));
}

TEST_F(CompilationDatabaseTest, ARelativeDirectoryIsRelativeToTheDatabase) {
  const auto database = load(R"([{"directory":"sub","file":"a.cu","command":"nvcc"}])");
  ASSERT_NE(database->entryFor(tree.path("sub/a.cu")), nullptr);
  EXPECT_EQ(database->entryFor(tree.path("sub/a.cu"))->directory, tree.path("sub"));
}

TEST_F(CompilationDatabaseTest, AFileIsFoundThroughASymbolicLink) {
  tree.write("real/a.cu", "");
  tree.link(tree.path("real"), "alias");
  const auto database = load(R"([{"directory":"real","file":"a.cu","command":"nvcc -DA"}])");
  const DatabaseEntry* entry = database->entryFor(tree.path("alias/a.cu"));
  ASSERT_NE(entry, nullptr);
  EXPECT_THAT(entry->command, ElementsAre("nvcc", "-DA"));
}

TEST_F(CompilationDatabaseTest, TheNearestEntryIsACudaSourceWithTheMostCommonFolders) {
  const auto database = load(R"([{"directory":"/p","file":"x/a.cu","command":"nvcc"},
                                 {"directory":"/p","file":"y/b.cu","command":"nvcc"},
                                 {"directory":"/p","file":"y/z/c.cpp","command":"g++"}])");
  ASSERT_NE(database->nearestEntry("/p/y/z/d.cuh"), nullptr);
  EXPECT_EQ(database->nearestEntry("/p/y/z/d.cuh")->file, "/p/y/b.cu");
  EXPECT_EQ(database->nearestEntry("/q/d.cuh")->file, "/p/x/a.cu");
  EXPECT_EQ(load(R"([{"directory":"/p","file":"c.cpp","command":"g++"}])")->nearestEntry("/p/a.cu"), nullptr);
}

TEST_F(CompilationDatabaseTest, AnEmptyListHasNoEntries) {
  EXPECT_EQ(load("[]")->entryFor("/a.cu"), nullptr);
  EXPECT_EQ(load("[]")->nearestEntry("/a.cu"), nullptr);
}

TEST_F(CompilationDatabaseTest, NamesThatAreNotUtf8LeaveTheOthersReadable) {
  const auto database = load("[{\"directory\":\"/\",\"file\":\"\xE4.cu\",\"command\":\"nvcc\"},"
                             "{\"directory\":\"/\",\"file\":\"b.cu\",\"command\":\"nvcc -DB\"}]");
  ASSERT_NE(database->entryFor("/b.cu"), nullptr);
}

TEST_F(CompilationDatabaseTest, BadFilesGiveOneSentence) {
  EXPECT_THAT(errorOf(""), saysOfTheFile("is empty"));
  EXPECT_THAT(errorOf(" \n"), saysOfTheFile("is empty"));
  EXPECT_THAT(errorOf("[{\"file\":"), saysOfTheFile("is not valid JSON"));
  EXPECT_THAT(errorOf("{}"), saysOfTheFile("is no array"));
  EXPECT_THAT(errorOf("[3]"), saysOfTheFile("entry 1 has no \"file\""));
  EXPECT_THAT(errorOf(R"([{"file":"a.cu","directory":"/","command":"nvcc"},{"file":"b.cu"}])"),
              saysOfTheFile("entry 2 has no"));
  EXPECT_THAT(errorOf(R"([{"file":"a.cu","arguments":[1]}])"), saysOfTheFile("entry 1"));
  EXPECT_THAT(errorOf(std::string("\0\x01\x02", 3)), saysOfTheFile("is not valid JSON"));
}

TEST_F(CompilationDatabaseTest, DeepNestingIsRefusedBeforeItIsParsed) {
  EXPECT_THAT(errorOf(std::string(10'000'000, '[')), saysOfTheFile("nested too deeply"));
}

TEST_F(CompilationDatabaseTest, BracketsInTextAreNoNesting) {
  const std::string brackets(1000, '[');
  EXPECT_NE(load(R"([{"directory":"/","file":"a.cu","command":"nvcc \"-DA=\\\")" + brackets + "\"}]")
                ->entryFor("/a.cu"),
            nullptr);
}

TEST_F(CompilationDatabaseTest, AMissingDatabaseIsNamed) {
  auto database = CompilationDatabase::load(tree.path("nowhere"));
  ASSERT_FALSE(bool(database));
  EXPECT_THAT(llvm::toString(database.takeError()),
              AllOf(HasSubstr(tree.path("nowhere/compile_commands.json")), HasSubstr("cannot be read")));
}

TEST_F(CompilationDatabaseTest, TensOfThousandsOfEntriesAreRead) {
  std::string json = "[";
  for (int i = 0; i < 50'000; ++i)
    json += R"({"directory":"/b","file":"/s/f)" + std::to_string(i) +
            R"(.cu","command":"nvcc -I/some/long/path -DX"},)";
  json.back() = ']';
  const auto database = load(json);
  EXPECT_NE(database->entryFor("/s/f49999.cu"), nullptr);
}

} // namespace
} // namespace cuda_lint
