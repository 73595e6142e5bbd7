// Matrix transposes, from naive to vectorised. Matrices are row-major.

constexpr int kTile = 32;
constexpr int kRows = 8;

// launch: transposeReadsRows <<<(32,128), (32,8)>>> (out = float[1048576], in = float[1048576], n = 1024)
// launch: transposeReadsRows <<<(4,13), (32,8)>>> (out = float[10000], in = float[10000], n = 100)
__global__ void transposeReadsRows(float* out, const float* in, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    out[x * n + y] = in[y * n + x];
}

// launch: transposeWritesRows <<<(16,64), (32,8)>>> (out = float[262144], in = float[262144], n = 512)
__global__ void transposeWritesRows(float* out, const float* in, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    out[y * n + x] = in[x * n + y];
}

// launch: copyTiled <<<(16,16), (32,8)>>> (out = float[262144], in = float[262144], n = 512)
__global__ void copyTiled(float* out, const float* in, int n) {
  __shared__ float tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  for (int j = 0; j < kTile; j += kRows)
    out[(y + j) * n + x] = tile[threadIdx.y + j][threadIdx.x];
}

template <typename T> __global__ void transposeTiled(T* out, const T* in, int n) {
  __shared__ T tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// launch: transposeTiled<float> <<<(32,32), (32,8)>>> (out = float[1048576], in = float[1048576], n = 1024)
template __global__ void transposeTiled<float>(float*, const float*, int);
// launch: transposeTiled<double> <<<(8,8), (32,8)>>> (out = double[65536], in = double[65536], n = 256)
template __global__ void transposeTiled<double>(double*, const double*, int);
// launch: transposeTiled<unsigned char> <<<(8,8), (32,8)>>> (out = unsigned char[65536], in = unsigned char[65536], n = 256)
template __global__ void transposeTiled<unsigned char>(unsigned char*, const unsigned char*, int);

template <typename T> __global__ void transposePadded(T* out, const T* in, int n) {
  __shared__ T tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// launch: transposePadded<float> <<<(32,32), (32,8)>>> (out = float[1048576], in = float[1048576], n = 1024)
template __global__ void transposePadded<float>(float*, const float*, int);
// launch: transposePadded<double> <<<(8,8), (32,8)>>> (out = double[65536], in = double[65536], n = 256)
template __global__ void transposePadded<double>(double*, const double*, int);

// launch: transposeGuarded <<<(16,32), (32,32)>>> (out = float[500000], in = float[500000], width = 500, height = 1000)
__global__ void transposeGuarded(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// launch: transposeSwizzled <<<(16,16), (32,16)>>> (out = float[262144], in = float[262144], n = 512)
__global__ void transposeSwizzled(float* out, const float* in, int n) {
  __shared__ float tile[32 * 32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int row = threadIdx.y; row < 32; row += blockDim.y, y += blockDim.y)
    tile[row * 32 + (threadIdx.x ^ row)] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int row = threadIdx.y; row < 32; row += blockDim.y, y += blockDim.y)
    out[y * n + x] = tile[threadIdx.x * 32 + (row ^ threadIdx.x)];
}

// launch: transposeVector2 <<<(8,8), (16,32)>>> (out = float[65536], in = float[65536], n = 256)
__global__ void transposeVector2(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  const int column = 2 * threadIdx.x;
  const float2 pair =
      *reinterpret_cast<const float2*>(in + (blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + column);
  tile[threadIdx.y][column] = pair.x;
  tile[threadIdx.y][column + 1] = pair.y;
  __syncthreads();
  float2* row = reinterpret_cast<float2*>(out + (blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32);
  row[threadIdx.x] = make_float2(tile[column][threadIdx.y], tile[column + 1][threadIdx.y]);
}

// Without padding the float4 stores are free of conflicts, the column loads are not.
// launch: transposeVector4 <<<(8,8), (8,32)>>> (out = float4[16384], in = float4[16384], n = 256)
__global__ void transposeVector4(float4* out, const float4* in, int n) {
  __shared__ alignas(16) float tile[32][32];
  const int packs = n / 4;
  float4* tileRow = reinterpret_cast<float4*>(tile[threadIdx.y]);
  tileRow[threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * packs + blockIdx.x * 8 + threadIdx.x];
  __syncthreads();
  const int column = 4 * threadIdx.x;
  float4 pack;
  pack.x = tile[column][threadIdx.y];
  pack.y = tile[column + 1][threadIdx.y];
  pack.z = tile[column + 2][threadIdx.y];
  pack.w = tile[column + 3][threadIdx.y];
  out[(blockIdx.x * 32 + threadIdx.y) * packs + blockIdx.y * 8 + threadIdx.x] = pack;
}

// Blocks walk along diagonals.
// launch: transposeDiagonal <<<(8,8), (32,8)>>> (out = float[65536], in = float[65536], n = 256)
__global__ void transposeDiagonal(float* out, const float* in, int n) {
  __shared__ float tile[32][32 + 1];
  const int blockRow = blockIdx.x;
  const int blockColumn = (blockIdx.x + blockIdx.y) % gridDim.x;
  const float* source = in + blockRow * 32 * n + blockColumn * 32;
  float* target = out + blockColumn * 32 * n + blockRow * 32;
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = source[(threadIdx.y + i) * n + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    target[(threadIdx.y + i) * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y + i];
}
