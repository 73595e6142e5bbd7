// Whole kernels of programs that simulate, solve and transform.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// Molecular dynamics: a list of neighbours for each atom, interleaved over the atoms.
// launch: pairForces <<<95, 128>>> (position = float4[12000], neighbours = int[192000] random 12000, force = float4[12000], n = 12000, perAtom = 16, cutoff2 = 6.25f)
__global__ void pairForces(const float4* __restrict__ position, const int* __restrict__ neighbours,
                           float4* __restrict__ force, int n, int perAtom, float cutoff2) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float4 self = position[i];
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int k = 0; k < perAtom; ++k) {
    const float4 other = position[neighbours[k * n + i]];
    const float dx = self.x - other.x;
    const float dy = self.y - other.y;
    const float dz = self.z - other.z;
    const float r2 = dx * dx + dy * dy + dz * dz + 1e-6f;
    if (r2 < cutoff2) {
      const float inverse2 = 1.0f / r2;
      const float inverse6 = inverse2 * inverse2 * inverse2;
      const float scale = 24.0f * inverse6 * (2.0f * inverse6 - 1.0f) * inverse2;
      sum.x += scale * dx;
      sum.y += scale * dy;
      sum.z += scale * dz;
      sum.w += 4.0f * inverse6 * (inverse6 - 1.0f);
    }
  }
  force[i] = sum;
}

// The same by cells: a block has a cell of up to 32 atoms and goes through the 27 cells around it.
// launch: cellForces <<<(8,8,6), 32>>> (x = float[12288] random 10, y = float[12288] random 10, z = float[12288] random 10, count = int[384] random 33, fx = float[12288], fy = float[12288], fz = float[12288])
__global__ void cellForces(const float* x, const float* y, const float* z, const int* count, float* fx,
                           float* fy, float* fz) {
  __shared__ float sx[32], sy[32], sz[32];
  const int cell = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int slot = cell * 32 + threadIdx.x;
  const float px = x[slot], py = y[slot], pz = z[slot];
  const bool used = threadIdx.x < count[cell];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int cx = (blockIdx.x + dx + gridDim.x) % gridDim.x;
        const int cy = (blockIdx.y + dy + gridDim.y) % gridDim.y;
        const int cz = (blockIdx.z + dz + gridDim.z) % gridDim.z;
        const int other = (cz * gridDim.y + cy) * gridDim.x + cx;
        const int atoms = count[other];
        __syncwarp();
        if (threadIdx.x < atoms) {
          sx[threadIdx.x] = x[other * 32 + threadIdx.x];
          sy[threadIdx.x] = y[other * 32 + threadIdx.x];
          sz[threadIdx.x] = z[other * 32 + threadIdx.x];
        }
        __syncwarp();
        for (int j = 0; j < atoms; ++j) {
          const float rx = px - sx[j];
          const float ry = py - sy[j];
          const float rz = pz - sz[j];
          const float inverse = rsqrtf(rx * rx + ry * ry + rz * rz + 0.01f);
          const float strength = inverse * inverse * inverse;
          ax += strength * rx;
          ay += strength * ry;
          az += strength * rz;
        }
      }
  if (used) {
    fx[slot] = ax;
    fy[slot] = ay;
    fz[slot] = az;
  }
}

