// Layouts in which no two lanes of a phase meet in a bank.
// LINT-NO-NOTES

// 33 words a row: lane x is in bank x + y.
__global__ void padded(const float* in, float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void paddedByHand(const float* in, float* out) {
  __shared__ float tile[32 * 33];
  tile[threadIdx.y * 33 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x * 33 + threadIdx.y];
}

// Column x of row y lies at x ^ y: both ways round every bank is used once.
__global__ void swizzled(const float* in, float* out) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y ^ x];
}

// Vectors of four words, swizzled by quarter warp: row r keeps its vector c at c ^ (r % 8).
__global__ void swizzledVectors(const float4* in, float4* out) {
  __shared__ float4 tile[32][8];
  const int row = threadIdx.x / 8, column = threadIdx.x % 8;
  tile[row][column ^ (row % 8)] = in[threadIdx.x];
  __syncthreads();
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  out[warp * 32 + lane] = tile[lane][warp ^ (lane % 8)];
}

// A half warp is one row of 16 doubles; 17 doubles a row move each row by two banks.
__global__ void paddedDoubles(const double* in, double* out) {
  __shared__ double tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// Three words apart: 3 and 32 have no common factor.
__global__ void triples(const float* in, float* out) {
  __shared__ float3 s[256];
  s[threadIdx.x] = make_float3(in[threadIdx.x], 0.0f, 1.0f);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x].x + s[255 - threadIdx.x].y;
}

// Rows of 20 words: the eight vectors of a quarter warp begin in banks 0, 20, 8, 28, 16, 4, 24, 12.
__global__ void vectorsInPaddedRows(const float* in, float4* out) {
  __shared__ alignas(16) float tile[128][20];
  for (int j = threadIdx.x; j < 128 * 20; j += 128)
    (&tile[0][0])[j] = in[j];
  __syncthreads();
  out[threadIdx.x] = *reinterpret_cast<const float4*>(tile[threadIdx.x]);
}

void launch(const float* in, float* out, int n) {
  padded<<<1, dim3(32, 32)>>>(in, out);
  paddedByHand<<<1, dim3(32, 32)>>>(in, out);
  swizzled<<<1, dim3(32, 32)>>>(in, out);
  swizzledVectors<<<1, 256>>>((const float4*)in, (float4*)out);
  paddedDoubles<<<1, dim3(16, 16)>>>((const double*)in, (double*)out);
  triples<<<1, 256>>>(in, out);
  vectorsInPaddedRows<<<1, 128>>>(in, (float4*)out);
}
