#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The arguments of a call of CUB, but for the types of the pointers.
struct CubCall {
  void* temporary;
  std::size_t& temporaryBytes;
  const void* in;
  std::uint64_t elements;
  void* out;
  cudaStream_t stream;
};

/// One for each operation, in a file of its own, so that nvcc compiles them side by side.
cudaError_t cubSum(std::string_view type, const CubCall& call);
cudaError_t cubMin(std::string_view type, const CubCall& call);
cudaError_t cubMax(std::string_view type, const CubCall& call);
cudaError_t cubProd(std::string_view type, const CubCall& call);

/// Calls `reduce(const T* in, T* out)` with the type of that name.
template <typename Reduce>
cudaError_t switchType(std::string_view type, const CubCall& call, const Reduce& reduce) {
  const auto as = [&]<typename T>(T) {
    return reduce(static_cast<const T*>(call.in), static_cast<T*>(call.out));
  };
  if (type == "f16")
    return as(__half{});
  if (type == "bf16")
    return as(__nv_bfloat16{});
  if (type == "f32")
    return as(float{});
  if (type == "f64")
    return as(double{});
  if (type == "i8")
    return as(std::int8_t{});
  if (type == "u8")
    return as(std::uint8_t{});
  if (type == "i16")
    return as(std::int16_t{});
  if (type == "u16")
    return as(std::uint16_t{});
  if (type == "i32")
    return as(std::int32_t{});
  if (type == "u32")
    return as(std::uint32_t{});
  if (type == "i64")
    return as(std::int64_t{});
  if (type == "u64")
    return as(std::uint64_t{});
  return cudaErrorInvalidValue;
}
