// Rung 3: each thread adds two elements while it loads, so a block takes twice as much and no thread idles in
// the first step. What remains is the loop and a barrier for every step, even where one warp is left.
__global__ void reduceV3(const float* in, float* out, size_t n) {
  __shared__ float partial[256];
  const unsigned tid = threadIdx.x;
  const size_t i = static_cast<size_t>(blockIdx.x) * (2 * blockDim.x) + tid;
  float sum = i < n ? in[i] : 0.0f;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  partial[tid] = sum;
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s)
      partial[tid] += partial[tid + s];
    __syncthreads();
  }

  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

#ifndef __CUDACC_RTC__
#include "ladder.h"

void launchReduceV3(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV3<<<ladderBlocks(n, 2 * kLadderBlock), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
