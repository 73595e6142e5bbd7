#include "tuner/search/exhaustive_searcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_tune {
namespace {

TEST(ExhaustiveSearcher, AsksForAllInOneRoundInTheirOrder) {
  ExhaustiveSearcher searcher(3, 5);
  EXPECT_THAT(searcher.next(), testing::ElementsAre(Trial{0, 5}, Trial{1, 5}, Trial{2, 5}));
  EXPECT_THAT(searcher.next(), testing::IsEmpty());
}

TEST(ExhaustiveSearcher, RefusesToTakeNoSample) {
  EXPECT_THROW(ExhaustiveSearcher(3, 0), std::invalid_argument);
}

} // namespace
} // namespace cuda_tune
