#include "tuner/verify/element_bytes.h"

#include "tuner/verify/half.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace cuda_tune {
namespace {

static_assert(std::endian::native == std::endian::little, "Elements are copied as the host has them.");

template <typename Value> Value load(std::span<const std::byte> data, std::size_t index) {
  assert((index + 1) * sizeof(Value) <= data.size());
  Value value;
  std::memcpy(&value, data.data() + index * sizeof(Value), sizeof(Value));
  return value;
}

template <typename Value> void store(std::span<std::byte> data, std::size_t index, Value value) {
  assert((index + 1) * sizeof(Value) <= data.size());
  std::memcpy(data.data() + index * sizeof(Value), &value, sizeof(Value));
}

template <typename Value> std::uint64_t loadSigned(std::span<const std::byte> data, std::size_t index) {
  return static_cast<std::uint64_t>(std::int64_t{load<Value>(data, index)});
}

} // namespace

double readFloat(ElementType type, std::span<const std::byte> data, std::size_t index) {
  assert(isFloating(type));
  switch (type) {
  case ElementType::F16:
    return floatFromF16(load<std::uint16_t>(data, index));
  case ElementType::BF16:
    return floatFromBF16(load<std::uint16_t>(data, index));
  case ElementType::F32:
    return load<float>(data, index);
  default:
    return load<double>(data, index);
  }
}

std::uint64_t readInteger(ElementType type, std::span<const std::byte> data, std::size_t index) {
  assert(!isFloating(type));
  switch (type) {
  case ElementType::I8:
    return loadSigned<std::int8_t>(data, index);
  case ElementType::U8:
    return load<std::uint8_t>(data, index);
  case ElementType::I16:
    return loadSigned<std::int16_t>(data, index);
  case ElementType::U16:
    return load<std::uint16_t>(data, index);
  case ElementType::I32:
    return loadSigned<std::int32_t>(data, index);
  case ElementType::U32:
    return load<std::uint32_t>(data, index);
  default:
    return load<std::uint64_t>(data, index);
  }
}

void writeFloat(ElementType type, std::span<std::byte> data, std::size_t index, double value) {
  assert(isFloating(type));
  switch (type) {
  case ElementType::F16:
    return store(data, index, f16FromFloat(static_cast<float>(value)));
  case ElementType::BF16:
    return store(data, index, bf16FromFloat(static_cast<float>(value)));
  case ElementType::F32:
    return store(data, index, static_cast<float>(value));
  default:
    return store(data, index, value);
  }
}

void writeInteger(ElementType type, std::span<std::byte> data, std::size_t index, std::uint64_t value) {
  assert(!isFloating(type));
  switch (sizeOf(type)) {
  case 1:
    return store(data, index, static_cast<std::uint8_t>(value));
  case 2:
    return store(data, index, static_cast<std::uint16_t>(value));
  case 4:
    return store(data, index, static_cast<std::uint32_t>(value));
  default:
    return store(data, index, value);
  }
}

} // namespace cuda_tune
