#pragma once

template <typename T>
__global__ void strided(const T* in, T* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T v = in[8 * i]; // LINT: uncoalesced-access sectors_per_request=32 sectors/sectors_ideal=8 count=1
  out[i] = v;
}