// Lattice Boltzmann, nine directions: each in its own plane, pulled.
// launch: latticePull <<<(4,19), (32,4)>>> (from = float[81000] random 9, to = float[81000], nx = 120, ny = 75, omega = 1.7f)
__global__ void latticePull(const float* __restrict__ from, float* __restrict__ to, int nx, int ny,
                            float omega) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny)
    return;
  const int west = x == 0 ? nx - 1 : x - 1;
  const int east = x == nx - 1 ? 0 : x + 1;
  const int south = y == 0 ? ny - 1 : y - 1;
  const int north = y == ny - 1 ? 0 : y + 1;
  const int plane = nx * ny;
  const float f0 = from[y * nx + x];
  const float f1 = from[plane + y * nx + west];
  const float f2 = from[2 * plane + south * nx + x];
  const float f3 = from[3 * plane + y * nx + east];
  const float f4 = from[4 * plane + north * nx + x];
  const float f5 = from[5 * plane + south * nx + west];
  const float f6 = from[6 * plane + south * nx + east];
  const float f7 = from[7 * plane + north * nx + east];
  const float f8 = from[8 * plane + north * nx + west];
  const float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + 1e-3f;
  const float ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho;
  const float uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
  const float base = 1.0f - 1.5f * (ux * ux + uy * uy);
  const float ninth = omega * rho / 9.0f;
  const float thirtySixth = omega * rho / 36.0f;
  const float keep = 1.0f - omega;
  const int i = y * nx + x;
  const float plus = ux + uy;
  const float minus = ux - uy;
  to[i] = keep * f0 + 4.0f * ninth * base;
  to[plane + i] = keep * f1 + ninth * (base + 3.0f * ux + 4.5f * ux * ux);
  to[2 * plane + i] = keep * f2 + ninth * (base + 3.0f * uy + 4.5f * uy * uy);
  to[3 * plane + i] = keep * f3 + ninth * (base - 3.0f * ux + 4.5f * ux * ux);
  to[4 * plane + i] = keep * f4 + ninth * (base - 3.0f * uy + 4.5f * uy * uy);
  to[5 * plane + i] = keep * f5 + thirtySixth * (base + 3.0f * plus + 4.5f * plus * plus);
  to[6 * plane + i] = keep * f6 + thirtySixth * (base - 3.0f * minus + 4.5f * minus * minus);
  to[7 * plane + i] = keep * f7 + thirtySixth * (base - 3.0f * plus + 4.5f * plus * plus);
  to[8 * plane + i] = keep * f8 + thirtySixth * (base + 3.0f * minus + 4.5f * minus * minus);
}

__constant__ int directionX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int directionY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float weight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

// The same with the nine of a cell side by side, pushed.
// launch: latticePush <<<83, 128>>> (from = float[95400] random 9, to = float[95400], nx = 106, ny = 100, omega = 1.2f)
__global__ void latticePush(const float* from, float* to, int nx, int ny, float omega) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= nx * ny)
    return;
  const int x = cell % nx;
  const int y = cell / nx;
  float f[9];
  float rho = 0.0f, ux = 0.0f, uy = 0.0f;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    f[k] = from[cell * 9 + k];
    rho += f[k];
    ux += f[k] * directionX[k];
    uy += f[k] * directionY[k];
  }
  ux /= rho;
  uy /= rho;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const float cu = 3.0f * (directionX[k] * ux + directionY[k] * uy);
    const float equilibrium = weight[k] * rho * (1.0f + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
    const int toX = (x + directionX[k] + nx) % nx;
    const int toY = (y + directionY[k] + ny) % ny;
    to[(toY * nx + toX) * 9 + k] = f[k] + omega * (equilibrium - f[k]);
  }
}

// launch: updateMagnetic <<<(7,19), (32,8)>>> (hz = float[30000], ex = float[30000] random 10, ey = float[30000] random 10, nx = 200, ny = 150, c = 0.5f)
__global__ void updateMagnetic(float* __restrict__ hz, const float* __restrict__ ex,
                               const float* __restrict__ ey, int nx, int ny, float c) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx - 1 || y >= ny - 1)
    return;
  const int i = y * nx + x;
  hz[i] -= c * ((ey[i + 1] - ey[i]) - (ex[i + nx] - ex[i]));
}

// launch: updateElectric <<<(7,19), (32,8)>>> (ex = float[30000], ey = float[30000], hz = float[30000] random 10, nx = 200, ny = 150, c = 0.5f)
__global__ void updateElectric(float* ex, float* ey, const float* hz, int nx, int ny, float c) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny) {
    const int i = y * nx + x;
    if (y > 0)
      ex[i] += c * (hz[i] - hz[i - nx]);
    if (x > 0)
      ey[i] -= c * (hz[i] - hz[i - 1]);
  }
}

struct Extent {
  int x, y, z;
};

