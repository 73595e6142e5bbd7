// The sum of each block's elements, rewritten step by step.

// v0: interleaved tree by modulo.
template <typename T> __global__ void reduce0(const T* in, T* out, int n) {
  __shared__ T partial[256];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : T(0);
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0)
      partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

// launch: reduce0<float> <<<256, 256>>> (in = float[65536], out = float[256], n = 65536)
// launch: reduce0<float> <<<391, 128>>> (in = float[50000], out = float[391], n = 50000)
template __global__ void reduce0<float>(const float*, float*, int);
// launch: reduce0<double> <<<40, 256>>> (in = double[10000], out = double[40], n = 10000)
template __global__ void reduce0<double>(const double*, double*, int);

// v1: the same additions by the first threads, at a stride.
template <typename T> __global__ void reduce1(const T* in, T* out, int n) {
  __shared__ T partial[256];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : T(0);
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    const int index = 2 * s * tid;
    if (index < blockDim.x)
      partial[index] += partial[index + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

// launch: reduce1<float> <<<256, 256>>> (in = float[65536], out = float[256], n = 65536)
template __global__ void reduce1<float>(const float*, float*, int);
// launch: reduce1<double> <<<128, 256>>> (in = double[32768], out = double[128], n = 32768)
template __global__ void reduce1<double>(const double*, double*, int);

// v2: sequential addressing.
template <typename T> __global__ void reduce2(const T* in, T* out, int n) {
  __shared__ T partial[1024];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : T(0);
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

// launch: reduce2<float> <<<256, 256>>> (in = float[65536], out = float[256], n = 65536)
// launch: reduce2<float> <<<977, 1024>>> (in = float[999983], out = float[977], n = 999983)
template __global__ void reduce2<float>(const float*, float*, int);
// launch: reduce2<short> <<<100, 64>>> (in = short[6400], out = short[100], n = 6390)
template __global__ void reduce2<short>(const short*, short*, int);

// v3: the first addition while loading.
// launch: reduce3 <<<128, 256, 1024>>> (in = float[65536], out = float[128], n = 65536)
// launch: reduce3 <<<20, 256, 1024>>> (in = float[10000], out = float[20], n = 10000)
__global__ void __launch_bounds__(256) reduce3(const float* in, float* out, unsigned n) {
  extern __shared__ float sums[];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  float sum = i < n ? in[i] : 0.0f;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  sums[tid] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      sums[tid] = sum = sum + sums[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sum;
}

// v4: the last warp in step, on volatile shared memory.
__device__ void reduceLastWarp(volatile float* partial, unsigned tid) {
  partial[tid] += partial[tid + 32];
  partial[tid] += partial[tid + 16];
  partial[tid] += partial[tid + 8];
  partial[tid] += partial[tid + 4];
  partial[tid] += partial[tid + 2];
  partial[tid] += partial[tid + 1];
}

// launch: reduce4 <<<128, 256>>> (in = float[65536], out = float[128], n = 65536)
__global__ void reduce4(const float* in, float* out, unsigned n) {
  __shared__ float partial[256];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  partial[tid] = (i < n ? in[i] : 0.0f) + (i + blockDim.x < n ? in[i + blockDim.x] : 0.0f);
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (tid < s)
      partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid < 32)
    reduceLastWarp(partial, tid);
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

// v5: the block size is known, the tree is unrolled by hand.
template <unsigned kBlock, typename T> __global__ void reduce5(const T* in, T* out, unsigned n) {
  __shared__ T partial[kBlock];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * (kBlock * 2) + tid;
  T sum = i < n ? in[i] : T(0);
  if (i + kBlock < n)
    sum += in[i + kBlock];
  partial[tid] = sum;
  __syncthreads();
  if (kBlock >= 512) {
    if (tid < 256)
      partial[tid] += partial[tid + 256];
    __syncthreads();
  }
  if (kBlock >= 256) {
    if (tid < 128)
      partial[tid] += partial[tid + 128];
    __syncthreads();
  }
  if (kBlock >= 128) {
    if (tid < 64)
      partial[tid] += partial[tid + 64];
    __syncthreads();
  }
  if (tid < 32) {
    sum = partial[tid] + partial[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

// launch: reduce5<512u, int> <<<64, 512>>> (in = int[65536] random 100, out = int[64], n = 65536)
template __global__ void reduce5<512u, int>(const int*, int*, unsigned);
// launch: reduce5<128u, double> <<<40, 128>>> (in = double[10000], out = double[40], n = 10000)
template __global__ void reduce5<128u, double>(const double*, double*, unsigned);

// v6: each thread sums many elements first, the warps by shuffles.
// launch: reduce6 <<<32, 256>>> (in = float[100000], out = float[32], n = 100000)
__global__ void reduce6(const float* __restrict__ in, float* __restrict__ out, unsigned n) {
  __shared__ float warpSums[32];
  float sum = 0.0f;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  for (int offset = 16; offset > 0; offset >>= 1)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  const unsigned lane = threadIdx.x & 31;
  const unsigned warp = threadIdx.x >> 5;
  if (lane == 0)
    warpSums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? warpSums[lane] : 0.0f;
    for (int offset = 16; offset > 0; offset >>= 1)
      sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
      out[blockIdx.x] = sum;
  }
}

// v7: one atomic addition a warp instead of a second stage.
// launch: reduce7 <<<128, 128>>> (in = float[32768], out = float[1], n = 32700)
__global__ void reduce7(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0.0f;
  if (i + 16384 < n)
    sum += in[i + 16384];
#pragma unroll
  for (int mask = 16; mask > 0; mask /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, mask);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, sum);
}

// v8: packs of four, a grid-stride loop, shuffles.
template <typename T, int kPack> struct alignas(sizeof(T) * kPack) Packed {
  T values[kPack];
};

template <typename T, int kPack> __global__ void reduce8(const T* in, T* out, size_t n) {
  __shared__ T warpSums[32];
  const auto* packs = reinterpret_cast<const Packed<T, kPack>*>(in);
  const size_t first = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t step = gridDim.x * static_cast<size_t>(blockDim.x);
  T sum = T(0);
  for (size_t i = first; i < n / kPack; i += step) {
    const Packed<T, kPack> pack = packs[i];
#pragma unroll
    for (int j = 0; j < kPack; ++j)
      sum += pack.values[j];
  }
  for (size_t i = n / kPack * kPack + first; i < n; i += step)
    sum += in[i];
#pragma unroll
  for (int mask = 16; mask > 0; mask /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, mask);
  if (threadIdx.x % 32 == 0)
    warpSums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 1; warp < blockDim.x / 32; ++warp)
      sum += warpSums[warp];
    out[blockIdx.x] = sum;
  }
}

// launch: reduce8<float, 4> <<<33, 256>>> (in = float[250003], out = float[33], n = 250003)
template __global__ void reduce8<float, 4>(const float*, float*, size_t);
// launch: reduce8<double, 2> <<<16, 512>>> (in = double[65536], out = double[16], n = 65536)
// differs: ptxas unrolls the sum of the warps once more and pairs two loads more
template __global__ void reduce8<double, 2>(const double*, double*, size_t);
