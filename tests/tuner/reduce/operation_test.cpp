#include "cuda_tune/operation.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

TEST(Operation, IsSpelledInLowerCase) {
  EXPECT_EQ(toString(Operation::Sum), "sum");
  EXPECT_EQ(toString(Operation::Prod), "prod");
  EXPECT_EQ(toString(Operation::Min), "min");
  EXPECT_EQ(toString(Operation::Max), "max");
}

TEST(Operation, ParsesWhatItPrints) {
  for (const Operation operation : kOperations)
    EXPECT_EQ(parseOperation(toString(operation)), operation);
}

TEST(Operation, ParsesNothingElse) {
  for (const char* name : {"", "Sum", "su", "sums", " sum", "mean"})
    EXPECT_EQ(parseOperation(name), std::nullopt) << name;
}

} // namespace
} // namespace cuda_tune
