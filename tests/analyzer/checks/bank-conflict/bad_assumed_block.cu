// No launch is known, and the block that is taken in its place decides: a note. Where another block has the conflict as well, a warning.

// 2-way in a row of 32 threads, words 0..15 and 32..47; with 16 threads a row both rows of a warp want the same words.
__global__ void byRow(float* out) {
  __shared__ float words[64];
  words[threadIdx.x % 64] = threadIdx.y;
  __syncthreads();
  const int word = threadIdx.x % 16 + threadIdx.x / 16 * 32;
  const float v = words[word]; // LINT-NOTE: bank-conflict degree=2 launch=assumed
  out[threadIdx.y * blockDim.x + threadIdx.x] = v;
}

__global__ void byAnyBlock(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = threadIdx.y;
  __syncthreads();
  const float v = tile[threadIdx.x][threadIdx.y]; // LINT: bank-conflict degree>=16 launch=assumed
  out[threadIdx.y * blockDim.x + threadIdx.x] = v;
}
