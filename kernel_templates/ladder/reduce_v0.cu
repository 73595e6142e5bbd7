// Rung 0: an interleaved tree. In step s every thread whose index is a multiple of 2s adds its neighbour s
// away, so the working lanes are spread over all warps, thinner with each step, and the test takes a
// remainder each time.
__global__ void reduceV0(const float* in, float* out, size_t n) {
  __shared__ float partial[256];
  const unsigned tid = threadIdx.x;
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0)
      partial[tid] += partial[tid + s];
    __syncthreads();
  }

  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

#ifndef __CUDACC_RTC__
#include "ladder.h"

void launchReduceV0(const float* in, float* out, std::size_t n, cudaStream_t stream) {
  reduceV0<<<ladderBlocks(n, kLadderBlock), kLadderBlock, 0, stream>>>(in, out, n);
}
#endif