// launch: updateElectric3d <<<(2,10,15), (32,4,2)>>> (ex = float[60000], hy = float[60000] random 10, hz = float[60000] random 10, epsilon = float[60000] random 4, n = {.x = 50, .y = 40, .z = 30}, dt = 0.1f)
__global__ void updateElectric3d(float* __restrict__ ex, const float* __restrict__ hy,
                                 const float* __restrict__ hz, const float* __restrict__ epsilon, Extent n,
                                 float dt) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= n.x || y < 1 || y >= n.y || z < 1 || z >= n.z)
    return;
  const int row = n.x;
  const int slice = n.x * n.y;
  const int i = z * slice + y * row + x;
  ex[i] += dt / (1.0f + epsilon[i]) * ((hz[i] - hz[i - row]) - (hy[i] - hy[i - slice]));
}

// A thread to a row of a small matrix.
template <int kSize> __global__ void cholesky(float* matrices) {
  __shared__ float a[kSize][kSize + 1];
  float* mine = matrices + blockIdx.x * kSize * kSize;
  const int row = threadIdx.x;
  for (int i = 0; i < kSize; ++i)
    a[i][row] = mine[i * kSize + row];
  __syncthreads();
  for (int k = 0; k < kSize; ++k) {
    if (row == k)
      a[k][k] = sqrtf(a[k][k]);
    __syncthreads();
    if (row > k)
      a[row][k] /= a[k][k];
    __syncthreads();
    for (int j = k + 1; j <= row; ++j)
      a[row][j] -= a[row][k] * a[j][k];
    __syncthreads();
  }
  for (int i = 0; i < kSize; ++i)
    mine[i * kSize + row] = row <= i ? a[i][row] : 0.0f;
}

// launch: cholesky<32> <<<320, 32>>> (matrices = float[327680] random 100)
// differs: lanes run the inner loop for different rounds, and ptxas unrolls it once more than is modelled
template __global__ void cholesky<32>(float*);
// launch: cholesky<20> <<<500, 20>>> (matrices = float[200000] random 100)
// differs: lanes run the inner loop for different rounds, and ptxas unrolls it once more than is modelled
template __global__ void cholesky<20>(float*);

// launch: factorise <<<48, (16,16)>>> (matrices = double[12288] random 100)
// differs: 0.14% of the shared wavefronts: a load of the pivot is predicated apart
__global__ void factorise(double* matrices) {
  __shared__ double a[16][17];
  const int column = threadIdx.x;
  const int row = threadIdx.y;
  double* mine = matrices + 256 * blockIdx.x;
  a[row][column] = mine[row * 16 + column];
  __syncthreads();
  for (int k = 0; k < 15; ++k) {
    if (column == k && row > k)
      a[row][k] /= a[k][k] + 1e-9;
    __syncthreads();
    if (row > k && column > k)
      a[row][column] -= a[row][k] * a[k][column];
    __syncthreads();
  }
  mine[row * 16 + column] = a[row][column];
}

// Tridiagonal systems, a thread to a system: one after the other in memory ...
// launch: thomasStrided <<<79, 128>>> (lower = float[320000] random 10, diagonal = float[320000] random 100, upper = float[320000] random 10, rhs = float[320000] random 50, systems = 10000, n = 32)
// differs: 1%: the unrolled second loop forwards one load through a register more
__global__ void thomasStrided(const float* lower, const float* diagonal, float* upper, float* rhs,
                              int systems, int n) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems)
    return;
  const int first = s * n;
  upper[first] /= diagonal[first];
  rhs[first] /= diagonal[first];
  for (int i = first + 1; i < first + n; ++i) {
    const float scale = 1.0f / (diagonal[i] - lower[i] * upper[i - 1]);
    upper[i] *= scale;
    rhs[i] = (rhs[i] - lower[i] * rhs[i - 1]) * scale;
  }
  for (int i = first + n - 2; i >= first; --i)
    rhs[i] -= upper[i] * rhs[i + 1];
}

