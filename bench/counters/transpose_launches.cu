// Launches the kernels of NVIDIA's sample `transpose` (its transpose.cu is on the include path) on a
// 1024x1024 matrix.
#define main sampleMain
#include "transpose.cu"
#undef main

int main() {
  constexpr int kSize = 1024;
  float *in, *out;
  cudaMalloc(&in, kSize * kSize * sizeof(float));
  cudaMalloc(&out, kSize * kSize * sizeof(float));
  const dim3 grid(kSize / TILE_DIM, kSize / TILE_DIM);
  const dim3 block(TILE_DIM, BLOCK_ROWS);
  copy<<<grid, block>>>(out, in, kSize, kSize);
  copySharedMem<<<grid, block>>>(out, in, kSize, kSize);
  transposeNaive<<<grid, block>>>(out, in, kSize, kSize);
  transposeCoalesced<<<grid, block>>>(out, in, kSize, kSize);
  transposeNoBankConflicts<<<grid, block>>>(out, in, kSize, kSize);
  transposeDiagonal<<<grid, block>>>(out, in, kSize, kSize);
  transposeFineGrained<<<grid, block>>>(out, in, kSize, kSize);
  transposeCoarseGrained<<<grid, block>>>(out, in, kSize, kSize);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
