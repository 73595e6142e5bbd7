// Rung 4.1: the unrolled last warp, made right: every step reads, waits for the warp, writes, and waits
// again.
__device__ void addLastWarp(float* partial, unsigned tid) {
  float sum = partial[tid];
#pragma unroll
  for (unsigned s = 32; s > 0; s /= 2) {
    sum += partial[tid + s];
    __syncwarp();
    partial[tid] = sum;
    __syncwarp();
  }
}

__global__ void reduceV4_1(const float* in, float* out, size_t n) {
  __shared__ float partial[256];
  const unsigned tid = threadIdx.x;
  const size_t i = static_cast<size_t>(blockIdx.x) * (2 * blockDim.x) + tid;
  float sum = i < n ? in[i] : 0.0f;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  partial[tid] = sum;
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
    if (tid < s)
      partial[tid] += partial[tid + s];
    __syncthreads();
  }

  if (tid < 32)
    addLastWarp(partial, tid);
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

#ifndef __CUDACC_RTC__
#include "ladder.h"

void launchReduceV4_1(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV4_1<<<ladderBlocks(n, 2 * kLadderBlock), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
