// Combining the values of the blocks of a grid into the result, and the workspace that this needs.
#pragma once

#include "block_tree.cuh"

namespace cuda_tune {

enum class Combine {
  // The last block to finish, found by a counter, reads what the others left.
  last_block,
  // Atomic operations on one accumulator, which the last block takes. The order, so the rounding of floating
  // sums,
  // varies.
  atomics,
  // A second kernel reads what the first left.
  second_kernel,
  // There is one block.
  single,
};

// Blocks of a grid, at most: what the workspace has room for.
inline constexpr int kMostBlocks = 32768;

// Made ready once, before the first launch: all zero but `floatSum` and `doubleSum`, which are -0. Every
// launch leaves it ready for the next. Launches that may overlap need one each; one serves one operation and
// element type.
struct Workspace {
  // Blocks that are done (last_block, atomics); 0 between launches.
  u32 done;
  u32 padding;
  // atomics: what the blocks' values are added to, or the greatest of their keys.
  u64 integer;
  double doubleSum;
  float floatSum;
  // last_block, second_kernel: the blocks' values.
  u64 value[kMostBlocks];
};
// The host allocates it: kWorkspaceBytes of tuner/reduce/reduce_configuration.h.
static_assert(sizeof(Workspace) == 32 + kMostBlocks * 8);

// A block's value, past the L1 of the multiprocessor that reads it.
template <typename Accumulator> __device__ Accumulator loadValue(const u64* address) {
  if constexpr (sizeof(Accumulator) == 4) {
    u32 bits;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(bits) : "l"(address) : "memory");
    return accumulatorOf<Accumulator>(bits);
  } else {
    u64 bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(address) : "memory");
    return accumulatorOf<Accumulator>(bits);
  }
}

// One more block is done; acquires what the others released before. The count before, wrapping to 0 at
// `last`.
__device__ inline u32 arrive(u32* done, u32 last) {
  u32 before;
  asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(done), "r"(last)
               : "memory");
  return before;
}

// Bits whose unsigned order is the order of the values; NaN is above all, and 0 is below or at the least
// value.
template <typename Accumulator> __device__ auto keyOf(Accumulator value) {
  auto bits = bitsOf(value);
  constexpr decltype(bits) sign = decltype(bits){1} << (sizeof(bits) * 8 - 1);
  if constexpr (kSame<Accumulator, float> || kSame<Accumulator, double>)
    return value != value ? ~decltype(bits){0} : bits & sign ? ~bits : bits | sign;
  else if constexpr (kSame<Accumulator, int> || kSame<Accumulator, long long>)
    return bits ^ sign;
  else
    return bits;
}
template <typename Accumulator, typename Bits> __device__ Accumulator valueOfKey(Bits key) {
  constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
  if constexpr (kSame<Accumulator, float> || kSame<Accumulator, double>)
    return accumulatorOf<Accumulator>(key & sign ? key ^ sign : ~key);
  else if constexpr (kSame<Accumulator, int> || kSame<Accumulator, long long>)
    return accumulatorOf<Accumulator>(key ^ sign);
  else
    return key;
}
// The same for min: NaN is above all, and smaller values have greater keys.
template <typename Op, typename Accumulator> __device__ auto atomicKeyOf(Accumulator value) {
  const auto key = keyOf(value);
  if constexpr (kSame<Op, Min>)
    return value != value ? key : static_cast<decltype(bitsOf(value))>(~key);
  else
    return key;
}
template <typename Op, typename Accumulator, typename Bits>
__device__ Accumulator valueOfAtomicKey(Bits key) {
  if constexpr (kSame<Op, Min>)
    return valueOfKey<Accumulator>(static_cast<Bits>(~key));
  else
    return valueOfKey<Accumulator>(key);
}

// Where sums of this accumulator are kept.
template <typename Accumulator> __device__ auto* sumIn(Workspace* workspace) {
  if constexpr (kSame<Accumulator, float>)
    return &workspace->floatSum;
  else if constexpr (kSame<Accumulator, double>)
    return &workspace->doubleSum;
  else
    return reinterpret_cast<decltype(bitsOf(Accumulator{}))*>(&workspace->integer);
}

template <typename Op, typename Accumulator>
__device__ void addAtomically(Workspace* workspace, Accumulator value) {
  static_assert(!kSame<Op, Prod>, "there is no atomic product");
  if constexpr (kSame<Op, Sum>) {
    if constexpr (kSame<Accumulator, float> || kSame<Accumulator, double>)
      atomicAdd(sumIn<Accumulator>(workspace), value);
    else
      atomicAdd(sumIn<Accumulator>(workspace), bitsOf(value));
  } else {
    const auto key = atomicKeyOf<Op>(value);
    atomicMax(reinterpret_cast<decltype(bitsOf(value))*>(&workspace->integer), key);
  }
}

// What has been accumulated; makes the workspace ready again.
template <typename Op, typename Accumulator> __device__ Accumulator takeAccumulated(Workspace* workspace) {
  using Bits = decltype(bitsOf(Accumulator{}));
  if constexpr (kSame<Op, Sum> && kSame<Accumulator, float>) {
    return atomicExch(&workspace->floatSum, -0.0f);
  } else if constexpr (kSame<Op, Sum> && kSame<Accumulator, double>) {
    const u64 minusZero = 0x8000000000000000ull;
    return accumulatorOf<double>(atomicExch(reinterpret_cast<u64*>(&workspace->doubleSum), minusZero));
  } else {
    const Bits bits = atomicExch(reinterpret_cast<Bits*>(&workspace->integer), Bits{0});
    if constexpr (kSame<Op, Sum>)
      return accumulatorOf<Accumulator>(bits);
    else
      return valueOfAtomicKey<Op, Accumulator>(bits);
  }
}

// 32-bit integer sums need one atomic operation for value and count: the value in the upper half, where it
// wraps without reaching the count.
template <typename Op, typename Accumulator>
inline constexpr bool kCountsWithValue =
    kSame<Op, Sum> && (kSame<Accumulator, int> || kSame<Accumulator, u32>);

// Adds a block's value; whether it was the last of `blocks`, which then gets the total and leaves the
// workspace ready.
template <typename Op, typename Accumulator>
__device__ bool accumulate(Workspace* workspace, Accumulator& value, u32 blocks) {
  if constexpr (kCountsWithValue<Op, Accumulator>) {
    const u64 own = u64{bitsOf(value)} << 32 | 1;
    const u64 total = atomicAdd(&workspace->integer, own) + own;
    if (static_cast<u32>(total) != blocks)
      return false;
    workspace->integer = 0;
    value = accumulatorOf<Accumulator>(static_cast<u32>(total >> 32));
    return true;
  } else {
    addAtomically<Op>(workspace, value);
    if (arrive(&workspace->done, blocks - 1) != blocks - 1)
      return false;
    value = takeAccumulated<Op, Accumulator>(workspace);
    return true;
  }
}

} // namespace cuda_tune
