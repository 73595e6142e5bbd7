// Copies from global to shared memory that do not pass through registers.
#include <cuda_pipeline_primitives.h>

// Tiles of 32 by 32 floats, a word to a thread, read back by columns.
template <int kPitch> __global__ void copyWords(const float* in, float* out, int width) {
  __shared__ float tile[32][kPitch];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int row = 0; row < 32; row += 8)
    __pipeline_memcpy_async(&tile[threadIdx.y + row][threadIdx.x], &in[(y + row) * width + x], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
#pragma unroll
  for (int row = 0; row < 32; row += 8)
    out[(y + row) * width + x] = tile[threadIdx.x][threadIdx.y + row];
}

// launch: copyWords<32> <<<(6,8), (32,8)>>> (in = float[49152] random 100, out = float[49152], width = 192)
template __global__ void copyWords<32>(const float*, float*, int);
// launch: copyWords<33> <<<(6,8), (32,8)>>> (in = float[49152] random 100, out = float[49152], width = 192)
template __global__ void copyWords<33>(const float*, float*, int);
// launch: copyWords<36> <<<(6,8), (32,8)>>> (in = float[49152] random 100, out = float[49152], width = 192)
template __global__ void copyWords<36>(const float*, float*, int);

// Sixteen threads to a row, two floats each.
template <int kPitch> __global__ void copyPairs(const float* in, float* out) {
  __shared__ alignas(8) float tile[16][kPitch];
  const float* source = in + blockIdx.x * 512;
  __pipeline_memcpy_async(&tile[threadIdx.y][2 * threadIdx.x], source + threadIdx.y * 32 + 2 * threadIdx.x,
                          8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const int i = threadIdx.y * 16 + threadIdx.x;
  for (int half = 0; half < 512; half += 256)
    out[blockIdx.x * 512 + half + i] = 2.0f * tile[(half + i) / 32][i % 32];
}

// launch: copyPairs<32> <<<50, (16,16)>>> (in = float[25600] random 100, out = float[25600])
template __global__ void copyPairs<32>(const float*, float*);
// launch: copyPairs<36> <<<50, (16,16)>>> (in = float[25600] random 100, out = float[25600])
template __global__ void copyPairs<36>(const float*, float*);

// Eight threads to a row, four floats each. A thread sums a row.
template <int kPitch> __global__ void copyQuads(const float* in, float* out) {
  __shared__ alignas(16) float tile[32][kPitch];
  const int row = threadIdx.x / 8;
  const int column = threadIdx.x % 8 * 4;
  __pipeline_memcpy_async(&tile[row][column], &in[(blockIdx.x * 32 + row) * 32 + column], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (threadIdx.x >= 32)
    return;
  float sum = 0.0f;
  for (int i = 0; i < 32; ++i)
    sum += tile[threadIdx.x][i];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

// launch: copyQuads<32> <<<48, 256>>> (in = float[49152] random 100, out = float[1536])
template __global__ void copyQuads<32>(const float*, float*);
// launch: copyQuads<36> <<<48, 256>>> (in = float[49152] random 100, out = float[1536])
template __global__ void copyQuads<36>(const float*, float*);

// launch: copyWholePacks <<<80, 128>>> (in = float4[10240], out = float4[10240])
__global__ void copyWholePacks(const float4* __restrict__ in, float4* __restrict__ out) {
  __shared__ float4 packs[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __pipeline_memcpy_async(&packs[threadIdx.x], &in[i], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float4 pack = packs[127 - threadIdx.x];
  pack.x += 1.0f;
  out[i] = pack;
}

// The lower half of each warp copies for all of it.
// launch: copyByHalfWarps <<<80, 128>>> (in = int[10240] random 100, out = int[10240])
__global__ void copyByHalfWarps(const int* in, int* out) {
  __shared__ alignas(8) int values[128];
  const int lane = threadIdx.x % 32;
  const int warpFirst = threadIdx.x - lane;
  const int* source = in + blockIdx.x * 128 + warpFirst;
  if (lane < 16)
    __pipeline_memcpy_async(&values[warpFirst + 2 * lane], source + 2 * lane, sizeof(int2));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[blockIdx.x * 128 + threadIdx.x] = values[threadIdx.x] * 3;
}

// The next chunk is under way while this one is summed.
// launch: sumInStages <<<40, 256>>> (in = float[122880] random 100, out = float[10240], chunks = 12)
__global__ void sumInStages(const float* __restrict__ in, float* __restrict__ out, int chunks) {
  __shared__ float stage[2][256];
  const float* mine = in + (size_t)blockIdx.x * chunks * 256 + threadIdx.x;
  __pipeline_memcpy_async(&stage[0][threadIdx.x], mine, sizeof(float));
  __pipeline_commit();
  float sum = 0.0f;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    if (chunk + 1 < chunks)
      __pipeline_memcpy_async(&stage[(chunk + 1) & 1][threadIdx.x], mine + (chunk + 1) * 256, sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stage[chunk & 1][threadIdx.x] + stage[chunk & 1][threadIdx.x ^ 1];
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}
