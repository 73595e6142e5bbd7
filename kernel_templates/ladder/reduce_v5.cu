// Rung 5: the block size is a template parameter, a power of two from 64 on. Every step that the block does
// not need is gone before the program runs, and so is the loop. One load of 4 bytes is in flight per thread.
template <unsigned kStep> __device__ void addStep(float* partial, unsigned tid) {
  if (tid < kStep)
    partial[tid] += partial[tid + kStep];
  __syncthreads();
}

template <unsigned kBlockSize> __global__ void reduceV5(const float* in, float* out, size_t n) {
  __shared__ float partial[kBlockSize];
  const unsigned tid = threadIdx.x;
  const size_t i = static_cast<size_t>(blockIdx.x) * (2 * kBlockSize) + tid;
  float sum = i < n ? in[i] : 0.0f;
  if (i + kBlockSize < n)
    sum += in[i + kBlockSize];
  partial[tid] = sum;
  __syncthreads();

  if constexpr (kBlockSize >= 1024)
    addStep<512>(partial, tid);
  if constexpr (kBlockSize >= 512)
    addStep<256>(partial, tid);
  if constexpr (kBlockSize >= 256)
    addStep<128>(partial, tid);
  if constexpr (kBlockSize >= 128)
    addStep<64>(partial, tid);

  if (tid < 32) {
    sum = partial[tid] + partial[tid + 32];
#pragma unroll
    for (unsigned s = 16; s > 0; s /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

#ifndef __CUDACC_RTC__
#include "ladder.h"

void launchReduceV5(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV5<kLadderBlock><<<ladderBlocks(n, 2 * kLadderBlock), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
