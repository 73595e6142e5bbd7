#include "tuner/tool/element_count.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

TEST(ElementCount, ReadsNumbersPowersAndBinaryPrefixes) {
  EXPECT_EQ(parseElements("1"), 1u);
  EXPECT_EQ(parseElements("1000"), 1000u);
  EXPECT_EQ(parseElements("2^0"), 1u);
  EXPECT_EQ(parseElements("2^20"), 1048576u);
  EXPECT_EQ(parseElements("1Ki"), 1024u);
  EXPECT_EQ(parseElements("3Mi"), 3u * 1024 * 1024);
  EXPECT_EQ(parseElements("1Gi"), 1024u * 1024 * 1024);
}

TEST(ElementCount, GoesFromOneTo2To33) {
  constexpr std::uint64_t most = std::uint64_t{1} << 33;
  EXPECT_EQ(parseElements("8589934592"), most);
  EXPECT_EQ(parseElements("2^33"), most);
  EXPECT_EQ(parseElements("8Gi"), most);
  for (const char* text : {"0", "0Ki", "8589934593", "2^34", "9Gi", "2^63", "2^64", "2^99999999999999999999",
                           "18446744073709551616", "18014398509481985Ki"})
    EXPECT_EQ(parseElements(text), std::nullopt) << text;
}

TEST(ElementCount, RefusesWhatIsNoNumber) {
  for (const char* text : {"", " 1", "1 ", "-1", "+1", "1.5", "1e6", "0x10", "1K", "1k", "1ki", "Ki", "2^",
                           "3^2", "2^2Ki", "2^-1", "1000,", "one"})
    EXPECT_EQ(parseElements(text), std::nullopt) << text;
}

TEST(ElementCount, APowerOfTwoFrom1024OnIsWrittenAsOne) {
  EXPECT_EQ(formatElements(1024), "2^10");
  EXPECT_EQ(formatElements(std::uint64_t{1} << 33), "2^33");
  EXPECT_EQ(formatElements(512), "512");
  EXPECT_EQ(formatElements(1), "1");
  EXPECT_EQ(formatElements(1025), "1025");
  EXPECT_EQ(formatElements(3u << 20), "3145728");
}

TEST(ElementCount, WhatIsWrittenIsReadBack) {
  for (const std::uint64_t elements :
       {std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{1023}, std::uint64_t{1} << 20,
        (std::uint64_t{1} << 33) - 1, std::uint64_t{1} << 33})
    EXPECT_EQ(parseElements(formatElements(elements)), elements);
}

} // namespace
} // namespace cuda_tune
