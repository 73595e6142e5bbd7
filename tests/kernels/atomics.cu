// Atomic operations on global and shared memory whose addresses are known.

// launch: countAll <<<16, 256>>> (counter = int[1], n = 4000)
__global__ void countAll(int* counter, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(counter, 1);
}

// launch: addOwn <<<16, 256>>> (in = float[4096], out = float[4096])
__global__ void addOwn(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[i], in[i]);
}

// launch: addDoubles <<<16, 128>>> (in = double[2048], out = double[32])
__global__ void addDoubles(const double* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(out + threadIdx.x % 32, in[i]);
}

// launch: maximumOfRows <<<16, (32,4)>>> (in = int[2048] random 1000, out = int[64])
__global__ void maximumOfRows(const int* in, int* out) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  atomicMax(&out[row], in[row * 32 + threadIdx.x]);
}

// The old value is used, so that the addition must return it.
// launch: takeTickets <<<8, 128>>> (next = unsigned[1], out = unsigned[1024])
__global__ void takeTickets(unsigned* next, unsigned* out) {
  const unsigned ticket = atomicAdd(next, 1u);
  out[ticket] = blockIdx.x;
}

// Compare and swap until it succeeds.
// launch: multiplyInto <<<4, 32>>> (in = float[128], out = float[128])
__global__ void multiplyInto(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned* address = reinterpret_cast<unsigned*>(out + i);
  unsigned old = *address;
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, __float_as_uint(__uint_as_float(assumed) * in[i]));
  } while (old != assumed);
}

// The last block adds what the others left.
// launch: sumInOnePass <<<32, 256>>> (in = float[16384], partial = float[32], out = float[1], done = unsigned[1], n = 16384)
__global__ void sumInOnePass(const float* in, volatile float* partial, float* out, unsigned* done, int n) {
  __shared__ float warpSums[8];
  __shared__ bool isLast;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x % 32 == 0)
    warpSums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 1; warp < 8; ++warp)
      sum += warpSums[warp];
    partial[blockIdx.x] = sum;
    __threadfence();
    isLast = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x < 32) {
    sum = partial[threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x == 0)
      *out = sum;
  }
}

// Shared counters two words apart.
// launch: sharedCounters <<<8, 128>>> (out = int[1024])
__global__ void sharedCounters(int* out) {
  __shared__ int counters[256];
  counters[threadIdx.x] = 0;
  counters[threadIdx.x + 128] = 0;
  __syncthreads();
  atomicAdd(&counters[2 * threadIdx.x], static_cast<int>(threadIdx.x));
  atomicOr(&counters[2 * (127 - threadIdx.x)], 1);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = counters[2 * threadIdx.x];
}
