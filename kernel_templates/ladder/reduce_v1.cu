// Rung 1: the same tree, but the working threads are packed into the first warps. They now reach 2s words
// apart, so that the lanes of a warp meet in the same banks of shared memory.
__global__ void reduceV1(const float* in, float* out, size_t n) {
  __shared__ float partial[256];
  const unsigned tid = threadIdx.x;
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned index = 2 * s * tid;
    if (index < blockDim.x)
      partial[index] += partial[index + s];
    __syncthreads();
  }

  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

#ifndef __CUDACC_RTC__
#include "ladder.h"

void launchReduceV1(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV1<<<ladderBlocks(n, kLadderBlock), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
