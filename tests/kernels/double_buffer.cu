// Two stages: one is computed on while the other is filled.
#include <cuda_pipeline.h>

// launch: productDoubleBuffered <<<(4,4), (16,16)>>> (a = float[4096], b = float[4096], c = float[4096], n = 64)
__global__ void productDoubleBuffered(const float* a, const float* b, float* c, int n) {
  __shared__ float tileA[2][16][16];
  __shared__ float tileB[2][16][16];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const int column = blockIdx.x * 16 + tx;
  int stage = 0;
  tileA[0][ty][tx] = a[row * n + tx];
  tileB[0][ty][tx] = b[ty * n + column];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 16; k <= n; k += 16) {
    float nextA = 0.0f, nextB = 0.0f;
    if (k < n) {
      nextA = a[row * n + k + tx];
      nextB = b[(k + ty) * n + column];
    }
    for (int i = 0; i < 16; ++i)
      sum += tileA[stage][ty][i] * tileB[stage][i][tx];
    stage ^= 1;
    if (k < n) {
      tileA[stage][ty][tx] = nextA;
      tileB[stage][ty][tx] = nextB;
    }
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Copies that bypass the registers, 4 bytes each.
// launch: asyncCopy <<<16, 128>>> (in = float[32768], out = float[2048], rounds = 16)
__global__ void asyncCopy(const float* in, float* out, int rounds) {
  __shared__ float stages[2][128];
  const float* source = in + blockIdx.x * rounds * 128;
  __pipeline_memcpy_async(&stages[0][threadIdx.x], source + threadIdx.x, sizeof(float));
  __pipeline_commit();
  float sum = 0.0f;
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds)
      __pipeline_memcpy_async(&stages[(round + 1) & 1][threadIdx.x], source + (round + 1) * 128 + threadIdx.x,
                              sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stages[round & 1][threadIdx.x ^ 1];
    __syncthreads();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// The same, 16 bytes each, into a padded tile.
// launch: asyncCopyPacks <<<16, 256>>> (in = float4[4096], out = float[16384])
__global__ void asyncCopyPacks(const float4* in, float* out) {
  __shared__ alignas(16) float tile[32][36];
  const int row = threadIdx.x / 8;
  const int pack = threadIdx.x % 8;
  __pipeline_memcpy_async(&tile[row][pack * 4], in + blockIdx.x * 256 + threadIdx.x, sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const int lane = threadIdx.x % 32;
  for (int column = threadIdx.x / 32; column < 32; column += 8)
    out[blockIdx.x * 1024 + column * 32 + lane] = tile[lane][column];
}

// Registers ahead of the loop.
// launch: prefetched <<<8, 256>>> (in = float[32768], out = float[32768], steps = 16)
__global__ void prefetched(const float* in, float* out, int steps) {
  const int first = blockIdx.x * blockDim.x * steps + threadIdx.x;
  float next = in[first];
  for (int step = 0; step < steps; ++step) {
    const float current = next;
    if (step + 1 < steps)
      next = in[first + (step + 1) * blockDim.x];
    out[first + step * blockDim.x] = current * current;
  }
}
