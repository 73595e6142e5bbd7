// Blocks of one to three dimensions, many of which fill their last warp in part.

// launch: fill2d <<<(7,7), (16,16)>>> (out = float[10000], width = 100, height = 100)
// launch: fill2d <<<(4,10), (30,10)>>> (out = float[10000], width = 100, height = 100)
// launch: fill2d <<<(100,4), (1,32)>>> (out = float[10000], width = 100, height = 100)
// launch: fill2d <<<(2,34), (64,3)>>> (out = float[10000], width = 100, height = 100)
__global__ void fill2d(float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = static_cast<float>(x + y);
}

// launch: add3d <<<(8,8,8), (8,8,4)>>> (a = float[131072], b = float[131072], c = float[131072], nx = 64, ny = 64, nz = 32)
// launch: add3d <<<(5,5,5), (7,7,7)>>> (a = float[35937], b = float[35937], c = float[35937], nx = 33, ny = 33, nz = 33)
// launch: add3d <<<(10,5,1), (3,2,32)>>> (a = float[7290], b = float[7290], c = float[7290], nx = 30, ny = 9, nz = 27)
__global__ void add3d(const float* a, const float* b, float* c, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) {
    const int i = (z * ny + y) * nx + x;
    c[i] = a[i] + b[i];
  }
}

// The slowest index from threadIdx.x.
// launch: scaleReversed <<<(4,4,4), (4,4,8)>>> (data = double[8192], nx = 16, ny = 16, nz = 32)
__global__ void scaleReversed(double* data, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz)
    data[(x * ny + y) * nz + z] *= 2.0;
}

// launch: addOddBlock <<<30, 100>>> (a = int[3000], b = int[3000], c = int[3000], n = 2990)
// launch: addOddBlock <<<93, 33>>> (a = int[3069], b = int[3069], c = int[3069], n = 3069)
// launch: addOddBlock <<<20, 1>>> (a = int[20], b = int[20], c = int[20], n = 20)
// launch: addOddBlock <<<1, 1000>>> (a = int[1000], b = int[1000], c = int[1000], n = 777)
__global__ void addOddBlock(const int* a, const int* b, int* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

// A flat index over the block; the last warp has 16 lanes.
// launch: sumOfBlock <<<(3,3), (12,12)>>> (in = float[1296], out = float[9])
__global__ void sumOfBlock(const float* in, float* out) {
  __shared__ float values[144];
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  values[tid] = in[block * 144 + tid];
  __syncthreads();
  for (int active = 144; active > 1; active = (active + 1) / 2) {
    const int half = (active + 1) / 2;
    if (tid + half < active)
      values[tid] += values[tid + half];
    __syncthreads();
  }
  if (tid == 0)
    out[block] = values[0];
}

// Rows of ten threads: a warp holds three rows and a bit.
// launch: rowMaxima <<<(4,3), (10,20)>>> (in = float[2400], out = float[240])
__global__ void rowMaxima(const float* in, float* out) {
  __shared__ float rows[20][10];
  const int row = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.y + threadIdx.y;
  rows[threadIdx.y][threadIdx.x] = in[row * 10 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float largest = rows[threadIdx.y][0];
    for (int i = 1; i < 10; ++i)
      largest = fmaxf(largest, rows[threadIdx.y][i]);
    out[row] = largest;
  }
}

// A shared tile of a three-dimensional block, turned round.
// launch: rotateCube <<<(4,4,4), (8,8,8)>>> (in = float[32768], out = float[32768], n = 32)
__global__ void rotateCube(const float* in, float* out, int n) {
  __shared__ float cube[8][8][8];
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const int z = blockIdx.z * 8 + threadIdx.z;
  cube[threadIdx.z][threadIdx.y][threadIdx.x] = in[(z * n + y) * n + x];
  __syncthreads();
  const int u = blockIdx.z * 8 + threadIdx.x;
  const int w = blockIdx.x * 8 + threadIdx.z;
  out[(w * n + y) * n + u] = cube[threadIdx.x][threadIdx.y][threadIdx.z];
}
