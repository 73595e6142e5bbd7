// Loads of packs of global memory with a cache hint.
#pragma once

#include "element.cuh"

namespace cuda_tune {

enum class CacheHint {
  // What a plain load does.
  none,
  // Through the read-only path, into no line of the L1.
  no_allocate,
  // As no_allocate, and the L2 fetches 256 bytes at a time. sm_80 and newer.
  prefetch_256,
  // As no_allocate, and the L2 drops the line first. sm_80 and newer.
  evict_first,
};

// A pack as words of memory; a pack under four bytes fills the low part of one.
template <int kPackBytes> struct Pack {
  static constexpr int kWords = kPackBytes < 4 ? 1 : kPackBytes / 4;
  u32 word[kWords];
};

// The L2 policy of CacheHint::evict_first, made once for all loads of a thread.
template <CacheHint kHint> __device__ u64 cachePolicy() {
  u64 policy = 0;
  if constexpr (kHint == CacheHint::evict_first)
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}

#define CUDA_TUNE_LOAD_4(qualifiers, last)                                                                   \
  asm volatile("ld.global" qualifiers ".b32 %0, [%1]" last ";" : "=r"(w[0]) : "l"(address), "l"(policy))
#define CUDA_TUNE_LOAD_8(qualifiers, last)                                                                   \
  asm volatile("ld.global" qualifiers ".v2.b32 {%0,%1}, [%2]" last ";"                                       \
               : "=r"(w[0]), "=r"(w[1])                                                                      \
               : "l"(address), "l"(policy))
#define CUDA_TUNE_LOAD_16(qualifiers, last)                                                                  \
  asm volatile("ld.global" qualifiers ".v4.b32 {%0,%1,%2,%3}, [%4]" last ";"                                 \
               : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])                                              \
               : "l"(address), "l"(policy))
#define CUDA_TUNE_LOAD_32(qualifiers, last)                                                                  \
  asm volatile("ld.global" qualifiers ".v8.b32 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8]" last ";"                     \
               : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]), "=r"(w[4]), "=r"(w[5]), "=r"(w[6]),         \
                 "=r"(w[7])                                                                                  \
               : "l"(address), "l"(policy))
// `last` appends the operand that holds the policy; its number follows those of the words and the address.
#define CUDA_TUNE_LOAD(width, policy_operand)                                                                \
  if constexpr (kHint == CacheHint::none)                                                                    \
    CUDA_TUNE_LOAD_##width("", "");                                                                          \
  else if constexpr (kHint == CacheHint::no_allocate)                                                        \
    CUDA_TUNE_LOAD_##width(".nc.L1::no_allocate", "");                                                       \
  else if constexpr (kHint == CacheHint::prefetch_256)                                                       \
    CUDA_TUNE_LOAD_##width(".nc.L1::no_allocate.L2::256B", "");                                              \
  else                                                                                                       \
    CUDA_TUNE_LOAD_##width(".nc.L1::no_allocate.L2::cache_hint", policy_operand)

// `address` is aligned to the pack. Packs under four bytes take no hint.
template <int kPackBytes, CacheHint kHint>
__device__ void loadPack(Pack<kPackBytes>& pack, const char* address, u64 policy) {
  u32(&w)[Pack<kPackBytes>::kWords] = pack.word;
  if constexpr (kPackBytes == 1) {
    w[0] = *reinterpret_cast<const unsigned char*>(address);
  } else if constexpr (kPackBytes == 2) {
    w[0] = *reinterpret_cast<const unsigned short*>(address);
  } else if constexpr (kPackBytes == 4) {
    CUDA_TUNE_LOAD(4, ", %2");
  } else if constexpr (kPackBytes == 8) {
    CUDA_TUNE_LOAD(8, ", %3");
  } else if constexpr (kPackBytes == 16) {
    CUDA_TUNE_LOAD(16, ", %5");
  } else {
    static_assert(kPackBytes == 32, "packs are of 1, 2, 4, 8, 16 or 32 bytes");
    CUDA_TUNE_LOAD(32, ", %9");
  }
}

} // namespace cuda_tune
