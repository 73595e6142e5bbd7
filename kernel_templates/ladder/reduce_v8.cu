// Rung 8: a grid-stride loop over packs of kPack elements, each loaded at once; sums stay in registers, go
// through a warp by shuffles, and from warp to warp through one word of shared memory each.
template <typename T, unsigned kPack> struct alignas(sizeof(T) * kPack) Pack {
  T element[kPack];
};

__device__ float warpSum(float sum) {
#pragma unroll
  for (unsigned s = 16; s > 0; s /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, s);
  return sum;
}

template <unsigned kBlockSize, unsigned kPack>
__global__ void reduceV8(const float* in, float* out, size_t n) {
  constexpr unsigned kWarps = kBlockSize / 32;
  __shared__ float warpSums[kWarps];
  const unsigned tid = threadIdx.x;
  const size_t first = static_cast<size_t>(blockIdx.x) * kBlockSize + tid;
  const size_t stride = static_cast<size_t>(gridDim.x) * kBlockSize;
  const size_t packs = n / kPack;

  // A sum for every element of a pack keeps the additions independent of one another.
  Pack<float, kPack> sums = {};
  for (size_t i = first; i < packs; i += stride) {
    const Pack<float, kPack> pack = reinterpret_cast<const Pack<float, kPack>*>(in)[i];
#pragma unroll
    for (unsigned j = 0; j < kPack; ++j)
      sums.element[j] += pack.element[j];
  }

  float sum = 0.0f;
#pragma unroll
  for (unsigned j = 0; j < kPack; ++j)
    sum += sums.element[j];
  // The n % kPack elements that fill no pack.
  for (size_t i = packs * kPack + first; i < n; i += stride)
    sum += in[i];

  sum = warpSum(sum);
  if (tid % 32 == 0)
    warpSums[tid / 32] = sum;
  __syncthreads();
  if (tid < 32) {
    sum = warpSum(tid < kWarps ? warpSums[tid] : 0.0f);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

#ifndef __CUDACC_RTC__
#include "ladder.h"

void launchReduceV8(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV8<kLadderBlock, 4><<<ladderBlocksV8(n), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
