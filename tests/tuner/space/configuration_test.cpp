#include "tuner/space/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_tune {
namespace {

using testing::HasSubstr;

const Configuration kReduce({{"block_size", "256"}, {"unroll", "4"}, {"tree", "shuffle"}});

Configuration only(std::string name, std::string value) {
  return Configuration(std::vector{std::pair(std::move(name), std::move(value))});
}

/// What the exception that `call` must throw says.
template <typename Exception, typename Call> std::string messageOf(Call call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(Configuration, GivesTheValueOfAParameter) {
  EXPECT_EQ(kReduce.at("tree"), "shuffle");
  EXPECT_EQ(kReduce.number("block_size"), 256);
}

TEST(Configuration, NamesTheParameterThatItLacks) {
  EXPECT_THAT(messageOf<std::out_of_range>([] { kReduce.at("pack_bytes"); }), HasSubstr("'pack_bytes'"));
  EXPECT_THAT(messageOf<std::out_of_range>([] { kReduce.number("pack_bytes"); }), HasSubstr("'pack_bytes'"));
}

TEST(Configuration, ANumberIsAWholeDecimalInteger) {
  EXPECT_EQ(only("n", "-3").number("n"), -3);
  EXPECT_EQ(only("n", "2147483647").number("n"), 2147483647);
  for (const char* value : {"shuffle", "", "4x", "0x10", " 4", "4 ", "+4", "1.5", "2147483648"})
    EXPECT_THAT(messageOf<std::invalid_argument>([&] { only("n", value).number("n"); }), HasSubstr("'n'"))
        << value;
}

TEST(Configuration, TextShowsTheValuesInTheirOrder) {
  EXPECT_EQ(kReduce.text(), "block_size=256 unroll=4 tree=shuffle");
  EXPECT_EQ(Configuration().text(), "");
}

TEST(Configuration, TextIsReadBack) {
  for (const Configuration& configuration :
       {kReduce, Configuration(), only("_", "Tree::shuffle"), only("a1", "-1")})
    EXPECT_EQ(Configuration::parse(configuration.text()), configuration) << configuration.text();
}

TEST(Configuration, TheOrderOfItsValuesCounts) {
  EXPECT_NE(Configuration::parse("a=1 b=2"), Configuration::parse("b=2 a=1"));
}

TEST(Configuration, RejectsWhatTextCannotHaveWritten) {
  for (const char* text : {" ", "a", "a=", "=1", "a=1 ", " a=1", "a=1  b=2", "a=1 b", "a=1\tb=2", "a=1\n",
                           "a=1=2", "1a=1", "a-b=1", "a=1,2", "a=1 a=2", "a=1 a=1", "a=\xC3\xA4"})
    EXPECT_EQ(Configuration::parse(text), std::nullopt) << text;
}

} // namespace
} // namespace cuda_tune
