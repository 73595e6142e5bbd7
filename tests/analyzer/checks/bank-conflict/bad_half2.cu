// Copying a __half2 runs code of the toolkit's header; the finding names the user's line.
#include <cuda_fp16.h>

__global__ void halfTwoColumn(const __half2* in, __half2* out) {
  __shared__ __half2 tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const __half2 v = tile[threadIdx.x][threadIdx.y]; // LINT: bank-conflict degree=32 wavefronts/wavefronts_ideal=32
  out[threadIdx.y * 32 + threadIdx.x] = v;
}

void launch(const float* in, float* out, int n) {
  halfTwoColumn<<<1, dim3(32, 32)>>>((const __half2*)in, (__half2*)out);
}
