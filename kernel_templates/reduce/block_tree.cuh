// Combining the values of a block's threads into one.
#pragma once

#include "operation.cuh"

namespace cuda_tune {

enum class Tree {
  // Shuffles within a warp, one word of shared memory per warp between them.
  shuffle,
  // As shuffle, with redux.sync for 32-bit integers. sm_80 and newer.
  redux,
  // A tree through shared memory down to one warp, then shuffles.
  shared,
};

// The values of an array, a power of two of them, combined as a tree.
template <typename Op, typename Value, int kCount>
__device__ Value registerTree(const Value (&value)[kCount]) {
  if constexpr (kCount == 1) {
    return value[0];
  } else {
    Value half[kCount / 2];
#pragma unroll
    for (int i = 0; i < kCount / 2; ++i)
      half[i] = Op::combine(value[i], value[i + kCount / 2]);
    return registerTree<Op>(half);
  }
}

template <typename Op, typename Accumulator> __device__ Accumulator shuffleTree(Accumulator value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    value = Op::combine(value, __shfl_xor_sync(0xffffffffu, value, distance));
  return value;
}

#define CUDA_TUNE_REDUX(name, type)                                                                          \
  asm volatile("redux.sync." name "." type " %0, %1, 0xffffffff;" : "=r"(result) : "r"(bitsOf(value)))

// The warp's value, in every lane.
template <typename Op, Tree kTree, typename Accumulator> __device__ Accumulator warpTree(Accumulator value) {
  constexpr bool isSigned = kSame<Accumulator, int>;
  if constexpr (kTree == Tree::redux && (isSigned || kSame<Accumulator, u32>) && !kSame<Op, Prod>) {
    u32 result;
    if constexpr (kSame<Op, Sum>)
      CUDA_TUNE_REDUX("add", "s32");
    else if constexpr (kSame<Op, Min> && isSigned)
      CUDA_TUNE_REDUX("min", "s32");
    else if constexpr (kSame<Op, Min>)
      CUDA_TUNE_REDUX("min", "u32");
    else if constexpr (isSigned)
      CUDA_TUNE_REDUX("max", "s32");
    else
      CUDA_TUNE_REDUX("max", "u32");
    return accumulatorOf<Accumulator>(result);
  } else {
    return shuffleTree<Op>(value);
  }
}

// The block's value, in the threads of the first warp (thread 0 with Tree::shared). All threads call it, each
// with its own value. May be called once more after a barrier.
template <typename Op, int kBlockSize, Tree kTree, typename Accumulator>
__device__ Accumulator blockTree(Accumulator value) {
  constexpr int kWarps = kBlockSize / 32;
  if constexpr (kWarps == 1) {
    return warpTree<Op, kTree>(value);
  } else {
    const u32 thread = threadIdx.x;
    __shared__ __align__(16) Accumulator partial[kTree == Tree::shared ? kBlockSize : kWarps];
    if constexpr (kTree == Tree::shared) {
      partial[thread] = value;
      __syncthreads();
#pragma unroll
      for (u32 half = kBlockSize / 2; half >= 32; half /= 2) {
        if (thread < half)
          partial[thread] = value = Op::combine(value, partial[thread + half]);
        if (half > 32)
          __syncthreads();
      }
      return thread < 32 ? shuffleTree<Op>(value) : value;
    } else {
      value = warpTree<Op, kTree>(value);
      if (thread % 32 == 0)
        partial[thread / 32] = value;
      __syncthreads();
      // A thread of the first warp combines up to eight of the warps' values by itself: two loads of 16 bytes
      // and a tree in registers take half the time of the shuffles they stand for. More would cost registers.
      if (thread < 32) {
        constexpr int kOwn = kWarps < 8 ? kWarps : 8;
        constexpr int kGroups = kWarps / kOwn;
        Accumulator own[kOwn];
#pragma unroll
        for (int i = 0; i < kOwn; ++i)
          own[i] = partial[thread % kGroups * kOwn + i];
        value = registerTree<Op>(own);
#pragma unroll
        for (int distance = kGroups / 2; distance > 0; distance /= 2)
          value = Op::combine(value, __shfl_xor_sync(0xffffffffu, value, distance));
      }
      return value;
    }
  }
}

} // namespace cuda_tune
