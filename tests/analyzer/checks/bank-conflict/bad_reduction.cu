// Working threads packed, addresses spread: the degree is 2, 4, 8, 8, 8, 4, 2, 1 in the eight steps of 256 elements.
// Wavefronts of one access: 4 warps * 2 + 2 * 4 + 8 + 8 + 8 + 4 + 2 + 1 = 47, where 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 = 12 would do.

__global__ void packedThreads(const float* in, float* out) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (unsigned s = 1; s < 256; s *= 2) {
    const unsigned index = 2 * s * threadIdx.x;
    if (index < 256)
      partial[index] += partial[index + s]; // LINT: bank-conflict degree=8 "8-way"
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = partial[0];
}

// The same with the block size asked for at run time.
__global__ void packedThreadsOfBlockDim(const float* in, float* out) {
  extern __shared__ float partial[];
  partial[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s <<= 1) {
    const unsigned index = 2 * s * threadIdx.x;
    if (index < blockDim.x)
      partial[index] += partial[index + s]; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=47/12
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = partial[0];
}

void launch(const float* in, float* out, int n) {
  packedThreads<<<64, 256>>>(in, out);
  packedThreadsOfBlockDim<<<64, 256, 256 * sizeof(float)>>>(in, out);
}
