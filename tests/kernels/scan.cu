// Prefix sums of a block, a warp and an array.

// launch: scanHillisSteele <<<16, 512>>> (in = float[8192], out = float[8192], n = 8192)
// launch: scanHillisSteele <<<8, 128>>> (in = float[1000], out = float[1000], n = 1000)
__global__ void scanHillisSteele(const float* in, float* out, int n) {
  __shared__ float buffers[2][512];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  int from = 0;
  buffers[from][tid] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    const int to = 1 - from;
    if (tid >= offset)
      buffers[to][tid] = buffers[from][tid] + buffers[from][tid - offset];
    else
      buffers[to][tid] = buffers[from][tid];
    from = to;
    __syncthreads();
  }
  if (i < n)
    out[i] = buffers[from][tid];
}

// In place: read, barrier, write.
// launch: scanInPlace <<<4, 256>>> (data = int[1024] random 16)
__global__ void scanInPlace(int* data) {
  __shared__ int values[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = data[i];
  for (unsigned stride = 1; stride < blockDim.x; stride <<= 1) {
    __syncthreads();
    int earlier = 0;
    if (threadIdx.x >= stride)
      earlier = values[threadIdx.x - stride];
    __syncthreads();
    values[threadIdx.x] += earlier;
  }
  data[i] = values[threadIdx.x];
}

// Up-sweep and down-sweep over 512 elements by 256 threads, with the bank conflicts that the strides bring.
// launch: scanBlelloch <<<32, 256>>> (in = float[16384], out = float[16384])
// differs: 0.5%: the last round of the up-sweep, whose result is overwritten, is not removed
__global__ void scanBlelloch(const float* in, float* out) {
  __shared__ float tree[512];
  const int tid = threadIdx.x;
  const int base = blockIdx.x * 512;
  tree[2 * tid] = in[base + 2 * tid];
  tree[2 * tid + 1] = in[base + 2 * tid + 1];
  int offset = 1;
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      const int a = offset * (2 * tid + 1) - 1;
      const int b = offset * (2 * tid + 2) - 1;
      tree[b] += tree[a];
    }
    offset *= 2;
  }
  if (tid == 0)
    tree[511] = 0.0f;
  for (int d = 1; d < 512; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      const int a = offset * (2 * tid + 1) - 1;
      const int b = offset * (2 * tid + 2) - 1;
      const float t = tree[a];
      tree[a] = tree[b];
      tree[b] += t;
    }
  }
  __syncthreads();
  out[base + 2 * tid] = tree[2 * tid];
  out[base + 2 * tid + 1] = tree[2 * tid + 1];
}

#define PADDED(i) ((i) + ((i) >> 5))

// The same with a gap after every 32 elements.
// launch: scanBlellochPadded <<<32, 256, 2112>>> (in = float[16384], out = float[16384], count = 512)
// differs: a load behind a store that may overlap it is made again
// launch: scanBlellochPadded <<<10, 64, 528>>> (in = float[1280], out = float[1280], count = 128)
// differs: a load behind a store that may overlap it is made again
__global__ void scanBlellochPadded(const float* in, float* out, int count) {
  extern __shared__ float paddedTree[];
  const int tid = threadIdx.x;
  const int half = count / 2;
  const float* source = in + blockIdx.x * count;
  paddedTree[PADDED(tid)] = source[tid];
  paddedTree[PADDED(tid + half)] = source[tid + half];
  int offset = 1;
  for (int d = half; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      const int a = offset * (2 * tid + 1) - 1;
      const int b = offset * (2 * tid + 2) - 1;
      paddedTree[PADDED(b)] += paddedTree[PADDED(a)];
    }
    offset <<= 1;
  }
  if (tid == 0)
    paddedTree[PADDED(count - 1)] = 0.0f;
  for (int d = 1; d < count; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      const int a = PADDED(offset * (2 * tid + 1) - 1);
      const int b = PADDED(offset * (2 * tid + 2) - 1);
      const float t = paddedTree[a];
      paddedTree[a] = paddedTree[b];
      paddedTree[b] += t;
    }
  }
  __syncthreads();
  out[blockIdx.x * count + tid] = paddedTree[PADDED(tid)];
  out[blockIdx.x * count + tid + half] = paddedTree[PADDED(tid + half)];
}

__device__ int scanWarp(int value) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int offset = 1; offset < 32; offset *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane >= offset)
      value += other;
  }
  return value;
}

// launch: scanWarps <<<64, 256>>> (in = int[16384], out = int[16384], totals = int[64])
// launch: scanWarps <<<5, 96>>> (in = int[480], out = int[480], totals = int[5])
__global__ void scanWarps(const int* in, int* out, int* totals) {
  __shared__ int warpTotals[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  int value = scanWarp(in[i]);
  if (lane == 31)
    warpTotals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int total = lane < blockDim.x / 32 ? warpTotals[lane] : 0;
    const int scanned = scanWarp(total);
    warpTotals[lane] = scanned - total;
  }
  __syncthreads();
  value += warpTotals[warp];
  out[i] = value;
  if (threadIdx.x == blockDim.x - 1)
    totals[blockIdx.x] = value;
}

// launch: addOffsets <<<64, 256>>> (data = int[16384], totals = int[64])
__global__ void addOffsets(int* data, const int* totals) {
  __shared__ int offset;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int block = 0; block < blockIdx.x; ++block)
      sum += totals[block];
    offset = sum;
  }
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] += offset;
}
