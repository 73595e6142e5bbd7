// Constant memory, read-only loads, cache hints.

__constant__ float coefficients[16] = {0.5f, 0.25f, 0.125f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f};
__constant__ int permutation[32] = {31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16,
                                    15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0};

// launch: polynomial <<<40, 256>>> (x = float[10000], y = float[10000], degree = 7, n = 10000)
__global__ void polynomial(const float* x, float* y, int degree, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float value = coefficients[degree];
  for (int power = degree - 1; power >= 0; --power)
    value = value * x[i] + coefficients[power];
  y[i] = value;
}

// launch: permute <<<16, 128>>> (in = float[2048], out = float[2048])
__global__ void permute(const float* in, float* out) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x / 32 * 32;
  out[first + threadIdx.x % 32] = in[first + permutation[threadIdx.x % 32]];
}

// launch: readThroughLdg <<<32, 256>>> (in = float4[8192], out = float4[8192], shift = 3)
__global__ void readThroughLdg(const float4* in, float4* out, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __ldg(&in[(i + shift) % 8192]);
}

// launch: addRestrict <<<32, 128>>> (a = int[4096], b = int[4096], c = int[4096])
__global__ void addRestrict(const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
  c[i] += a[i] * b[i];
}

// launch: streamThrough <<<32, 128>>> (in = float2[4096], out = float2[4096])
__global__ void streamThrough(const float2* in, float2* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 value = __ldcs(&in[i]);
  value.x += value.y;
  __stcs(&out[i], value);
}

// Parameters as a structure.
struct Window {
  int width;
  int height;
  int left;
  int top;
  float scale;
};

// launch: crop <<<(4,4), (16,16)>>> (in = float[5000], out = float[3600], window = {.width = 60, .height = 40, .left = 13, .top = 5, .scale = 2.0f}, pitch = 100)
__global__ void crop(const float* in, float* out, Window window, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < window.width && y < window.height)
    out[y * window.width + x] = window.scale * in[(y + window.top) * pitch + x + window.left];
}

struct Grid {
  int nx, ny;
  float dx;
  bool periodic;
};

// launch: gradient <<<(7,13), (16,8)>>> (field = float[10000], out = float[10000], grid = {.nx = 100, .ny = 100, .dx = 0.5f, .periodic = true})
// launch: gradient <<<(7,13), (16,8)>>> (field = float[10000], out = float[10000], grid = {.nx = 100, .ny = 100, .dx = 0.5f, .periodic = false})
__global__ void gradient(const float* field, float* out, Grid grid) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= grid.nx || y >= grid.ny)
    return;
  int left = x - 1;
  int right = x + 1;
  if (grid.periodic) {
    left = (left + grid.nx) % grid.nx;
    right %= grid.nx;
  } else {
    left = max(left, 0);
    right = min(right, grid.nx - 1);
  }
  out[y * grid.nx + x] = (field[y * grid.nx + right] - field[y * grid.nx + left]) / (2.0f * grid.dx);
}
