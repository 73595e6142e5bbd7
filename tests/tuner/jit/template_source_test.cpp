#include "tuner/jit/template_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace cuda_tune {
namespace {

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
  }
}

} // namespace
} // namespace cuda_tune
