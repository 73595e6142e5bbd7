// Vectors between global and shared memory that turn rows into columns.

// Two lanes share a row of the input and store four rows apart, 512 words: they meet, pair by pair.
__global__ void transposedStoreOfTwo(const float* in, float* out) {
  __shared__ float tile[8][128];
  const int row = threadIdx.x / 2;
  const int column = 4 * (threadIdx.x % 2);
  const float4 v = *reinterpret_cast<const float4*>(&in[row * 1024 + column]);
  tile[column + 0][row] = v.x; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  tile[column + 1][row] = v.y; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  tile[column + 2][row] = v.z; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  tile[column + 3][row] = v.w; // LINT: bank-conflict degree=2 wavefronts/wavefronts_ideal=2
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 128][threadIdx.x % 128];
}

// Eight lanes share a row of 32 elements; a warp holds four rows, so eight lanes meet in each of four banks.
__global__ void transposedStoreOfEight(const float* in, float* out) {
  __shared__ float tile[32][32];
  const int row = threadIdx.x / 8;
  const int column = 4 * (threadIdx.x % 8);
  const float4 v = *reinterpret_cast<const float4*>(&in[row * 32 + column]);
  tile[column + 0][row] = v.x; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=8
  tile[column + 1][row] = v.y; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=8
  tile[column + 2][row] = v.z; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=8
  tile[column + 3][row] = v.w; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=8
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 32][threadIdx.x % 32];
}

// A 16-byte store is served by quarter warps, four wavefronts at best. Here the eight lanes of a quarter meet in the same
// four banks: 32 wavefronts.
__global__ void vectorStoreByColumns(const float4* in, float* out) {
  __shared__ alignas(16) float tile[32][32];
  const float4 v = in[threadIdx.y * 32 + threadIdx.x];
  *reinterpret_cast<float4*>(&tile[threadIdx.x][4 * threadIdx.y]) = v; // LINT: bank-conflict degree=8 wavefronts/wavefronts_ideal=8
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

// Rows of 16 words: a quarter of eight lanes falls into two groups of banks, four lanes in each.
__global__ void vectorLoadOfShortRows(const float* in, float4* out) {
  __shared__ alignas(16) float tile[128][16];
  for (int j = threadIdx.x; j < 128 * 16; j += 128)
    (&tile[0][0])[j] = in[j];
  __syncthreads();
  out[threadIdx.x] = *reinterpret_cast<const float4*>(tile[threadIdx.x]); // LINT: bank-conflict degree=4 wavefronts/wavefronts_ideal=4
}

void launch(const float* in, float* out, int n) {
  transposedStoreOfTwo<<<1, 256>>>(in, out);
  transposedStoreOfEight<<<1, 256>>>(in, out);
  vectorStoreByColumns<<<1, dim3(32, 8)>>>((const float4*)in, out);
  vectorLoadOfShortRows<<<1, 128>>>(in, (float4*)out);
}
