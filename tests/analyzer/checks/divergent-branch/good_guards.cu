// Boundary guards and single writers, in all their forms. They diverge in one warp, or for a few instructions.

__device__ float heavy(float v) {
  for (int k = 0; k < 64; ++k)
    v = v * 1.01f + 0.5f;
  return v;
}

__global__ void guard(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = heavy(in[i]);
}

__global__ void earlyReturn(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = heavy(in[i]);
}

__global__ void guardOfTwoDimensions(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  out[y * width + x] = heavy(in[y * width + x]);
}

__global__ void negatedGuard(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!(i < n))
    return;
  out[i] = heavy(in[i]);
}

__global__ void gridStride(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = heavy(in[i]);
}

// 1000 elements, 256 threads: the last warp of the last block is cut, and it is known to be.
__global__ void knownLength(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1000)
    out[i] = heavy(in[i]);
}

__global__ void singleWriter(const float* in, float* out) {
  const float v = heavy(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

__global__ void singleWriterOfWarp(const float* in, float* out) {
  float v = heavy(in[blockIdx.x * blockDim.x + threadIdx.x]);
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffffu, v, offset);
  const unsigned lane = threadIdx.x & 31;
  if (lane == 0)
    atomicAdd(out, v);
}

__global__ void singleWriterLast(const float* in, float* out) {
  const float v = heavy(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == blockDim.x - 1 && threadIdx.y == 0)
    out[blockIdx.x] = v;
}

// The last thread finishes what the block began: one lane works, once.
__global__ void singleWriterTail(const float* in, float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = heavy(in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (!threadIdx.x) {
    float sum = 0;
    for (int k = 0; k < 256; k += 32)
      sum += s[k];
    out[blockIdx.x] = sum;
  }
}

__global__ void haloLoads(const float* in, float* out, int n) {
  __shared__ float s[256 + 2 * 4];
  const int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x + 4] = in[i + 4];
  if (threadIdx.x < 4) {
    s[threadIdx.x] = in[i];
    s[threadIdx.x + 260] = in[i + 260];
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 8; ++k)
    sum += heavy(s[threadIdx.x + k]);
  if (i < n)
    out[i] = sum;
}

// Sequential addressing: the threads that work are the first ones, and the steps below a warp are the tail.
__global__ void reduction(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned step = 128; step > 0; step /= 2) {
    if (threadIdx.x < step)
      s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

void launch(const float* in, float* out, int n) {
  guard<<<(n + 255) / 256, 256>>>(in, out, n);
  earlyReturn<<<(n + 255) / 256, 256>>>(in, out, n);
  guardOfTwoDimensions<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(in, out, n, n);
  negatedGuard<<<(n + 255) / 256, 256>>>(in, out, n);
  gridStride<<<64, 256>>>(in, out, n);
  knownLength<<<4, 256>>>(in, out);
  singleWriter<<<64, 256>>>(in, out);
  singleWriterOfWarp<<<64, 256>>>(in, out);
  singleWriterLast<<<64, 256>>>(in, out);
  singleWriterTail<<<64, 256>>>(in, out);
  haloLoads<<<64, 256>>>(in, out, n);
  reduction<<<64, 256>>>(in, out, n);
}
