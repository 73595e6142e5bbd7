// Operations of the reduce template on accumulators, and their identities on elements.
#pragma once

#include "element.cuh"

namespace cuda_tune {

enum class Extreme { Min, Max };

// NaN wins over every number and +0 over -0 (max; the reverse for min), whatever the order of the elements.
template <Extreme kExtreme> __device__ inline float extremeOf(float a, float b) {
  float r;
#if __CUDA_ARCH__ >= 800
  if constexpr (kExtreme == Extreme::Max)
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  else
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  if constexpr (kExtreme == Extreme::Max)
    asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  else
    asm("min.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return a != a ? a : b != b ? b : r;
#endif
}
template <Extreme kExtreme> __device__ inline double extremeOf(double a, double b) {
  double r;
  if constexpr (kExtreme == Extreme::Max)
    asm("max.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
  else
    asm("min.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
  return a != a ? a : b != b ? b : r;
}
template <Extreme kExtreme, typename Integer> __device__ inline Integer extremeOf(Integer a, Integer b) {
  return (kExtreme == Extreme::Max) == (a < b) ? b : a;
}

// `identity` is the bit pattern of the element that changes nothing: it fills what a pack lacks.
struct Sum {
  template <typename Accumulator> static __device__ Accumulator combine(Accumulator a, Accumulator b) {
    // Signed sums wrap.
    if constexpr (kSame<Accumulator, int>)
      return static_cast<int>(static_cast<u32>(a) + static_cast<u32>(b));
    else if constexpr (kSame<Accumulator, long long>)
      return static_cast<long long>(static_cast<u64>(a) + static_cast<u64>(b));
    else
      return a + b;
  }
  // -0, not +0: -0 + -0 is -0 and -0 + x is x.
  template <typename Element> static constexpr __device__ u64 identity() {
    if constexpr (kSame<Element, F64>)
      return 0x8000000000000000ull;
    else if constexpr (kSame<Element, F32>)
      return 0x80000000u;
    else if constexpr (kSame<Element, F16> || kSame<Element, BF16>)
      return 0x8000u;
    else
      return 0;
  }
};

struct Prod {
  template <typename Accumulator> static __device__ Accumulator combine(Accumulator a, Accumulator b) {
    if constexpr (kSame<Accumulator, int>)
      return static_cast<int>(static_cast<u32>(a) * static_cast<u32>(b));
    else if constexpr (kSame<Accumulator, long long>)
      return static_cast<long long>(static_cast<u64>(a) * static_cast<u64>(b));
    else
      return a * b;
  }
  template <typename Element> static constexpr __device__ u64 identity() {
    if constexpr (kSame<Element, F64>)
      return 0x3ff0000000000000ull;
    else if constexpr (kSame<Element, F32>)
      return 0x3f800000u;
    else if constexpr (kSame<Element, F16>)
      return 0x3c00u;
    else if constexpr (kSame<Element, BF16>)
      return 0x3f80u;
    else
      return 1;
  }
};

template <typename Element> inline constexpr bool kUnsigned = false;
template <> inline constexpr bool kUnsigned<U8> = true;
template <> inline constexpr bool kUnsigned<U16> = true;
template <> inline constexpr bool kUnsigned<U32> = true;
template <> inline constexpr bool kUnsigned<U64> = true;

template <typename Element> constexpr __device__ u64 positiveInfinityOrMost() {
  constexpr int bits = Element::kBytes * 8;
  if constexpr (kSame<Element, F64>)
    return 0x7ff0000000000000ull;
  else if constexpr (kSame<Element, F32>)
    return 0x7f800000u;
  else if constexpr (kSame<Element, F16>)
    return 0x7c00u;
  else if constexpr (kSame<Element, BF16>)
    return 0x7f80u;
  else
    return kUnsigned<Element> ? ~0ull >> (64 - bits) : ~0ull >> (65 - bits);
}

struct Min {
  template <typename Accumulator> static __device__ Accumulator combine(Accumulator a, Accumulator b) {
    return extremeOf<Extreme::Min>(a, b);
  }
  template <typename Element> static constexpr __device__ u64 identity() {
    return positiveInfinityOrMost<Element>();
  }
};

struct Max {
  template <typename Accumulator> static __device__ Accumulator combine(Accumulator a, Accumulator b) {
    return extremeOf<Extreme::Max>(a, b);
  }
  template <typename Element> static constexpr __device__ u64 identity() {
    constexpr u64 sign = 1ull << (Element::kBytes * 8 - 1);
    if constexpr (kUnsigned<Element>)
      return 0;
    else if constexpr (kSame<Element, F16> || kSame<Element, BF16> || kSame<Element, F32> ||
                       kSame<Element, F64>)
      return positiveInfinityOrMost<Element>() | sign;
    else
      return sign;
  }
};

template <typename Op, typename Element> __device__ typename Element::Accumulator identityOf() {
  if constexpr (Element::kBytes == 8)
    return Element::fromBits(Op::template identity<Element>());
  else
    return Element::fromBits(static_cast<u32>(Op::template identity<Element>()));
}

} // namespace cuda_tune
