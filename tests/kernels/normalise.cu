// Rows made to have sum one, mean zero or length one.

__device__ float blockMaximum(float value) {
  __shared__ float maxima[32];
  for (int mask = 16; mask > 0; mask /= 2)
    value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, mask));
  if (threadIdx.x % 32 == 0)
    maxima[threadIdx.x / 32] = value;
  __syncthreads();
  value = threadIdx.x % 32 < blockDim.x / 32 ? maxima[threadIdx.x % 32] : -INFINITY;
  for (int mask = 16; mask > 0; mask /= 2)
    value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, mask));
  return value;
}

__device__ float blockSum(float value) {
  __shared__ float sums[32];
  for (int mask = 16; mask > 0; mask /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, mask);
  __syncthreads();
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = value;
  __syncthreads();
  value = threadIdx.x % 32 < blockDim.x / 32 ? sums[threadIdx.x % 32] : 0.0f;
  for (int mask = 16; mask > 0; mask /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, mask);
  return value;
}

// A block a row.
// launch: softmax <<<64, 256>>> (in = float[64000], out = float[64000], columns = 1000)
// launch: softmax <<<32, 128>>> (in = float[3200], out = float[3200], columns = 100)
__global__ void softmax(const float* in, float* out, int columns) {
  const float* row = in + blockIdx.x * columns;
  float largest = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    largest = fmaxf(largest, row[i]);
  largest = blockMaximum(largest);
  float sum = 0.0f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    sum += __expf(row[i] - largest);
  sum = blockSum(sum);
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = __expf(row[i] - largest) / sum;
}

// A warp a row, the row in registers.
template <int kColumns> __global__ void softmaxWarp(const float* in, float* out, int rows) {
  constexpr int kPerLane = kColumns / 32;
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  float values[kPerLane];
  float largest = -INFINITY;
#pragma unroll
  for (int i = 0; i < kPerLane; ++i) {
    values[i] = in[row * kColumns + i * 32 + threadIdx.x];
    largest = fmaxf(largest, values[i]);
  }
  for (int mask = 16; mask > 0; mask /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, mask));
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < kPerLane; ++i) {
    values[i] = __expf(values[i] - largest);
    sum += values[i];
  }
  for (int mask = 16; mask > 0; mask /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, mask);
#pragma unroll
  for (int i = 0; i < kPerLane; ++i)
    out[row * kColumns + i * 32 + threadIdx.x] = values[i] / sum;
}

// launch: softmaxWarp<128> <<<25, (32,4)>>> (in = float[12672], out = float[12672], rows = 99)
template __global__ void softmaxWarp<128>(const float*, float*, int);

// launch: layerNorm <<<48, 192>>> (in = float[36864], gamma = float[768], beta = float[768], out = float[36864], columns = 768, epsilon = 1e-5f)
// launch: layerNorm <<<10, 64>>> (in = float[1010], gamma = float[101], beta = float[101], out = float[1010], columns = 101, epsilon = 1e-5f)
__global__ void layerNorm(const float* __restrict__ in, const float* __restrict__ gamma,
                          const float* __restrict__ beta, float* __restrict__ out, int columns,
                          float epsilon) {
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float* target = out + static_cast<size_t>(blockIdx.x) * columns;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    sum += row[i];
  const float mean = blockSum(sum) / columns;
  float squares = 0.0f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    squares += (row[i] - mean) * (row[i] - mean);
  const float scale = rsqrtf(blockSum(squares) / columns + epsilon);
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    target[i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}

// Four elements at once; the row stays in shared memory.
// launch: rmsNorm <<<32, 128, 4096>>> (in = float4[8192], gamma = float4[256], out = float4[8192], packs = 256)
__global__ void rmsNorm(const float4* in, const float4* gamma, float4* out, int packs) {
  extern __shared__ float4 cached[];
  float squares = 0.0f;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const float4 pack = in[blockIdx.x * packs + i];
    cached[i] = pack;
    squares += pack.x * pack.x + pack.y * pack.y + pack.z * pack.z + pack.w * pack.w;
  }
  const float scale = rsqrtf(blockSum(squares) / (4 * packs) + 1e-6f);
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    float4 pack = cached[i];
    const float4 factor = gamma[i];
    pack.x *= scale * factor.x;
    pack.y *= scale * factor.y;
    pack.z *= scale * factor.z;
    pack.w *= scale * factor.w;
    out[blockIdx.x * packs + i] = pack;
  }
}

// Mean and variance of each channel, one pass over images and pixels.
// launch: batchStatistics <<<16, 128>>> (in = float[65536], means = float[16], variances = float[16], images = 4, channels = 16, pixels = 1024)
__global__ void batchStatistics(const float* in, float* means, float* variances, int images, int channels,
                                int pixels) {
  const int channel = blockIdx.x;
  float sum = 0.0f, squares = 0.0f;
  for (int i = threadIdx.x; i < images * pixels; i += blockDim.x) {
    const int image = i / pixels;
    const float value = in[(image * channels + channel) * pixels + i % pixels];
    sum += value;
    squares += value * value;
  }
  sum = blockSum(sum);
  squares = blockSum(squares);
  if (threadIdx.x == 0) {
    const float mean = sum / (images * pixels);
    means[channel] = mean;
    variances[channel] = squares / (images * pixels) - mean * mean;
  }
}