// ... and interleaved.
// launch: thomasInterleaved <<<40, 256>>> (lower = float[320000] random 10, diagonal = float[320000] random 100, upper = float[320000] random 10, rhs = float[320000] random 50, systems = 10000, n = 32)
__global__ void thomasInterleaved(const float* __restrict__ lower, const float* __restrict__ diagonal,
                                  float* __restrict__ upper, float* __restrict__ rhs, int systems, int n) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems)
    return;
  float c = upper[s] / diagonal[s];
  float d = rhs[s] / diagonal[s];
  upper[s] = c;
  rhs[s] = d;
  for (int i = 1; i < n; ++i) {
    const int at = i * systems + s;
    const float a = lower[at];
    const float scale = 1.0f / (diagonal[at] - a * c);
    c = upper[at] * scale;
    d = (rhs[at] - a * d) * scale;
    upper[at] = c;
    rhs[at] = d;
  }
  for (int i = n - 2; i >= 0; --i) {
    const int at = i * systems + s;
    d = rhs[at] - upper[at] * d;
    rhs[at] = d;
  }
}

// launch: fftRadix2 <<<40, 256>>> (data = float2[20480])
// differs: the round with half = 1 is peeled, and its pair of loads and stores is made at once
__global__ void __launch_bounds__(256) fftRadix2(float2* data) {
  __shared__ float2 s[512];
  float2* mine = data + blockIdx.x * 512;
  const int tid = threadIdx.x;
  for (int i = tid; i < 512; i += 256)
    s[__brev(i) >> 23] = mine[i];
  __syncthreads();
  for (int half = 1; half < 512; half *= 2) {
    const int j = tid & (half - 1);
    const int top = 2 * tid - j;
    float sine, cosine;
    __sincosf(-3.14159265f * j / half, &sine, &cosine);
    const float2 a = s[top];
    const float2 b = s[top + half];
    const float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
    s[top] = make_float2(a.x + turned.x, a.y + turned.y);
    s[top + half] = make_float2(a.x - turned.x, a.y - turned.y);
    __syncthreads();
  }
  for (int i = tid; i < 512; i += 256)
    mine[i] = s[i];
}

__device__ __forceinline__ float2 multiply(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// launch: fftRadix4 <<<160, 64>>> (in = float2[40960], out = float2[40960])
__global__ void fftRadix4(const float2* __restrict__ in, float2* __restrict__ out) {
  __shared__ float re[256];
  __shared__ float im[256];
  const unsigned tid = threadIdx.x;
  const unsigned first = blockIdx.x * 256;
  float2 v[4];
#pragma unroll
  for (int r = 0; r < 4; ++r)
    v[r] = in[first + tid + r * 64];
  for (unsigned ns = 1; ns < 256; ns *= 4) {
    const unsigned k = tid & (ns - 1);
    float2 w;
    __sincosf(-6.2831853f * k / (4 * ns), &w.y, &w.x);
    float2 power = w;
    for (int r = 1; r < 4; ++r) {
      v[r] = multiply(v[r], power);
      power = multiply(power, w);
    }
    const float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y);
    const float2 b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    const float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y);
    const float2 d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    v[0] = make_float2(a.x + c.x, a.y + c.y);
    v[1] = make_float2(b.x + d.x, b.y + d.y);
    v[2] = make_float2(a.x - c.x, a.y - c.y);
    v[3] = make_float2(b.x - d.x, b.y - d.y);
    if (ns == 64)
      break;
    const unsigned base = 4 * (tid - k) + k;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      re[base + r * ns] = v[r].x;
      im[base + r * ns] = v[r].y;
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r)
      v[r] = make_float2(re[tid + r * 64], im[tid + r * 64]);
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < 4; ++r)
    out[first + tid + r * 64] = v[r];
}

