// Trees that pick their threads by a remainder of a step that grows.

__global__ void interleaved(const float* in, float* out) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (threadIdx.x % (2 * s) == 0) // LINT: modulo-stride "sequential" // LINT-MAY: divergent-branch
      partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = partial[0];
}

// A mask is the same remainder, cheaper to take; the lanes are as thin.
__global__ void interleavedByMask(const float* in, float* out) {
  __shared__ float partial[256];
  const unsigned tid = threadIdx.x;
  partial[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s <<= 1) {
    if ((tid & (2 * s - 1)) == 0) // LINT: modulo-stride "sequential" // LINT-MAY: divergent-branch
      partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

// Signed, in a while loop, negated.
__global__ void interleavedByWhile(const int* in, int* out) {
  __shared__ int partial[256];
  const int tid = threadIdx.x;
  partial[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  int s = 2;
  while (s <= 256) {
    if (!(tid % s)) // LINT: modulo-stride // LINT-MAY: divergent-branch
      partial[tid] += partial[tid + s / 2];
    __syncthreads();
    s *= 2;
  }
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

// The maximum, with its boundary guard in the same condition.
__global__ void interleavedMaximum(const float* in, float* out) {
  extern __shared__ float partial[];
  const unsigned tid = threadIdx.x;
  partial[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0 && tid + s < blockDim.x) // LINT: modulo-stride // LINT-MAY: divergent-branch
      partial[tid] = fmaxf(partial[tid], partial[tid + s]);
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = partial[0];
}

template <typename T>
__device__ T sumOfBlock(T* partial, unsigned tid) {
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) // LINT: modulo-stride count=1 // LINT-MAY: divergent-branch
      partial[tid] += partial[tid + s];
    __syncthreads();
  }
  return partial[0];
}

template <typename T>
__global__ void callsTree(const T* in, T* out) {
  __shared__ T partial[256];
  partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  const T sum = sumOfBlock(partial, threadIdx.x);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

void launch(const float* in, float* out, int n) {
  interleaved<<<64, 256>>>(in, out);
  interleavedByMask<<<64, 256>>>(in, out);
  interleavedByWhile<<<64, 256>>>((const int*)in, (int*)out);
  interleavedMaximum<<<64, 256, 256 * sizeof(float)>>>(in, out);
  callsTree<<<64, 256>>>(in, out);
  callsTree<<<64, 256>>>((const int*)in, (int*)out);
}
