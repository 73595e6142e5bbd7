#include "tuner/search/stopping_criterion.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

class TimeBudgetTest : public testing::Test {
protected:
  TimeBudget budgetOf(nanoseconds budget) {
    return TimeBudget(budget, [this] { return now_; });
  }

  steady_clock::time_point now_ = steady_clock::time_point(seconds(1000));
};

TEST_F(TimeBudgetTest, IsReachedWhenItIsUsedUpAndNotBefore) {
  TimeBudget budget = budgetOf(seconds(2));
  EXPECT_FALSE(budget.reached());
  now_ += seconds(2) - nanoseconds(1);
  EXPECT_FALSE(budget.reached());
  now_ += nanoseconds(1);
  EXPECT_TRUE(budget.reached());
  now_ += seconds(100);
  EXPECT_TRUE(budget.reached());
}

TEST_F(TimeBudgetTest, TellsWhatRemains) {
  TimeBudget budget = budgetOf(seconds(2));
  EXPECT_EQ(budget.remaining(), seconds(2));
  now_ += milliseconds(500);
  EXPECT_EQ(budget.remaining(), milliseconds(1500));
  now_ += seconds(5);
  EXPECT_EQ(budget.remaining(), seconds(0));
}

TEST_F(TimeBudgetTest, CountsFromItsConstruction) {
  TimeBudget earlier = budgetOf(seconds(2));
  now_ += seconds(1);
  TimeBudget later = budgetOf(seconds(2));
  EXPECT_EQ(earlier.remaining(), seconds(1));
  EXPECT_EQ(later.remaining(), seconds(2));
}

TEST_F(TimeBudgetTest, OfNothingIsReachedAtOnce) {
  EXPECT_TRUE(budgetOf(seconds(0)).reached());
  EXPECT_TRUE(budgetOf(seconds(-1)).reached());
}

TEST_F(TimeBudgetTest, MayBeTheLongestTimeThereIs) {
  TimeBudget budget = budgetOf(nanoseconds::max());
  now_ += seconds(3);
  EXPECT_FALSE(budget.reached());
  EXPECT_EQ(budget.remaining(), nanoseconds::max() - seconds(3));
}

TEST(TimeBudget, RunsOnTheRealClockByDefault) {
  TimeBudget budget(std::chrono::hours(1));
  EXPECT_FALSE(budget.reached());
  const nanoseconds before = budget.remaining();
  const auto start = steady_clock::now();
  while (steady_clock::now() == start) {
  }
  EXPECT_LT(budget.remaining(), before);
}

TEST(NeverStop, IsNeverReached) {
  EXPECT_FALSE(NeverStop().reached());
}

} // namespace
} // namespace cuda_tune
