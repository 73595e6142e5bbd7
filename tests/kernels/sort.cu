// Sorting and what belongs to it.

// The pairs compared do not depend on the data, whether they are swapped does.
// launch: bitonicShared <<<8, 256>>> (keys = int[4096] random 100000)
__global__ void bitonicShared(int* keys) {
  __shared__ int values[512];
  const int tid = threadIdx.x;
  int* block = keys + blockIdx.x * 512;
  values[tid] = block[tid];
  values[tid + 256] = block[tid + 256];
  for (int size = 2; size <= 512; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int a = 2 * tid - (tid & (stride - 1));
      const int b = a + stride;
      const bool ascending = (a & size) == 0;
      if ((values[a] > values[b]) == ascending) {
        const int t = values[a];
        values[a] = values[b];
        values[b] = t;
      }
    }
  }
  __syncthreads();
  block[tid] = values[tid];
  block[tid + 256] = values[tid + 256];
}

// Without a branch on the data: every pair is written back.
// launch: bitonicBranchless <<<4, 128>>> (keys = float[1024])
// differs: the round with stride = 1 is peeled, and its pair of loads is made at once
__global__ void bitonicBranchless(float* keys) {
  __shared__ float values[256];
  const unsigned tid = threadIdx.x;
  values[tid] = keys[blockIdx.x * 256 + tid];
  values[tid + 128] = keys[blockIdx.x * 256 + tid + 128];
  __syncthreads();
  for (unsigned size = 2; size <= 256; size <<= 1) {
    for (unsigned stride = size >> 1; stride > 0; stride >>= 1) {
      const unsigned low = 2 * tid - (tid & (stride - 1));
      const float a = values[low];
      const float b = values[low + stride];
      const bool up = (low & size) == 0;
      values[low] = up ? fminf(a, b) : fmaxf(a, b);
      values[low + stride] = up ? fmaxf(a, b) : fminf(a, b);
      __syncthreads();
    }
  }
  keys[blockIdx.x * 256 + tid] = values[tid];
  keys[blockIdx.x * 256 + tid + 128] = values[tid + 128];
}

// One step on global memory.
// launch: bitonicGlobalStep <<<16, 256>>> (keys = int[4096] random 1000, stride = 64, size = 1024)
// launch: bitonicGlobalStep <<<16, 256>>> (keys = int[4096], stride = 1, size = 2)
__global__ void bitonicGlobalStep(int* keys, int stride, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int other = i ^ stride;
  if (other > i) {
    const int a = keys[i];
    const int b = keys[other];
    if ((a > b) == ((i & size) == 0)) {
      keys[i] = b;
      keys[other] = a;
    }
  }
}

// launch: oddEvenWarp <<<8, 128>>> (keys = int[1024] random 1000)
__global__ void oddEvenWarp(int* keys) {
  const int lane = threadIdx.x % 32;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int key = keys[i];
  for (int round = 0; round < 32; ++round) {
    const bool first = (lane + round) % 2 == 0;
    const int partner = first ? lane + 1 : lane - 1;
    const int other = __shfl_sync(0xffffffffu, key, partner & 31);
    if (partner >= 0 && partner < 32)
      key = first ? min(key, other) : max(key, other);
  }
  keys[i] = key;
}

// How often each digit occurs among a block's keys.
// launch: countDigits <<<8, 256>>> (keys = unsigned[8192] random 65536, counts = unsigned[128], shift = 4)
__global__ void countDigits(const unsigned* keys, unsigned* counts, int shift) {
  __shared__ unsigned local[16];
  if (threadIdx.x < 16)
    local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    const unsigned key = keys[(blockIdx.x * 4 + i) * blockDim.x + threadIdx.x];
    atomicAdd(&local[key >> shift & 15], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 16)
    counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

// A counter for each thread and digit, without atomics.
// launch: countDigitsPerThread <<<8, 64>>> (keys = unsigned[8192] random 65536, counts = unsigned[128], shift = 0)
__global__ void countDigitsPerThread(const unsigned* keys, unsigned* counts, int shift) {
  __shared__ unsigned short local[16][64];
  for (int digit = 0; digit < 16; ++digit)
    local[digit][threadIdx.x] = 0;
  for (int i = 0; i < 16; ++i) {
    const unsigned key = keys[(blockIdx.x * 16 + i) * 64 + threadIdx.x];
    ++local[key >> shift & 15][threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    unsigned sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += local[threadIdx.x][(i + threadIdx.x * 2) % 64];
    counts[blockIdx.x * 16 + threadIdx.x] = sum;
  }
}

// Ranks by counting how many are smaller.
// launch: rankByCounting <<<2, 128>>> (keys = int[256] random 1000, ranks = int[256], n = 250)
__global__ void rankByCounting(const int* keys, int* ranks, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int key = keys[i];
  int rank = 0;
  for (int j = 0; j < n; ++j)
    rank += keys[j] < key || (keys[j] == key && j < i);
  ranks[i] = rank;
}
