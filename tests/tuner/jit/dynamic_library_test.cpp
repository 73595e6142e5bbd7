#include "tuner/jit/dynamic_library.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

constexpr const char* kC = "libc.so.6";
constexpr const char* kMath = "libm.so.6";
constexpr const char* kMissing = "libthere-is-no-such-library.so.1";

TEST(DynamicLibrary, IsTheFirstCandidateThatLoads) {
  // The C library has no cosine.
  const auto math = DynamicLibrary::open({kMissing, kMath, kC});
  ASSERT_TRUE(math);
  EXPECT_NE(math->symbol("cos"), nullptr);
  const auto c = DynamicLibrary::open({kC, kMath});
  ASSERT_TRUE(c);
  EXPECT_EQ(c->symbol("cos"), nullptr);
}

TEST(DynamicLibrary, IsNoneWhereNoCandidateLoads) {
  EXPECT_FALSE(DynamicLibrary::open({kMissing, "/nowhere/libm.so.6"}));
  EXPECT_FALSE(DynamicLibrary::open({}));
}

TEST(DynamicLibrary, HasTheFunctionThatTheSymbolNames) {
  const auto math = DynamicLibrary::open({kMath});
  ASSERT_TRUE(math);
  const auto cosine = reinterpret_cast<double (*)(double)>(math->symbol("cos"));
  ASSERT_NE(cosine, nullptr);
  EXPECT_EQ(cosine(0), 1);
  EXPECT_EQ(math->symbol("there_is_no_such_symbol"), nullptr);
}

} // namespace
} // namespace cuda_tune
