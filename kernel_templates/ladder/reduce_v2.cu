// Rung 2: sequential addressing. The first s threads add what lies s words away: neighbouring lanes,
// neighbouring words. Half of the threads have nothing to do from the first step on.
__global__ void reduceV2(const float* in, float* out, size_t n) {
  __shared__ float partial[256];
  const unsigned tid = threadIdx.x;
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : 0.0f;
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

void launchReduceV2(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV2<<<ladderBlocks(n, kLadderBlock), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
