// Rung 4: the last warp is unrolled and works without a barrier, on volatile shared memory. That relied on
// the lanes of a warp running in step. Since Volta (cc 7.0) they need not, and this is a data race: it is
// kept as the fault to find.
__device__ void addLastWarp(volatile float* partial, unsigned tid) {
  partial[tid] += partial[tid + 32];
  partial[tid] += partial[tid + 16];
  partial[tid] += partial[tid + 8];
  partial[tid] += partial[tid + 4];
  partial[tid] += partial[tid + 2];
  partial[tid] += partial[tid + 1];
}

__global__ void reduceV4(const float* in, float* out, size_t n) {
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

void launchReduceV4(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV4<<<ladderBlocks(n, 2 * kLadderBlock), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
