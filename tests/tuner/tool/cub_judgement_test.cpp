#include "tuner/tool/cub_judgement.h"

#include "tuner/verify/element_bytes.h"
#include "tuner/verify/input.h"

#include <gtest/gtest.h>

using namespace cuda_tune;

namespace {

std::vector<std::byte> floating(ElementType type, double value) {
  std::vector<std::byte> bytes(sizeOf(type));
  writeFloat(type, bytes, 0, value);
  return bytes;
}

std::vector<std::byte> integral(ElementType type, std::uint64_t value) {
  std::vector<std::byte> bytes(sizeOf(type));
  writeInteger(type, bytes, 0, value);
  return bytes;
}

std::vector<std::byte> repeated(ElementType type, std::uint64_t value, std::size_t count) {
  std::vector<std::byte> bytes(count * sizeOf(type));
  for (std::size_t i = 0; i < count; ++i)
    writeInteger(type, bytes, i, value);
  return bytes;
}

} // namespace

TEST(CubJudgement, OnlySumsAndProductsOfHalfTypesRoundToTheElement) {
  for (const Operation operation : kOperations)
    for (const ElementType type : kElementTypes) {
      const bool isHalf = type == ElementType::F16 || type == ElementType::BF16;
      const bool rounds = operation == Operation::Sum || operation == Operation::Prod;
      EXPECT_EQ(roundsToElement(operation, type), isHalf && rounds) << toString(operation) << toString(type);
    }
}

TEST(CubJudgement, IntegerSumsWrapInTheElement) {
  // 3 * 100 = 300 = 44 modulo 256, and as a signed byte too; 2 * 100 = 200 is -56.
  const Expected three = hostReference(Operation::Sum, ElementType::I8, repeated(ElementType::I8, 100, 3));
  EXPECT_EQ(cubMismatch(three, integral(ElementType::I8, 44), 0), std::nullopt);
  EXPECT_NE(cubMismatch(three, integral(ElementType::I8, 45), 0), std::nullopt);
  const Expected two = hostReference(Operation::Sum, ElementType::I8, repeated(ElementType::I8, 100, 2));
  EXPECT_EQ(cubMismatch(two, integral(ElementType::I8, static_cast<std::uint64_t>(-56)), 0), std::nullopt);
  EXPECT_NE(cubMismatch(two, integral(ElementType::I8, 56), 0), std::nullopt);
  const Expected wide = hostReference(Operation::Sum, ElementType::U16, repeated(ElementType::U16, 40000, 2));
  EXPECT_EQ(cubMismatch(wide, integral(ElementType::U16, 80000 - 65536), 0), std::nullopt);
}

TEST(CubJudgement, EveryIntegerTypeAcceptsItsOwnResultAndNoOther) {
  for (const ElementType type : kElementTypes) {
    if (isFloating(type))
      continue;
    for (const Operation operation : kOperations) {
      const Expected expected =
          hostReference(operation, type, repeated(type, static_cast<std::uint64_t>(-3), 1));
      EXPECT_EQ(cubMismatch(expected, integral(type, static_cast<std::uint64_t>(-3)), 0), std::nullopt)
          << toString(operation) << ' ' << toString(type);
      EXPECT_NE(cubMismatch(expected, integral(type, static_cast<std::uint64_t>(-4)), 0), std::nullopt)
          << toString(operation) << ' ' << toString(type);
    }
  }
}

TEST(CubJudgement, HalfResultsAreWidened) {
  const std::vector<std::byte> input = floating(ElementType::F16, 1.5);
  const Expected largest = hostReference(Operation::Max, ElementType::F16, input);
  EXPECT_EQ(cubMismatch(largest, floating(ElementType::F16, 1.5), 0), std::nullopt);
  EXPECT_NE(cubMismatch(largest, floating(ElementType::F16, 1.25), 0), std::nullopt);
}

TEST(CubJudgement, ExactInputsNeedNoRoundingInAnyOrder) {
  // bfloat16 holds every integer up to 256; f16 up to 2048.
  const std::size_t elements = std::size_t{1} << 20;
  for (const ElementType type : {ElementType::F16, ElementType::BF16}) {
    const std::vector<std::byte> summands = exactInput(Operation::Sum, type, elements);
    const Expected sum = hostReference(Operation::Sum, type, summands);
    EXPECT_EQ(sum.value, 255);
    EXPECT_EQ(sum.value, sum.magnitudes) << "no element is negative: no partial sum is larger";
    EXPECT_EQ(cubMismatch(sum, floating(type, 255), 0), std::nullopt);
    EXPECT_NE(cubMismatch(sum, floating(type, 254), 0), std::nullopt);
    const Expected product =
        hostReference(Operation::Prod, type, exactInput(Operation::Prod, type, elements));
    EXPECT_EQ(product.value, -1);
    EXPECT_NE(cubMismatch(product, floating(type, 1), 0), std::nullopt);
  }
}

TEST(CubJudgement, ExactInputsOfAnySizeHaveAtMost256Ones) {
  for (const std::size_t elements : {1u, 2u, 255u, 256u, 257u, 1000u, 1024u})
    EXPECT_LE(hostReference(Operation::Sum, ElementType::BF16,
                            exactInput(Operation::Sum, ElementType::BF16, elements))
                  .value,
              256)
        << elements;
}

TEST(CubJudgement, HeightIsNoMoreThanTheElementsAndGrowsWithTheRow) {
  EXPECT_EQ(cubHeight(10, 132), 10);
  // 132 * 256 threads with 1000 elements each, and trees.
  EXPECT_EQ(cubHeight(std::uint64_t{132} * 256 * 1000, 132), 1128);
}
