// Shared tiles whose columns are permuted by XOR.

// launch: swizzledColumns <<<32, 256>>> (in = float[32768], out = float[32768])
__global__ void swizzledColumns(const float* in, float* out) {
  __shared__ float tile[32][32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  for (int row = warp; row < 32; row += 8)
    tile[row][lane ^ row] = in[blockIdx.x * 1024 + row * 32 + lane];
  __syncthreads();
  for (int column = warp; column < 32; column += 8)
    out[blockIdx.x * 1024 + column * 32 + lane] = tile[lane][column ^ lane];
}

__device__ int swizzle(int row, int pack) {
  return row * 8 + (pack ^ (row & 7));
}

// Packs of 16 bytes, rows of eight packs.
// launch: swizzledPacks <<<16, 256>>> (in = float4[4096], out = float4[4096])
__global__ void swizzledPacks(const float4* in, float4* out) {
  __shared__ float4 packs[32 * 8];
  const int row = threadIdx.x / 8;
  const int pack = threadIdx.x % 8;
  packs[swizzle(row, pack)] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  const int readRow = threadIdx.x % 32;
  const int readPack = threadIdx.x / 32;
  out[blockIdx.x * 256 + threadIdx.x] = packs[swizzle(readRow, readPack)];
}

// The same without the permutation.
// launch: plainPacks <<<16, 256>>> (in = float4[4096], out = float4[4096])
__global__ void plainPacks(const float4* in, float4* out) {
  __shared__ float4 packs[32 * 8];
  packs[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  const int readRow = threadIdx.x % 32;
  const int readPack = threadIdx.x / 32;
  out[blockIdx.x * 256 + threadIdx.x] = packs[readRow * 8 + readPack];
}

template <int kBits> __global__ void swizzledDoubles(const double* in, double* out) {
  __shared__ double tile[16][16];
  const int x = threadIdx.x % 16;
  const int y = threadIdx.x / 16;
  constexpr int kMask = (1 << kBits) - 1;
  tile[y][x ^ (y & kMask)] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = tile[x][y ^ (x & kMask)];
}

// launch: swizzledDoubles<4> <<<16, 256>>> (in = double[4096], out = double[4096])
template __global__ void swizzledDoubles<4>(const double*, double*);
// launch: swizzledDoubles<2> <<<16, 256>>> (in = double[4096], out = double[4096])
template __global__ void swizzledDoubles<2>(const double*, double*);

// Butterfly exchanges: the partner is a power of two away.
// launch: butterfly <<<32, 128>>> (data = float[4096])
__global__ void butterfly(float* data) {
  __shared__ float values[128];
  const unsigned tid = threadIdx.x;
  float value = data[blockIdx.x * 128 + tid];
  for (unsigned bit = 1; bit < 128; bit <<= 1) {
    values[tid] = value;
    __syncthreads();
    const float partner = values[tid ^ bit];
    value = (tid & bit) ? partner - value : partner + value;
    __syncthreads();
  }
  data[blockIdx.x * 128 + tid] = value;
}

// Bit-reversed reads.
// launch: bitReverse <<<16, 256>>> (in = float2[4096], out = float2[4096])
__global__ void bitReverse(const float2* in, float2* out) {
  __shared__ float2 values[256];
  values[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = values[__brev(threadIdx.x) >> 24];
}
