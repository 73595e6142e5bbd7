// Element types of the reduce template: how they lie in memory, and the type that they are combined in.
// The template needs no header, so that NVRTC compiles it without a CUDA toolkit.
#pragma once

namespace cuda_tune {

using u32 = unsigned int;
using u64 = unsigned long long;

// `Accumulator` is the type of combining and of the result; `fromBits` widens an element's bits to it.
struct F16 {
  using Accumulator = float;
  static constexpr int kBytes = 2;
  static __device__ float fromBits(u32 bits) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(static_cast<unsigned short>(bits)));
    return value;
  }
};
struct BF16 {
  using Accumulator = float;
  static constexpr int kBytes = 2;
  static __device__ float fromBits(u32 bits) { return __uint_as_float(bits << 16); }
};
struct F32 {
  using Accumulator = float;
  static constexpr int kBytes = 4;
  static __device__ float fromBits(u32 bits) { return __uint_as_float(bits); }
};
struct F64 {
  using Accumulator = double;
  static constexpr int kBytes = 8;
  static __device__ double fromBits(u64 bits) { return __longlong_as_double(static_cast<long long>(bits)); }
};
struct I8 {
  using Accumulator = int;
  static constexpr int kBytes = 1;
  static __device__ int fromBits(u32 bits) { return static_cast<signed char>(bits); }
};
struct U8 {
  using Accumulator = u32;
  static constexpr int kBytes = 1;
  static __device__ u32 fromBits(u32 bits) { return bits & 0xffu; }
};
struct I16 {
  using Accumulator = int;
  static constexpr int kBytes = 2;
  static __device__ int fromBits(u32 bits) { return static_cast<short>(bits); }
};
struct U16 {
  using Accumulator = u32;
  static constexpr int kBytes = 2;
  static __device__ u32 fromBits(u32 bits) { return bits & 0xffffu; }
};
struct I32 {
  using Accumulator = int;
  static constexpr int kBytes = 4;
  static __device__ int fromBits(u32 bits) { return static_cast<int>(bits); }
};
struct U32 {
  using Accumulator = u32;
  static constexpr int kBytes = 4;
  static __device__ u32 fromBits(u32 bits) { return bits; }
};
struct I64 {
  using Accumulator = long long;
  static constexpr int kBytes = 8;
  static __device__ long long fromBits(u64 bits) { return static_cast<long long>(bits); }
};
struct U64 {
  using Accumulator = u64;
  static constexpr int kBytes = 8;
  static __device__ u64 fromBits(u64 bits) { return bits; }
};

template <typename A, typename B> inline constexpr bool kSame = false;
template <typename A> inline constexpr bool kSame<A, A> = true;

/// Bits of an accumulator, as a word of its size, and back.
__device__ inline u32 bitsOf(float value) {
  return __float_as_uint(value);
}
__device__ inline u32 bitsOf(int value) {
  return static_cast<u32>(value);
}
__device__ inline u32 bitsOf(u32 value) {
  return value;
}
__device__ inline u64 bitsOf(double value) {
  return static_cast<u64>(__double_as_longlong(value));
}
__device__ inline u64 bitsOf(long long value) {
  return static_cast<u64>(value);
}
__device__ inline u64 bitsOf(u64 value) {
  return value;
}

template <typename Accumulator, typename Bits> __device__ Accumulator accumulatorOf(Bits bits) {
  if constexpr (kSame<Accumulator, float>)
    return __uint_as_float(bits);
  else if constexpr (kSame<Accumulator, double>)
    return __longlong_as_double(static_cast<long long>(bits));
  else
    return static_cast<Accumulator>(bits);
}

} // namespace cuda_tune
