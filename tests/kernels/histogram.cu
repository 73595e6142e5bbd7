// Histograms: where the bin comes from the data, and where it does not.

// launch: histogramGlobal <<<64, 256>>> (in = unsigned char[65536] random 256, bins = unsigned[256], n = 65536)
__global__ void histogramGlobal(const unsigned char* in, unsigned* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = blockDim.x * gridDim.x;
  for (int j = i; j < n; j += stride)
    atomicAdd(&bins[in[j]], 1u);
}

// launch: histogramShared <<<32, 256>>> (in = int[100000] random 256, bins = int[256], n = 100000)
__global__ void histogramShared(const int* in, int* bins, int n) {
  __shared__ int local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// A histogram for every warp, of bytes that come packed in words.
// launch: histogramPerWarp <<<16, 128>>> (in = unsigned[16384] random 1073741824, bins = unsigned[64], n = 16384)
__global__ void histogramPerWarp(const unsigned* in, unsigned* bins, int n) {
  __shared__ unsigned local[4][64];
  unsigned* mine = local[threadIdx.x / 32];
  for (int i = threadIdx.x; i < 4 * 64; i += blockDim.x)
    (&local[0][0])[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned packed = in[i];
    atomicAdd(&mine[packed & 63], 1u);
    atomicAdd(&mine[packed >> 8 & 63], 1u);
    atomicAdd(&mine[packed >> 16 & 63], 1u);
    atomicAdd(&mine[packed >> 24], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < 64; bin += blockDim.x)
    atomicAdd(&bins[bin], local[0][bin] + local[1][bin] + local[2][bin] + local[3][bin]);
}

// Every lane has its own copy of each bin, so that bank and lane agree whatever the data.
// launch: histogramOwnBank <<<16, 64>>> (in = int[8192] random 32, bins = int[32], n = 8192)
__global__ void histogramOwnBank(const int* in, int* bins, int n) {
  __shared__ int copies[32][32];
  const int lane = threadIdx.x % 32;
  for (int bin = threadIdx.x / 32; bin < 32; bin += blockDim.x / 32)
    copies[bin][lane] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&copies[in[i]][lane], 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    int sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += copies[lane][(lane + i) % 32];
    atomicAdd(&bins[lane], sum);
  }
}

// The bin is that of the thread, not of the data.
// launch: countByThread <<<32, 256>>> (in = float[32768], bins = float[64], n = 32768)
__global__ void countByThread(const float* in, float* bins, int n) {
  __shared__ float local[64];
  if (threadIdx.x < 64)
    local[threadIdx.x] = 0.0f;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[threadIdx.x % 64], in[i]);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// Counts of rows: the lanes of a group of four meet in one bin, and bins lie eight words apart.
// launch: countRows <<<8, 128>>> (in = int[1024] random 100, rows = int[32])
__global__ void countRows(const int* in, int* rows) {
  __shared__ int counts[32 * 8];
  counts[threadIdx.x] = 0;
  counts[threadIdx.x + 128] = 0;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x / 4 * 8], in[blockIdx.x * 128 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < 32)
    atomicAdd(rows + threadIdx.x, counts[threadIdx.x * 8]);
}
