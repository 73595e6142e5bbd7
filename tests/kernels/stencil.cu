// Stencils in one to three dimensions, most with halos in shared memory.

template <int kRadius> __global__ void stencilLine(const float* in, float* out, int n) {
  __shared__ float line[256 + 2 * kRadius];
  const int i = blockIdx.x * 256 + threadIdx.x;
  const int local = threadIdx.x + kRadius;
  line[local] = i < n ? in[i] : 0.0f;
  if (threadIdx.x < kRadius) {
    line[local - kRadius] = i >= kRadius ? in[i - kRadius] : 0.0f;
    line[local + 256] = i + 256 < n ? in[i + 256] : 0.0f;
  }
  __syncthreads();
  if (i >= n)
    return;
  float sum = 0.0f;
#pragma unroll
  for (int offset = -kRadius; offset <= kRadius; ++offset)
    sum += line[local + offset];
  out[i] = sum / (2 * kRadius + 1);
}

// launch: stencilLine<3> <<<4, 256>>> (in = float[1000], out = float[1000], n = 1000)
// launch: stencilLine<3> <<<256, 256>>> (in = float[65536], out = float[65536], n = 65536)
template __global__ void stencilLine<3>(const float*, float*, int);
// launch: stencilLine<16> <<<40, 256>>> (in = float[10001], out = float[10001], n = 10001)
template __global__ void stencilLine<16>(const float*, float*, int);

// launch: stencilDirect <<<79, 128>>> (in = double[10007], out = double[10007], n = 10007)
__global__ void stencilDirect(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
  else if (i == 0 || i == n - 1)
    out[i] = in[i];
}

// The tile with its frame is loaded by a loop over the flat thread index.
// launch: heatStep <<<(16,16), (16,16)>>> (in = float[65536], out = float[65536], width = 256, height = 256, alpha = 0.1f)
// launch: heatStep <<<(7,4), (16,16)>>> (in = float[5000], out = float[5000], width = 100, height = 50, alpha = 0.1f)
__global__ void heatStep(const float* in, float* out, int width, int height, float alpha) {
  __shared__ float tile[18][18];
  const int left = blockIdx.x * 16 - 1;
  const int top = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    const int x = min(max(left + i % 18, 0), width - 1);
    const int y = min(max(top + i / 18, 0), height - 1);
    tile[i / 18][i % 18] = in[y * width + x];
  }
  __syncthreads();
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) {
    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const float centre = tile[ty][tx];
    out[y * width + x] = centre + alpha * (tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] +
                                           tile[ty][tx + 1] - 4.0f * centre);
  }
}

// The frame by the threads on the edge of the block.
// launch: diffuse <<<(8,32), (32,8)>>> (in = float[65536], out = float[65536], n = 256)
__global__ void diffuse(const float* in, float* out, int n) {
  __shared__ float tile[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  tile[ty][tx] = in[y * n + x];
  if (threadIdx.x == 0)
    tile[ty][0] = x > 0 ? in[y * n + x - 1] : 0.0f;
  if (threadIdx.x == 31)
    tile[ty][33] = x < n - 1 ? in[y * n + x + 1] : 0.0f;
  if (threadIdx.y == 0)
    tile[0][tx] = y > 0 ? in[(y - 1) * n + x] : 0.0f;
  if (threadIdx.y == 7)
    tile[9][tx] = y < n - 1 ? in[(y + 1) * n + x] : 0.0f;
  __syncthreads();
  out[y * n + x] =
      0.2f * (tile[ty][tx] + tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1]);
}

// launch: laplace3d <<<(2,16,16), (32,4,4)>>> (in = float[262144], out = float[262144], n = 64)
// launch: laplace3d <<<(2,13,13), (32,4,4)>>> (in = float[125000], out = float[125000], n = 50)
__global__ void laplace3d(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
    return;
  const int plane = n * n;
  const int i = z * plane + y * n + x;
  out[i] = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - plane] + in[i + plane] - 6.0f * in[i];
}

// A plane at a time: its neighbours in z stay in registers.
// launch: laplaceMarching <<<(2,8), (32,8)>>> (in = float[131072], out = float[131072], nx = 64, ny = 64, nz = 32)
__global__ void laplaceMarching(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float plane[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const int stride = nx * ny;
  int i = y * nx + x;
  float behind = 0.0f;
  float current = in[i];
  for (int z = 0; z < nz; ++z, i += stride) {
    const float ahead = z + 1 < nz ? in[i + stride] : 0.0f;
    plane[threadIdx.y + 1][threadIdx.x + 1] = current;
    if (threadIdx.x == 0)
      plane[threadIdx.y + 1][0] = x > 0 ? in[i - 1] : 0.0f;
    if (threadIdx.x == 31)
      plane[threadIdx.y + 1][33] = x + 1 < nx ? in[i + 1] : 0.0f;
    if (threadIdx.y == 0)
      plane[0][threadIdx.x + 1] = y > 0 ? in[i - nx] : 0.0f;
    if (threadIdx.y == 7)
      plane[9][threadIdx.x + 1] = y + 1 < ny ? in[i + nx] : 0.0f;
    __syncthreads();
    out[i] = behind + ahead + plane[threadIdx.y][threadIdx.x + 1] + plane[threadIdx.y + 2][threadIdx.x + 1] +
             plane[threadIdx.y + 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x + 2] - 6.0f * current;
    __syncthreads();
    behind = current;
    current = ahead;
  }
}

// launch: stencilDynamicHalo <<<8, 128, 576>>> (in = float[1024], out = float[1024], radius = 8)
__global__ void stencilDynamicHalo(const float* in, float* out, int radius) {
  extern __shared__ float window[];
  const int size = blockDim.x + 2 * radius;
  const int n = gridDim.x * blockDim.x;
  const int first = blockIdx.x * blockDim.x - radius;
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    const int j = first + i;
    window[i] = (j >= 0 && j < n) ? in[j] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
  for (int i = 0; i <= 2 * radius; ++i)
    sum += window[threadIdx.x + i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
