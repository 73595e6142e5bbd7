#include "cuda_tune/reduce.h"

#include "tuner/jit/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>

namespace cuda_tune {
namespace {

static_assert(std::is_nothrow_move_constructible_v<Reducer> && std::is_nothrow_move_assignable_v<Reducer>);
static_assert(!std::is_copy_constructible_v<Reducer> && !std::is_copy_assignable_v<Reducer>);

using testing::HasSubstr;
using testing::Not;

template <class Work> std::string errorOf(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no Error";
  return {};
}

TEST(Reducer, WithoutADriverTheErrorSaysWhatToDo) {
  try {
    driver();
    GTEST_SKIP() << "this machine has a driver";
  } catch (const NoDriver&) {
  }
  const std::string message = errorOf([] { Reducer(0, Operation::Sum, ElementType::F32); });
  EXPECT_THAT(message, testing::AnyOf(HasSubstr("no NVIDIA driver"), HasSubstr("no CUDA device"),
                                      HasSubstr("the NVIDIA driver")));
  EXPECT_THAT(message, Not(HasSubstr("\n")));
}

TEST(Reducer, RefusesARegimeThatThereIsNot) {
  const std::string message =
      errorOf([] { Reducer(0, Operation::Sum, ElementType::F32, {.regime = "tepid"}); });
  EXPECT_THAT(message, testing::AllOf(HasSubstr("'tepid'"), HasSubstr("cold"), HasSubstr("warm")));
}

TEST(KernelOrigin, HasAName) {
  EXPECT_EQ(toString(KernelOrigin::Store), "store");
  EXPECT_EQ(toString(KernelOrigin::Compiled), "compiled");
}

} // namespace
} // namespace cuda_tune
