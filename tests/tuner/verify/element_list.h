#pragma once

#include "tuner/verify/element_bytes.h"

#include <vector>

namespace cuda_tune {

inline std::vector<std::byte> floats(ElementType type, const std::vector<double>& values) {
  std::vector<std::byte> bytes(values.size() * sizeOf(type));
  for (std::size_t i = 0; i < values.size(); ++i)
    writeFloat(type, bytes, i, values[i]);
  return bytes;
}

inline std::vector<std::byte> integers(ElementType type, const std::vector<std::int64_t>& values) {
  std::vector<std::byte> bytes(values.size() * sizeOf(type));
  for (std::size_t i = 0; i < values.size(); ++i)
    writeInteger(type, bytes, i, static_cast<std::uint64_t>(values[i]));
  return bytes;
}

} // namespace cuda_tune
