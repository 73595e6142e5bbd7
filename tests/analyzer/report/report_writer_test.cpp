#include "analyzer/report/report_writer.h"

#include "tests/analyzer/report/sample_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cuda_lint;
using testing::StartsWith;

namespace {

std::string written(Format format) {
  SourceFiles sources = test::sourcesOf({{"src/a.cu", test::sampleSource()}});
  std::string text;
  llvm::raw_string_ostream os(text);
  writeReport(format, test::fullReport(), sources, test::sampleOptions(), os);
  return text;
}

TEST(ParseFormat, KnowsEachFormatByItsName) {
  EXPECT_EQ(llvm::cantFail(parseFormat("text")), Format::Text);
  EXPECT_EQ(llvm::cantFail(parseFormat("json")), Format::Json);
  EXPECT_EQ(llvm::cantFail(parseFormat("sarif")), Format::Sarif);
  EXPECT_EQ(llvm::cantFail(parseFormat("github")), Format::Github);
}

TEST(ParseFormat, AnUnknownFormatIsAnErrorThatListsTheKnownOnes) {
  for (const char* name : {"xml", "", "JSON"}) {
    llvm::Expected<Format> format = parseFormat(name);
    ASSERT_FALSE(bool(format)) << name;
    EXPECT_EQ(llvm::toString(format.takeError()),
              std::string("unknown format '") + name + "'; known are text, json, sarif, github");
  }
}

TEST(WriteReport, WritesTheFormatAskedFor) {
  EXPECT_THAT(written(Format::Text), StartsWith("src/a.cu:3:2: warning: "));
  EXPECT_THAT(written(Format::Json), StartsWith("{\n  \"tool\""));
  EXPECT_THAT(written(Format::Sarif), StartsWith("{\n  \"$schema\""));
  EXPECT_THAT(written(Format::Github), StartsWith("::warning file="));
}

} // namespace
