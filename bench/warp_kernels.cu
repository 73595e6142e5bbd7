// Kernels for bench/warp_engine_benchmark.cpp beside those of the ladder.

// Sizes unknown: addresses and conditions are symbolic throughout.
__global__ void transposeAndScale(const float* in, float* out, const float* scales, int width, int height,
                                  int rounds) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int i = 0; i < rounds; ++i)
    sum += in[(y * rounds + i) * width + x] * scales[i * height + y];
  out[x * height + y] = sum;
}

// Long loops whose trip counts are known.
template <int kTile> __global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float aTile[kTile][kTile];
  __shared__ float bTile[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += kTile) {
    aTile[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
    bTile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += aTile[threadIdx.y][k] * bTile[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

template __global__ void multiply<32>(const float*, const float*, float*, int);
