// Atomic operations on shared memory whose addresses no data decides, one pattern in each kernel.

// launch: addFloatDistinct <<<512, 32>>> (in = float[16384] random 100, out = float[16384])
__global__ void addFloatDistinct(const float* in, float* out) {
  __shared__ float words[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x] = 1.0f;
  __syncwarp();
  atomicAdd(&words[threadIdx.x], in[i]);
  __syncwarp();
  out[i] = words[threadIdx.x];
}

// launch: addFloatOneWord <<<512, 32>>> (in = float[16384] random 100, out = float[512])
__global__ void addFloatOneWord(const float* in, float* out) {
  __shared__ float total;
  if (threadIdx.x == 0)
    total = 0.0f;
  __syncwarp();
  atomicAdd(&total, in[blockIdx.x * 32 + threadIdx.x]);
  __syncwarp();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

// launch: addFloatStrideTwo <<<320, 32>>> (in = float[10240] random 100, out = float[20480])
__global__ void addFloatStrideTwo(const float* in, float* out) {
  __shared__ float words[64];
  words[threadIdx.x] = 0.0f;
  words[threadIdx.x + 32] = 0.0f;
  __syncwarp();
  atomicAdd(&words[2 * threadIdx.x], in[blockIdx.x * 32 + threadIdx.x]);
  __syncwarp();
  out[blockIdx.x * 64 + threadIdx.x] = words[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x + 32] = words[threadIdx.x + 32];
}

// launch: addFloatPairs <<<320, 32>>> (in = float[10240] random 100, out = float[5120])
__global__ void addFloatPairs(const float* in, float* out) {
  __shared__ float words[16];
  if (threadIdx.x < 16)
    words[threadIdx.x] = 0.0f;
  __syncwarp();
  atomicAdd(&words[threadIdx.x / 2], in[blockIdx.x * 32 + threadIdx.x]);
  __syncwarp();
  if (threadIdx.x < 16)
    out[blockIdx.x * 16 + threadIdx.x] = words[threadIdx.x];
}

// launch: addFloatFourWarps <<<128, 128>>> (in = float[16384] random 100, out = float[16384])
__global__ void addFloatFourWarps(const float* in, float* out) {
  __shared__ float words[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  words[threadIdx.x] = 0.0f;
  __syncthreads();
  atomicAdd(&words[threadIdx.x], in[i]);
  __syncthreads();
  out[i] = words[127 - threadIdx.x];
}

// launch: addDoubleDistinct <<<320, 32>>> (in = double[10240] random 100, out = double[10240])
__global__ void addDoubleDistinct(const double* in, double* out) {
  __shared__ double words[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x] = 0.0;
  __syncwarp();
  atomicAdd(&words[threadIdx.x], in[i]);
  __syncwarp();
  out[i] = words[threadIdx.x];
}

// launch: addDoubleOneWord <<<320, 32>>> (in = double[10240] random 100, out = double[320])
__global__ void addDoubleOneWord(const double* in, double* out) {
  __shared__ double total;
  if (threadIdx.x == 0)
    total = 0.0;
  __syncwarp();
  atomicAdd(&total, in[blockIdx.x * 32 + threadIdx.x]);
  __syncwarp();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

// launch: addLongDistinct <<<320, 32>>> (in = unsigned long long[10240] random 1000, out = unsigned long long[10240])
__global__ void addLongDistinct(const unsigned long long* in, unsigned long long* out) {
  __shared__ unsigned long long words[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x] = 7;
  __syncwarp();
  atomicAdd(&words[threadIdx.x], in[i]);
  __syncwarp();
  out[i] = words[threadIdx.x];
}

template <int kStride> __global__ void maximumInto(const int* in, int* out) {
  __shared__ int words[32 * kStride];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x * kStride] = 500;
  __syncwarp();
  atomicMax(&words[threadIdx.x * kStride], in[i]);
  __syncwarp();
  out[i] = words[threadIdx.x * kStride];
}

// launch: maximumInto<1> <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
template __global__ void maximumInto<1>(const int*, int*);
// launch: maximumInto<32> <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
template __global__ void maximumInto<32>(const int*, int*);

// launch: minimumInto <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
__global__ void minimumInto(const int* in, int* out) {
  __shared__ int words[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x] = 500;
  __syncwarp();
  atomicMin(&words[threadIdx.x], in[i]);
  __syncwarp();
  out[i] = words[threadIdx.x];
}

// launch: minimumFourWarps <<<80, 128>>> (in = unsigned[10240] random 1000, out = unsigned[10240])
__global__ void minimumFourWarps(const unsigned* in, unsigned* out) {
  __shared__ unsigned words[128];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  words[threadIdx.x] = 500u;
  __syncthreads();
  atomicMin(&words[threadIdx.x], in[i]);
  __syncthreads();
  out[i] = words[threadIdx.x];
}

// launch: setBits <<<320, 32>>> (in = unsigned[10240] random 65536, out = unsigned[10240])
__global__ void setBits(const unsigned* in, unsigned* out) {
  __shared__ unsigned words[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x] = 0u;
  __syncwarp();
  atomicOr(&words[31 - threadIdx.x], in[i]);
  __syncwarp();
  out[i] = words[threadIdx.x];
}

template <int kStride> __global__ void exchangeWith(const int* in, int* out) {
  __shared__ int words[32 * kStride];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x * kStride] = threadIdx.x;
  __syncwarp();
  const int old = atomicExch(&words[threadIdx.x * kStride], in[i]);
  __syncwarp();
  out[i] = old + words[threadIdx.x * kStride];
}

// launch: exchangeWith<1> <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
template __global__ void exchangeWith<1>(const int*, int*);
// launch: exchangeWith<32> <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
template __global__ void exchangeWith<32>(const int*, int*);

template <int kStride> __global__ void swapIfZero(const int* in, int* out) {
  __shared__ int words[32 * kStride];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x * kStride] = threadIdx.x & 1;
  __syncwarp();
  const int old = atomicCAS(&words[threadIdx.x * kStride], 0, in[i]);
  __syncwarp();
  out[i] = old + words[threadIdx.x * kStride];
}

// launch: swapIfZero<1> <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
template __global__ void swapIfZero<1>(const int*, int*);
// launch: swapIfZero<32> <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
template __global__ void swapIfZero<32>(const int*, int*);

// launch: addIntDistinct <<<320, 32>>> (in = int[10240] random 1000, out = int[10240])
__global__ void addIntDistinct(const int* in, int* out) {
  __shared__ int words[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  words[threadIdx.x] = 0;
  __syncwarp();
  atomicAdd(&words[threadIdx.x], in[i]);
  __syncwarp();
  out[i] = words[threadIdx.x];
}

// launch: addIntPairs <<<320, 32>>> (in = int[10240] random 1000, out = int[5120])
__global__ void addIntPairs(const int* in, int* out) {
  __shared__ int words[16];
  if (threadIdx.x < 16)
    words[threadIdx.x] = 0;
  __syncwarp();
  atomicAdd(&words[threadIdx.x >> 1], in[blockIdx.x * 32 + threadIdx.x]);
  __syncwarp();
  if (threadIdx.x < 16)
    out[blockIdx.x * 16 + threadIdx.x] = words[threadIdx.x];
}
