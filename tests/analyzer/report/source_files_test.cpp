#include "analyzer/report/source_files.h"

#include "tests/analyzer/report/sample_report.h"

#include <gtest/gtest.h>

using namespace cuda_lint;

namespace {

SourceText textOf(llvm::StringRef text) {
  return SourceText(llvm::MemoryBuffer::getMemBufferCopy(text));
}

TEST(SourceText, LinesEndAsClangCountsThem) {
  SourceText text = textOf("one\ntwo\r\nthree\rfour");
  EXPECT_EQ(text.line(1), "one");
  EXPECT_EQ(text.line(2), "two");
  EXPECT_EQ(text.line(3), "three");
  EXPECT_EQ(text.line(4), "four");
}

TEST(SourceText, ALineThatIsNotThereIsEmpty) {
  SourceText text = textOf("one\n");
  EXPECT_EQ(text.line(0), "");
  EXPECT_EQ(text.line(2), "");
  EXPECT_EQ(text.line(3), "");
  EXPECT_EQ(textOf("").line(1), "");
}

TEST(SourceText, OffsetsAndLinesAgree) {
  SourceText text = textOf("a\n\nbc\r\nd");
  EXPECT_EQ(text.lineStart(1), 0u);
  EXPECT_EQ(text.lineStart(2), 2u);
  EXPECT_EQ(text.lineStart(3), 3u);
  EXPECT_EQ(text.lineStart(4), 7u);
  EXPECT_EQ(text.lineStart(5), 8u);
  EXPECT_EQ(text.lineAt(0), 1u);
  EXPECT_EQ(text.lineAt(1), 1u);
  EXPECT_EQ(text.lineAt(2), 2u);
  EXPECT_EQ(text.lineAt(6), 3u);
  EXPECT_EQ(text.lineAt(8), 4u);
}

TEST(SourceFiles, FindsRelativeAndAbsolutePaths) {
  SourceFiles files = test::sourcesOf({{"src/a.cu", "relative"}, {"/opt/b.cuh", "absolute"}});
  ASSERT_NE(files.find("src/a.cu"), nullptr);
  EXPECT_EQ(files.find("src/a.cu")->text(), "relative");
  ASSERT_NE(files.find("/opt/b.cuh"), nullptr);
  EXPECT_EQ(files.find("/opt/b.cuh")->text(), "absolute");
  EXPECT_EQ(files.find("src/a.cu"), files.find("src/a.cu"));
}

TEST(SourceFiles, WhatCannotBeReadIsNull) {
  SourceFiles files = test::sourcesOf({{"src/a.cu", "x"}});
  EXPECT_EQ(files.find("src/b.cu"), nullptr);
  EXPECT_EQ(files.find("src"), nullptr);
  EXPECT_EQ(files.find(""), nullptr);
}

} // namespace
