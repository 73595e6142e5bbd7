#include "tuner/jit/template_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>

namespace cuda_tune {
namespace {

namespace fs = std::filesystem;

/// A template folder of a test's own.
class TemplateFolder : public testing::Test {
protected:
  TemplateFolder() { fs::create_directories(folder); }
  ~TemplateFolder() override { fs::remove_all(folder); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

  const fs::path folder = testing::TempDir() + "cuda-tune-template-" + std::to_string(getpid());
};

TEST(TemplateSource, TheBuiltInTemplateIsTheOneInTheFolder) {
  const Source folder = templateFromFolder(std::filesystem::path(TEMPLATES) / "reduce", "reduce.cuh");
  EXPECT_EQ(folder.text, reduceTemplate().text);
  EXPECT_EQ(folder.headers, reduceTemplate().headers);
  EXPECT_EQ(contentHash(folder), contentHash(reduceTemplate()));
}

TEST(TemplateSource, TheHashTellsEveryTextAndNameApart) {
  const Source source = {"main.cuh", "ab", {{"one.cuh", "cd"}, {"two.cuh", "ef"}}};
  std::set<std::string> hashes = {contentHash(source)};
  const auto isNew = [&](auto change) {
    Source changed = source;
    change(changed);
    return hashes.insert(contentHash(changed)).second;
  };
  EXPECT_EQ(contentHash(source).size(), 16u);
  EXPECT_TRUE(isNew([](Source& s) { s.name = "other.cuh"; }));
  EXPECT_TRUE(isNew([](Source& s) { s.text = "ac"; }));
  EXPECT_TRUE(isNew([](Source& s) { s.headers[0].first = "uno.cuh"; }));
  EXPECT_TRUE(isNew([](Source& s) { s.headers[1].second = "eg"; }));
  EXPECT_TRUE(isNew([](Source& s) { s.headers.pop_back(); }));
  // The same bytes, cut elsewhere.
  EXPECT_TRUE(isNew([](Source& s) {
    s.headers[0].second = "cde";
    s.headers[1].second = "f";
  }));
  EXPECT_FALSE(isNew([](Source&) {}));
}

TEST(TemplateSource, AFolderThatCannotBeReadIsNamed) {
  try {
    templateFromFolder("/nowhere/at-all", "reduce.cuh");
    FAIL() << "read what is not there";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/nowhere/at-all/reduce.cuh"));
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
  }
}

TEST_F(TemplateFolder, EveryOtherFileIsAHeaderInTheOrderOfNames) {
  write("two.cuh", "2");
  write("main.cuh", "main");
  write("one.cuh", "1");
  fs::create_directory(folder / "notes");
  const Source source = templateFromFolder(folder, "main.cuh");
  EXPECT_EQ(source.name, "main.cuh");
  EXPECT_EQ(source.text, "main");
  EXPECT_THAT(source.headers,
              testing::ElementsAre(testing::Pair("one.cuh", "1"), testing::Pair("two.cuh", "2")));
}

TEST_F(TemplateFolder, AnEmptyFileIsAnEmptyText) {
  write("main.cuh", "main");
  write("empty.cuh", "");
  EXPECT_THAT(templateFromFolder(folder, "main.cuh").headers,
              testing::ElementsAre(testing::Pair("empty.cuh", "")));
}

TEST_F(TemplateFolder, AFolderInPlaceOfTheMainFileIsNamed) {
  fs::create_directory(folder / "main.cuh");
  try {
    templateFromFolder(folder, "main.cuh");
    FAIL() << "read a folder";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr((folder / "main.cuh").string()));
  }
}

} // namespace
} // namespace cuda_tune
