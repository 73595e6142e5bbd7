#include "tuner/tool/text_table.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_tune {
namespace {

constexpr TextTable::Align kRight = TextTable::Align::Right;

TEST(TextTable, TextGoesToTheLeftAndNumbersToTheRight) {
  TextTable table({{"name"}, {"us", kRight}, {"why"}});
  table.add({"a", "1.25", "x"});
  table.add({"longer", "100.00", ""});
  EXPECT_EQ(table.text(), "name        us  why\n"
                          "a         1.25  x\n"
                          "longer  100.00\n");
}

TEST(TextTable, CellsInUtf8AlignByTheirCharacters) {
  TextTable table({{"a"}, {"b"}, {"c", kRight}});
  table.add({"µs", "x", "µ"});
  table.add({"…€", "y", "12"});
  table.add({"𝛾z", "z", "3"});
  EXPECT_EQ(table.text(), "a   b   c\n"
                          "µs  x   µ\n"
                          "…€  y  12\n"
                          "𝛾z  z   3\n");
}

TEST(TextTable, ControlCharactersBecomeSpaces) {
  TextTable table({{"a"}, {"b"}});
  table.add({"1\n2\t3", "\x1b[0m"});
  EXPECT_EQ(table.text(), "a      b\n"
                          "1 2 3   [0m\n");
}

TEST(TextTable, ATableWithoutRowsIsItsTitles) {
  const TextTable table({{"a"}, {"b", kRight}});
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.text(), "a  b\n");
}

TEST(TextTable, ARowOfAnotherLengthIsRefused) {
  TextTable table({{"a"}, {"b"}});
  EXPECT_THROW(table.add({"1"}), std::invalid_argument);
  EXPECT_THROW(table.add({"1", "2", "3"}), std::invalid_argument);
}

TEST(TextTable, WhatIsNotUtf8CountsByItsBytes) {
  EXPECT_EQ(displayWidth(""), 0u);
  EXPECT_EQ(displayWidth("\xc3\xa9"), 1u);
  EXPECT_EQ(displayWidth("\xff\xfe"), 2u);
  EXPECT_EQ(displayWidth("\x80\x80"), 2u);
  // Cut in the middle of a character, and a character that another one begins in.
  EXPECT_EQ(displayWidth("a\xe2\x82"), 2u);
  EXPECT_EQ(displayWidth("\xc3"
                         "a"),
            2u);
}

} // namespace
} // namespace cuda_tune
