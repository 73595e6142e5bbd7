// The tiled matrix product with its boundary guards: 16x16 tiles, a width that no tile divides.

constexpr int kTile = 16;

__global__ void product(const float* m, const float* n, float* p, int width) {
  __shared__ float tileM[kTile][kTile];
  __shared__ float tileN[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int phase = 0; phase < (width + kTile - 1) / kTile; ++phase) {
    if (row < width && phase * kTile + tx < width)
      tileM[ty][tx] = m[row * width + phase * kTile + tx];
    else
      tileM[ty][tx] = 0;
    if (phase * kTile + ty < width && column < width)
      tileN[ty][tx] = n[(phase * kTile + ty) * width + column];
    else
      tileN[ty][tx] = 0;
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += tileM[ty][k] * tileN[k][tx];
    __syncthreads();
  }
  if (row < width && column < width)
    p[row * width + column] = sum;
}

void launch(const float* in, float* out, int n) {
  product<<<dim3(7, 7), dim3(kTile, kTile)>>>(in, in, out, 100);
}
