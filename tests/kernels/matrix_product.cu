// Products of row-major matrices.

// launch: productNaive <<<(8,8), (16,16)>>> (a = float[16384], b = float[16384], c = float[16384], n = 128)
// launch: productNaive <<<(4,13), (32,8)>>> (a = float[10000], b = float[10000], c = float[10000], n = 100)
__global__ void productNaive(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// Rows from threadIdx.x: every access of the inner loop but one goes down a column.
// launch: productSwapped <<<(4,4), (16,16)>>> (a = float[4096], b = float[4096], c = float[4096], n = 64)
__global__ void productSwapped(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

// The boundary example: 7 x 7 blocks, of whose 2744 warp-phases 350 diverge while loading M.
// launch: productBoundary <<<(7,7), (16,16)>>> (M = float[10000], N = float[10000], P = float[10000], Width = 100)
__global__ void productBoundary(const float* M, const float* N, float* P, int Width) {
  __shared__ float ds_M[16][16];
  __shared__ float ds_N[16][16];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int Row = blockIdx.y * 16 + ty;
  const int Col = blockIdx.x * 16 + tx;
  float Pvalue = 0.0f;
  for (int p = 0; p < (Width - 1) / 16 + 1; ++p) {
    if (Row < Width && p * 16 + tx < Width)
      ds_M[ty][tx] = M[Row * Width + p * 16 + tx];
    else
      ds_M[ty][tx] = 0.0f;
    if (p * 16 + ty < Width && Col < Width)
      ds_N[ty][tx] = N[(p * 16 + ty) * Width + Col];
    else
      ds_N[ty][tx] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      Pvalue += ds_M[ty][i] * ds_N[i][tx];
    __syncthreads();
  }
  if (Row < Width && Col < Width)
    P[Row * Width + Col] = Pvalue;
}

template <int kTile>
__global__ void productTiled(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int start = 0; start < inner; start += kTile) {
    const int k = start + threadIdx.x;
    const int l = start + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < rows && k < inner ? a[row * inner + k] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = l < inner && column < columns ? b[l * columns + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTile; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns)
    c[row * columns + column] = sum;
}

// launch: productTiled<32> <<<(4,4), (32,32)>>> (a = float[16384], b = float[16384], c = float[16384], rows = 128, inner = 128, columns = 128)
// launch: productTiled<32> <<<(3,2), (32,32)>>> (a = float[3350], b = float[5360], c = float[4000], rows = 50, inner = 67, columns = 80)
template __global__ void productTiled<32>(const float*, const float*, float*, int, int, int);
// launch: productTiled<8> <<<(12,9), (8,8)>>> (a = float[2100], b = float[2700], c = float[6300], rows = 70, inner = 30, columns = 90)
template __global__ void productTiled<8>(const float*, const float*, float*, int, int, int);

// b is given transposed; its tile is read down the columns, which the padding makes free of conflicts.
// launch: productTransposedB <<<(8,8), (16,16)>>> (a = float[16384], bt = float[16384], c = float[16384], n = 128)
__global__ void productTransposedB(const float* a, const float* bt, float* c, int n) {
  __shared__ float tileA[16][16];
  __shared__ float tileB[16][16 + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const float* rowsA = a + (blockIdx.y * 16 + ty) * n;
  const float* rowsB = bt + (blockIdx.x * 16 + ty) * n;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    tileA[ty][tx] = rowsA[k + tx];
    tileB[ty][tx] = rowsB[k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = fmaf(tileA[ty][i], tileB[tx][i], sum);
    __syncthreads();
  }
  c[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx] = sum;
}

// 64 x 64 of the result a block, 4 x 4 of it a thread.
// launch: productRegisterBlocked <<<(4,4), (16,16)>>> (a = float[65536], b = float[65536], c = float[65536], n = 256)
__global__ void __launch_bounds__(256)
    productRegisterBlocked(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                           int n) {
  __shared__ float tileA[64][16];
  __shared__ float tileB[16][64];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int firstRow = blockIdx.y * 64;
  const int firstColumn = blockIdx.x * 64;
  float sums[4][4] = {};
  for (int k = 0; k < n; k += 16) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      tileA[ty + 16 * i][tx] = a[(firstRow + ty + 16 * i) * n + k + tx];
      tileB[ty][tx + 16 * i] = b[(k + ty) * n + firstColumn + tx + 16 * i];
    }
    __syncthreads();
#pragma unroll
    for (int l = 0; l < 16; ++l) {
      float left[4], right[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        left[i] = tileA[ty * 4 + i][l];
        right[i] = tileB[l][tx * 4 + i];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sums[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      c[(firstRow + ty * 4 + i) * n + firstColumn + tx * 4 + j] = sums[i][j];
}

// The same with float4 loads; the tile of a is kept transposed.
// launch: productVectorLoads <<<(2,2), 256>>> (a = float[16384], b = float[16384], c = float[16384], n = 128)
__global__ void __launch_bounds__(256) productVectorLoads(const float* a, const float* b, float* c, int n) {
  __shared__ alignas(16) float tileA[16][64];
  __shared__ alignas(16) float tileB[16][64];
  const int tid = threadIdx.x;
  const int tx = tid % 16;
  const int ty = tid / 16;
  const int loadRow = tid / 4;
  const int loadColumn = tid % 4 * 4;
  float4 sums[4] = {};
  for (int k = 0; k < n; k += 16) {
    const float4 left =
        *reinterpret_cast<const float4*>(&a[(blockIdx.y * 64 + loadRow) * n + k + loadColumn]);
    tileA[loadColumn][loadRow] = left.x;
    tileA[loadColumn + 1][loadRow] = left.y;
    tileA[loadColumn + 2][loadRow] = left.z;
    tileA[loadColumn + 3][loadRow] = left.w;
    reinterpret_cast<float4*>(tileB[ty])[tx] =
        *reinterpret_cast<const float4*>(&b[(k + ty) * n + blockIdx.x * 64 + tx * 4]);
    __syncthreads();
#pragma unroll
    for (int l = 0; l < 16; ++l) {
      const float4 m = *reinterpret_cast<const float4*>(&tileA[l][ty * 4]);
      const float4 v = *reinterpret_cast<const float4*>(&tileB[l][tx * 4]);
      const float factors[4] = {m.x, m.y, m.z, m.w};
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        sums[i].x += factors[i] * v.x;
        sums[i].y += factors[i] * v.y;
        sums[i].z += factors[i] * v.z;
        sums[i].w += factors[i] * v.w;
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4]) = sums[i];
}

// Two results a thread, eight columns apart.
// launch: productCoarsened <<<(4,8), (8,8)>>> (a = double[4096], b = double[4096], c = double[4096], n = 64)
__global__ void productCoarsened(const double* a, const double* b, double* c, int n) {
  __shared__ double tileA[8][8];
  __shared__ double tileB[8][16];
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int column = blockIdx.x * 16 + threadIdx.x;
  double first = 0.0, second = 0.0;
  for (int k = 0; k < n; k += 8) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    tileB[threadIdx.y][threadIdx.x + 8] = b[(k + threadIdx.y) * n + column + 8];
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
      first += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
      second += tileA[threadIdx.y][i] * tileB[i][threadIdx.x + 8];
    }
    __syncthreads();
  }
  c[row * n + column] = first;
  c[row * n + column + 8] = second;
}
