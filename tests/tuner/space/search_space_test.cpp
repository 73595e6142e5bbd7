#include "tuner/space/search_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<TuningParameter> blockAndTree() {
  return {{"block", {"256", "128", "512"}, "threads in a block"}, {"tree", {"shuffle", "shared"}, ""}};
}

std::vector<std::string> texts(const SearchSpace& space) {
  std::vector<std::string> result;
  for (const Configuration& configuration : space.configurations())
    result.push_back(configuration.text());
  return result;
}

TEST(SearchSpace, TheLastParameterVariesFastest) {
  const SearchSpace space(blockAndTree(), {});
  EXPECT_THAT(texts(space),
              ElementsAre("block=256 tree=shuffle", "block=256 tree=shared", "block=128 tree=shuffle",
                          "block=128 tree=shared", "block=512 tree=shuffle", "block=512 tree=shared"));
  EXPECT_EQ(space.combinations(), 6u);
  EXPECT_EQ(space.parameters(), blockAndTree());
}

TEST(SearchSpace, ACombinationIsCountedForTheFirstConstraintThatItBreaks) {
  const SearchSpace space(
      blockAndTree(),
      {
          {"at most 256 threads", [](const Configuration& c) { return c.number("block") <= 256; }},
          {"shared memory fits",
           [](const Configuration& c) { return c.at("tree") != "shared" || c.number("block") < 256; }},
          {"anything", [](const Configuration&) { return true; }},
      });
  EXPECT_THAT(texts(space),
              ElementsAre("block=256 tree=shuffle", "block=128 tree=shuffle", "block=128 tree=shared"));
  // 512 with both trees breaks the first; of the rest 256 with shared breaks the second.
  EXPECT_THAT(space.rejected(),
              testing::UnorderedElementsAre(Pair("at most 256 threads", 2u), Pair("shared memory fits", 1u),
                                            Pair("anything", 0u)));
  EXPECT_EQ(space.combinations(), 6u);
}

TEST(SearchSpace, AConstraintIsAskedOnceForWhatItDoesNotRead) {
  int asked = 0;
  const SearchSpace space(blockAndTree(), {{"at most 256 threads",
                                            [&](const Configuration& c) {
                                              ++asked;
                                              return c.number("block") <= 256;
                                            },
                                            {"block"}}});
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(space.configurations().size(), 4u);
  EXPECT_THAT(space.rejected(), ElementsAre(Pair("at most 256 threads", 2u)));
}

TEST(SearchSpace, RefusesAConstraintOnAParameterThatThereIsNot) {
  EXPECT_THROW(SearchSpace(blockAndTree(), {{"x", [](const Configuration&) { return true; }, {"unroll"}}}),
               std::invalid_argument);
}

TEST(SearchSpace, IsEmptyWhenAConstraintRejectsAll) {
  const SearchSpace space(blockAndTree(), {{"nothing", [](const Configuration&) { return false; }}});
  EXPECT_THAT(space.configurations(), IsEmpty());
  EXPECT_EQ(space.combinations(), 6u);
  EXPECT_THAT(space.rejected(), ElementsAre(Pair("nothing", 6u)));
}

TEST(SearchSpace, IsEmptyWhenAParameterHasNoValue) {
  const SearchSpace space({{"block", {"256"}, ""}, {"tree", {}, ""}}, {});
  EXPECT_THAT(space.configurations(), IsEmpty());
  EXPECT_EQ(space.combinations(), 0u);
}

TEST(SearchSpace, WithoutParametersHasTheOneEmptyConfiguration) {
  const SearchSpace space({}, {});
  EXPECT_THAT(space.configurations(), ElementsAre(Configuration()));
  EXPECT_EQ(space.combinations(), 1u);
}

TEST(SearchSpace, RefusesParametersThatTextCannotTellApart) {
  EXPECT_THROW(SearchSpace({{"a", {"1"}, ""}, {"a", {"2"}, ""}}, {}), std::invalid_argument);
  EXPECT_THROW(SearchSpace({{"a", {"1", "1"}, ""}}, {}), std::invalid_argument);
  EXPECT_THROW(SearchSpace({{"a b", {"1"}, ""}}, {}), std::invalid_argument);
  EXPECT_THROW(SearchSpace({{"a", {"1 b=2"}, ""}}, {}), std::invalid_argument);
}

TEST(SearchSpace, ComplexityIsTheSumOfTheValuesPositions) {
  const SearchSpace space(blockAndTree(), {});
  EXPECT_EQ(space.complexity(Configuration({{"block", "256"}, {"tree", "shuffle"}})), 0);
  EXPECT_EQ(space.complexity(Configuration({{"block", "128"}, {"tree", "shuffle"}})), 1);
  EXPECT_EQ(space.complexity(Configuration({{"block", "512"}, {"tree", "shared"}})), 3);
}

TEST(SearchSpace, ComplexityIsKnownOfRejectedCombinationsToo) {
  const SearchSpace space(blockAndTree(), {{"nothing", [](const Configuration&) { return false; }}});
  EXPECT_EQ(space.complexity(Configuration({{"block", "512"}, {"tree", "shuffle"}})), 2);
}

TEST(SearchSpace, ComplexityOfAForeignConfigurationIsRefused) {
  const SearchSpace space(blockAndTree(), {});
  for (const char* text :
       {"block=64 tree=shuffle", "block=256 unroll=1", "block=256", "block=256 tree=shuffle unroll=1", ""})
    EXPECT_THROW(space.complexity(Configuration::parse(text).value()), std::invalid_argument) << text;
}

} // namespace
} // namespace cuda_tune
