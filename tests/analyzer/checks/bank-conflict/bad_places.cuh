#pragma once

// A kernel that a header defines is reported in the header.
__global__ void inHeader(const float* in, float* out) {
  __shared__ float s[4 * 256];
  s[4 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=4 count=1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