// launch: walsh <<<40, 256, 4096>>> (data = float[40960] random 100, logN = 10)
__global__ void walsh(float* data, int logN) {
  extern __shared__ float points[];
  const int n = 1 << logN;
  float* mine = data + (blockIdx.x << logN);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    points[i] = mine[i];
  for (int stride = n >> 1; stride >= 1; stride >>= 1) {
    __syncthreads();
    for (int pair = threadIdx.x; pair < n / 2; pair += blockDim.x) {
      const int low = pair & (stride - 1);
      const int i = 2 * pair - low;
      const float a = points[i];
      const float b = points[i + stride];
      points[i] = a + b;
      points[i + stride] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    mine[i] = points[i];
}

// Heat in a box: a plane in shared memory, its neighbours above and below in registers.
// launch: heatPlanes <<<(4,7), (32,8)>>> (in = float[120000] random 100, out = float[120000], nx = 100, ny = 50, nz = 24, k = 0.1f)
// launch: heatPlanes <<<(4,16), (32,8)>>> (in = float[204800] random 100, out = float[204800], nx = 128, ny = 128, nz = 12, k = 0.1f)
__global__ void heatPlanes(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz,
                           float k) {
  __shared__ float plane[8 + 2][32 + 2];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const bool inside = x < nx && y < ny;
  const bool interior = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
  const int slice = nx * ny;
  int i = y * nx + x;
  float behind = inside ? in[i] : 0.0f;
  float current = inside ? in[i + slice] : 0.0f;
  for (int z = 1; z < nz - 1; ++z) {
    i += slice;
    const float ahead = inside ? in[i + slice] : 0.0f;
    plane[ty][tx] = current;
    if (interior) {
      if (threadIdx.x == 0)
        plane[ty][0] = in[i - 1];
      if (threadIdx.x == 31)
        plane[ty][33] = in[i + 1];
      if (threadIdx.y == 0)
        plane[0][tx] = in[i - nx];
      if (threadIdx.y == 7)
        plane[9][tx] = in[i + nx];
    }
    __syncthreads();
    if (interior)
      out[i] = current + k * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] +
                              behind + ahead - 6.0f * current);
    __syncthreads();
    behind = current;
    current = ahead;
  }
}

// launch: binomialTree <<<100, 128>>> (spot = float[100] random 50, strike = float[100] random 50, price = float[100], steps = 100, up = 1.02f, probability = 0.51f)
__global__ void binomialTree(const float* spot, const float* strike, float* price, int steps, float up,
                             float probability) {
  __shared__ float values[128];
  const int tid = threadIdx.x;
  const float s = spot[blockIdx.x];
  const float k = strike[blockIdx.x];
  if (tid <= steps)
    values[tid] = fmaxf(s * __powf(up, 2.0f * tid - steps) - k, 0.0f);
  __syncthreads();
  for (int step = steps; step > 0; --step) {
    float next = 0.0f;
    if (tid < step)
      next = 0.999f * (probability * values[tid + 1] + (1.0f - probability) * values[tid]);
    __syncthreads();
    if (tid < step)
      values[tid] = next;
    __syncthreads();
  }
  if (tid == 0)
    price[blockIdx.x] = values[0];
}

// launch: integrateCircle <<<80, 256>>> (hits = unsigned[1], samples = 24, seed = 12345)
__global__ void integrateCircle(unsigned* hits, int samples, unsigned seed) {
  unsigned state = seed + 747796405u * (blockIdx.x * blockDim.x + threadIdx.x);
  unsigned mine = 0;
  for (int i = 0; i < samples; ++i) {
    state = 1664525u * state + 1013904223u;
    const float x = (state >> 8) * (1.0f / 16777216.0f);
    state = 1664525u * state + 1013904223u;
    const float y = (state >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y < 1.0f)
      ++mine;
  }
  __shared__ unsigned total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1)
    mine += __shfl_xor_sync(0xffffffff, mine, offset);
  if ((threadIdx.x & 31) == 0)
    atomicAdd(&total, mine);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(hits, total);
}

// launch: pullRanks <<<40, 256>>> (rowStart = int[10001] iota 7, source = int[70000] random 10000, outDegree = int[10000] random 20, rank = float[10000] random 10, next = float[10000], n = 10000, damping = 0.85f)
__global__ void pullRanks(const int* __restrict__ rowStart, const int* __restrict__ source,
                          const int* __restrict__ outDegree, const float* __restrict__ rank,
                          float* __restrict__ next, int n, float damping) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= n)
    return;
  float sum = 0.0f;
  for (int edge = rowStart[node]; edge < rowStart[node + 1]; ++edge) {
    const int from = source[edge];
    sum += rank[from] / max(outDegree[from], 1);
  }
  next[node] = (1.0f - damping) / n + damping * sum;
}

struct Ray {
  float3 origin;
  float3 inverse;
};

