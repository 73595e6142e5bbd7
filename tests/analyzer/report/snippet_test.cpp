#include "analyzer/report/snippet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cuda_lint;
using testing::EndsWith;
using testing::StartsWith;

namespace {

TEST(Printable, LeavesTextOfAnyLanguageAlone) {
  EXPECT_EQ(printable("s[i] += größe; // 共有"), "s[i] += größe; // 共有");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ShowsBytesThatAreNotUtf8AndCharactersThatATerminalObeys) {
  EXPECT_EQ(printable("caf\xe9"), "caf<E9>");
  EXPECT_EQ(printable("\xe5\x85"), "<E5><85>");
  EXPECT_EQ(printable("\x1b[31m"), "<U+001B>[31m");
  EXPECT_EQ(printable(llvm::StringRef("a\0b", 3)), "a<U+0000>b");
  EXPECT_EQ(printable("\xe2\x80\xae"), "<U+202E>");
}

TEST(Snippet, MarksTheRangeWithItsLastByte) {
  Snippet snippet = renderSnippet("  s[i] = 1;", 3, 6, 80);
  EXPECT_EQ(snippet.line, "  s[i] = 1;");
  EXPECT_EQ(snippet.marker, "  ^~~~");
}

TEST(Snippet, AnEndBeforeTheStartMarksOneCharacter) {
  EXPECT_EQ(renderSnippet("abc", 2, 0, 80).marker, " ^");
}

TEST(Snippet, NoColumnMeansNoMark) {
  EXPECT_EQ(renderSnippet("abc", 0, 0, 80).marker, "");
}

TEST(Snippet, AColumnPastTheLineIsMarkedAtItsEnd) {
  EXPECT_EQ(renderSnippet("abc", 10, 12, 80).marker, "   ^");
}

TEST(Snippet, TabsGoToTheNextMultipleOfEight) {
  Snippet snippet = renderSnippet("\tab\tc", 5, 5, 80);
  EXPECT_EQ(snippet.line, "        ab      c");
  EXPECT_EQ(snippet.marker, "                ^");
}

TEST(Snippet, MarksByTheWidthThatCharactersHaveOnTheTerminal) {
  // é is one column of two bytes, 共 is two columns of three bytes.
  Snippet snippet = renderSnippet("é共x", 6, 6, 80);
  EXPECT_EQ(snippet.marker, "   ^");
  EXPECT_EQ(renderSnippet("é共x", 3, 5, 80).marker, " ^~");
  EXPECT_EQ(renderSnippet("\xff"
                          "x",
                          2, 2, 80)
                .marker,
            "    ^");
}

TEST(Snippet, ALongLineKeepsTheRangeInSight) {
  std::string line = std::string(100, 'a') + "XYZ" + std::string(100, 'b');
  Snippet snippet = renderSnippet(line, 101, 103, 60);
  EXPECT_EQ(snippet.line, "..." + std::string(20, 'a') + "XYZ" + std::string(37, 'b') + "...");
  EXPECT_EQ(snippet.marker, std::string(23, ' ') + "^~~");
}

TEST(Snippet, ALongLineIsCutOnTheRightAloneWhereTheRangeIsAtItsStart) {
  Snippet snippet = renderSnippet(std::string(200, 'a'), 5, 6, 60);
  EXPECT_EQ(snippet.line, std::string(60, 'a') + "...");
  EXPECT_EQ(snippet.marker, "    ^~");
}

TEST(Snippet, MegabytesOnOneLineStayAShortSnippet) {
  std::string line = std::string(10 << 20, 'a') + "X" + std::string(10 << 20, 'b');
  for (unsigned repeat = 0; repeat < 1000; ++repeat) {
    Snippet snippet = renderSnippet(line, (10 << 20) + 1, (10 << 20) + 1, 60);
    EXPECT_EQ(snippet.line, "..." + std::string(20, 'a') + "X" + std::string(39, 'b') + "...");
    EXPECT_EQ(snippet.marker, std::string(23, ' ') + "^");
  }
}

TEST(Snippet, ALineOfControlCharactersIsEscaped) {
  Snippet snippet = renderSnippet(std::string(300, '\x01'), 150, 150, 60);
  EXPECT_THAT(snippet.line, StartsWith("...<U+0001>"));
  EXPECT_THAT(snippet.line, EndsWith("<U+0001>..."));
  EXPECT_THAT(snippet.marker, EndsWith("^~~~~~~~"));
}

} // namespace
