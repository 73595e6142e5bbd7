#include "analyzer/report/sarif_location.h"

#include <gtest/gtest.h>

using namespace cuda_lint;

namespace {

TEST(UriOfPath, KeepsPlainRelativePaths) {
  EXPECT_EQ(uriOfPath("src/reduce-1_v2.~a.cu"), "src/reduce-1_v2.~a.cu");
}

TEST(UriOfPath, EncodesEverythingThatAUriReadsDifferently) {
  EXPECT_EQ(uriOfPath("a b/100%:#?.cu"), "a%20b/100%25%3A%23%3F.cu");
  EXPECT_EQ(uriOfPath("gr\xc3\xb6\xc3\x9f"
                      "e.cu"),
            "gr%C3%B6%C3%9Fe.cu");
  EXPECT_EQ(uriOfPath("caf\xe9.cu"), "caf%E9.cu");
}

TEST(UriOfPath, AnAbsolutePathIsAFileUri) {
  EXPECT_EQ(uriOfPath("/opt/in c/a.cuh"), "file:///opt/in%20c/a.cuh");
}

TEST(SarifColumn, CountsUtf16UnitsFromOne) {
  EXPECT_EQ(sarifColumn("abc", 0), 1u);
  EXPECT_EQ(sarifColumn("abc", 3), 4u);
  EXPECT_EQ(sarifColumn("\xc3\xb6x", 2), 2u);         // ö
  EXPECT_EQ(sarifColumn("\xe5\x85\xb1x", 3), 2u);     // 共
  EXPECT_EQ(sarifColumn("\xf0\x9f\x98\x80x", 4), 3u); // beyond the first 2^16
}

TEST(SarifColumn, AnOffsetWithinACharacterIsAfterIt) {
  EXPECT_EQ(sarifColumn("\xe5\x85\xb1x", 1), 2u);
}

TEST(SarifColumn, BytesThatAreNotUtf8CountOneEach) {
  EXPECT_EQ(sarifColumn("\xff\xfe\xe9x", 3), 4u);
  EXPECT_EQ(sarifColumn("\xe5\x85", 2), 3u);
}

TEST(SarifColumn, PastAnUnknownLineItCountsBytes) {
  EXPECT_EQ(sarifColumn("", 5), 6u);
}

} // namespace
