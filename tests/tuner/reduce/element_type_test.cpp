#include "cuda_tune/element_type.h"

#include <gtest/gtest.h>

#include <string>

namespace cuda_tune {
namespace {

TEST(ElementType, ParsesWhatItPrints) {
  for (const ElementType type : kElementTypes)
    EXPECT_EQ(parseElementType(toString(type)), type);
}

TEST(ElementType, ParsesNothingElse) {
  for (const char* name : {"", "F32", "f3", "f32 ", "float", "i128"})
    EXPECT_EQ(parseElementType(name), std::nullopt) << name;
}

TEST(ElementType, HasTheSizeThatItsNameTells) {
  for (const ElementType type : kElementTypes) {
    const std::string name(toString(type));
    const std::string bits = name.substr(name.find_first_of("0123456789"));
    EXPECT_EQ(sizeOf(type) * 8, std::stoul(bits)) << name;
  }
}

TEST(ElementType, IsFloatingWhenItsNameHasAnF) {
  for (const ElementType type : kElementTypes)
    EXPECT_EQ(isFloating(type), toString(type).find('f') != std::string_view::npos) << toString(type);
}

TEST(ElementType, CombinesNarrowTypesIn32Bits) {
  EXPECT_EQ(accumulatorOf(ElementType::F16), ElementType::F32);
  EXPECT_EQ(accumulatorOf(ElementType::BF16), ElementType::F32);
  EXPECT_EQ(accumulatorOf(ElementType::I8), ElementType::I32);
  EXPECT_EQ(accumulatorOf(ElementType::I16), ElementType::I32);
  EXPECT_EQ(accumulatorOf(ElementType::U8), ElementType::U32);
  EXPECT_EQ(accumulatorOf(ElementType::U16), ElementType::U32);
}

TEST(ElementType, CombinesWideTypesInThemselves) {
  for (const ElementType type : kElementTypes)
    if (sizeOf(type) >= 4) {
      EXPECT_EQ(accumulatorOf(type), type) << toString(type);
    }
}

} // namespace
} // namespace cuda_tune
