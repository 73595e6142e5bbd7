#include "tuner/verify/element_bytes.h"

#include <gtest/gtest.h>

#include <vector>

namespace cuda_tune {
namespace {

std::vector<std::byte> bytesOf(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values)
    bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

std::vector<std::byte> writtenFloat(ElementType type, double value) {
  std::vector<std::byte> bytes(sizeOf(type));
  writeFloat(type, bytes, 0, value);
  return bytes;
}

// The sign, exponent and fraction fields of 1.5: 0, bias, 100…
TEST(ElementBytes, WritesFloatsLittleEndian) {
  EXPECT_EQ(writtenFloat(ElementType::F16, 1.5), bytesOf({0x00, 0x3e}));
  EXPECT_EQ(writtenFloat(ElementType::BF16, 1.5), bytesOf({0xc0, 0x3f}));
  EXPECT_EQ(writtenFloat(ElementType::F32, 1.5), bytesOf({0, 0, 0xc0, 0x3f}));
  EXPECT_EQ(writtenFloat(ElementType::F64, 1.5), bytesOf({0, 0, 0, 0, 0, 0, 0xf8, 0x3f}));
}

TEST(ElementBytes, ReadsFloatsAtTheirIndex) {
  for (const ElementType type : {ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64}) {
    std::vector<std::byte> bytes(3 * sizeOf(type));
    writeFloat(type, bytes, 2, -0.75);
    EXPECT_EQ(readFloat(type, bytes, 2), -0.75) << toString(type);
    EXPECT_EQ(readFloat(type, bytes, 1), 0) << toString(type);
  }
}

TEST(ElementBytes, ExtendsIntegersByTheirSign) {
  const std::vector<std::byte> ones(8, std::byte{0xff});
  for (const ElementType type : {ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64})
    EXPECT_EQ(readInteger(type, ones, 0), ~std::uint64_t{0}) << toString(type);
  EXPECT_EQ(readInteger(ElementType::U8, ones, 0), 0xffu);
  EXPECT_EQ(readInteger(ElementType::U16, ones, 0), 0xffffu);
  EXPECT_EQ(readInteger(ElementType::U32, ones, 0), 0xffffffffu);
  EXPECT_EQ(readInteger(ElementType::U64, ones, 0), ~std::uint64_t{0});
}

TEST(ElementBytes, WritesTheLowestBytesOfAnIntegerAndNoMore) {
  std::vector<std::byte> bytes(8);
  writeInteger(ElementType::U16, bytes, 1, 0x123456);
  EXPECT_EQ(bytes, bytesOf({0, 0, 0x56, 0x34, 0, 0, 0, 0}));
}

} // namespace
} // namespace cuda_tune
