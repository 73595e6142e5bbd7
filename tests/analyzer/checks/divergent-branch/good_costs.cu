// Branches that do diverge, and cost next to nothing, or whose cost hangs on the data.

// A sign and a choice of array beside a thousand turns of work for all.
__global__ void smallBesideMuch(const float* in, float* odd, float* even) {
  float v = in[threadIdx.x];
  for (int k = 0; k < 1000; ++k)
    v = v * 1.01f + 0.5f;
  if (threadIdx.x % 2)
    odd[threadIdx.x / 2] = v;
  else
    even[threadIdx.x / 2] = -v;
}

// Which lanes go where is in the data: a note at most.
__global__ void dataDependent(const float* in, float* out) {
  float v = in[threadIdx.x];
  if (v > 0) {
    for (int k = 0; k < 16; ++k)
      v = v * 1.01f + 0.5f;
  } else {
    for (int k = 0; k < 16; ++k)
      v = v * v - 0.25f;
  }
  out[threadIdx.x] = v;
}

__global__ void dataDependentLoop(const int* in, int* out) {
  int steps = 0;
  for (unsigned v = in [threadIdx.x]; v != 1 && steps < 1000; ++steps)
    v = v % 2 ? 3 * v + 1 : v / 2;
  out[threadIdx.x] = steps;
}

// Each thread looks for its own key.
__global__ void binarySearch(const float* sorted, const float* keys, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float key = keys[i];
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

// Rows of a sparse matrix are of different lengths.
__global__ void sparseRows(const int* rowStart, const float* value, float* out, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int j = rowStart[row]; j < rowStart[row + 1]; ++j)
    sum += value[j];
  out[row] = sum;
}

// The tiled product of 100x100 matrices: 350 of 2744 turns of a warp diverge at the guard of the first tile, for one load.
__global__ void product(const float* m, const float* n, float* p, int width) {
  __shared__ float tileM[16][16];
  __shared__ float tileN[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int phase = 0; phase < (width + 15) / 16; ++phase) {
    if (row < width && phase * 16 + tx < width)
      tileM[ty][tx] = m[row * width + phase * 16 + tx];
    else
      tileM[ty][tx] = 0;
    if (phase * 16 + ty < width && column < width)
      tileN[ty][tx] = n[(phase * 16 + ty) * width + column];
    else
      tileN[ty][tx] = 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += tileM[ty][k] * tileN[k][tx];
    __syncthreads();
  }
  if (row < width && column < width)
    p[row * width + column] = sum;
}

void launch(const float* in, float* out, int n) {
  smallBesideMuch<<<1, 256>>>(in, out, out + 4096);
  dataDependent<<<1, 256>>>(in, out);
  dataDependentLoop<<<1, 256>>>((const int*)in, (int*)out);
  binarySearch<<<64, 256>>>(in, in, (int*)out, n);
  sparseRows<<<64, 256>>>((const int*)in, in, out, n);
  product<<<dim3(7, 7), dim3(16, 16)>>>(in, in, out, 100);
}