// launch: hitBox <<<79, 128>>> (rays = Ray[10000], near = float[10000], low = float3{-1.0f, -1.0f, -1.0f}, high = float3{1.0f, 1.0f, 1.0f}, n = 10000)
__global__ void hitBox(const Ray* rays, float* near, float3 low, float3 high, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Ray ray = rays[i];
  const float x0 = (low.x - ray.origin.x) * ray.inverse.x;
  const float x1 = (high.x - ray.origin.x) * ray.inverse.x;
  const float y0 = (low.y - ray.origin.y) * ray.inverse.y;
  const float y1 = (high.y - ray.origin.y) * ray.inverse.y;
  const float z0 = (low.z - ray.origin.z) * ray.inverse.z;
  const float z1 = (high.z - ray.origin.z) * ray.inverse.z;
  const float enter = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fminf(z0, z1));
  const float leave = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fmaxf(z0, z1));
  near[i] = enter <= leave && leave > 0.0f ? enter : -1.0f;
}

// launch: permuteBits <<<64, 256>>> (in = float2[16384], out = float2[16384], bits = 14)
__global__ void permuteBits(const float2* in, float2* out, int bits) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned j = __brev(i) >> (32 - bits);
  out[j] = in[i];
}

// Two sorted pieces: each element finds its place by what the other piece has below it.
// launch: mergePieces <<<(2,50), 128>>> (in = int[12800] iota 3, out = int[12800], piece = 128)
__global__ void mergePieces(const int* in, int* out, int piece) {
  const int first = blockIdx.y * 2 * piece;
  const int own = blockIdx.x * piece;
  const int other = piece - own;
  const int i = threadIdx.x;
  if (i >= piece)
    return;
  const int key = in[first + own + i];
  int low = 0;
  int high = piece;
  while (low < high) {
    const int middle = (low + high) / 2;
    const int value = in[first + other + middle];
    if (value < key || (value == key && blockIdx.x == 1))
      low = middle + 1;
    else
      high = middle;
  }
  out[first + i + low] = key;
}

// launch: keepPositive <<<40, 256>>> (in = int[10000] random 3, out = int[10240], kept = int[1], n = 10000)
__global__ void keepPositive(const int* __restrict__ in, int* __restrict__ out, int* kept, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const int value = i < n ? in[i] : 0;
  const unsigned mask = __ballot_sync(0xffffffff, value > 0);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(kept, __popc(mask));
  base = __shfl_sync(0xffffffff, base, 0);
  if (value > 0)
    out[base + __popc(mask & ((1u << lane) - 1))] = value;
}

// launch: dotInGroups <<<48, 256>>> (a = float[50000] random 10, b = float[50000] random 10, result = float[1], n = 50000)
__global__ void dotInGroups(const float* a, const float* b, float* result, size_t n) {
  __shared__ float partial[8];
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  float sum = 0.0f;
  for (size_t i = grid.thread_rank(); i < n; i += grid.size())
    sum += a[i] * b[i];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0)
    partial[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0.0f;
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0)
      atomicAdd(result, sum);
  }
}

// launch: linearCombination <<<64, 256>>> (x = double[50000], y = double[50000], z = double[50000], a = 2.0, b = -1.0, n = 50000)
__global__ void linearCombination(const double* __restrict__ x, const double* __restrict__ y,
                                  double* __restrict__ z, double a, double b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    z[i] = a * x[i] + b * y[i];
}

// launch: addMatrices <<<(10,7), (16,16)>>> (a = float[16800], b = float[16800], c = float[16800], rows = 105, columns = 150, pitch = 160)
__global__ void addMatrices(const float* a, const float* b, float* c, int rows, int columns, int pitch) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns)
    c[row * pitch + column] = a[row * pitch + column] + b[row * pitch + column];
}

// launch: scaleTail <<<50, 256>>> (data = float[51003], factor = 0.5f, n = 51003)
__global__ void scaleTail(float* data, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<float4*>(data)[i];
    v.x *= factor;
    v.y *= factor;
    v.z *= factor;
    v.w *= factor;
    reinterpret_cast<float4*>(data)[i] = v;
  }
  if (i < n % 4)
    data[n / 4 * 4 + i] *= factor;
}
