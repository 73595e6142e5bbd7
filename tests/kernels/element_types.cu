// Elements of one to 32 bytes, and arrays that do not begin at a sector.
#include <cuda_fp16.h>

struct Vertex {
  float x, y, z;
};

struct Particle {
  float position[3];
  float mass;
  int kind;
};

struct alignas(16) Cell {
  double density;
  float pressure;
  int flags;
};

// launch: axpyDouble <<<196, 256>>> (y = double[50000], x = double[50000], alpha = 1.5, n = 50000)
__global__ void axpyDouble(double* y, const double* x, double alpha, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += alpha * x[i];
}

// launch: axpyHalf2 <<<40, 256>>> (y = half2[10000], x = half2[10000], alpha = 0.5f, n = 10000)
__global__ void axpyHalf2(half2* y, const half2* x, float alpha, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = __hfma2(__float2half2_rn(alpha), x[i], y[i]);
}

// launch: scaleHalf <<<33, 128>>> (data = __half[4211], factor = 2.0f, n = 4211)
__global__ void scaleHalf(__half* data, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = __float2half(__half2float(data[i]) * factor);
}

template <typename T> __global__ void offsetCopy(const T* in, T* out, int offset, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
  if (i < n)
    out[i] = in[i];
}

// launch: offsetCopy<char> <<<64, 256>>> (in = char[16390], out = char[16390], offset = 5, n = 16389)
template __global__ void offsetCopy<char>(const char*, char*, int, int);
// launch: offsetCopy<short> <<<64, 256>>> (in = short[16400], out = short[16400], offset = 3, n = 16387)
template __global__ void offsetCopy<short>(const short*, short*, int, int);
// launch: offsetCopy<float> <<<64, 256>>> (in = float[16384], out = float[16384], offset = 0, n = 16384)
// launch: offsetCopy<float> <<<64, 256>>> (in = float[16385], out = float[16385], offset = 1, n = 16385)
template __global__ void offsetCopy<float>(const float*, float*, int, int);
// launch: offsetCopy<double> <<<64, 256>>> (in = double[16400], out = double[16400], offset = 13, n = 16397)
template __global__ void offsetCopy<double>(const double*, double*, int, int);
// launch: offsetCopy<double4_16a> <<<16, 128>>> (in = double4_16a[2050], out = double4_16a[2050], offset = 1, n = 2049)
template __global__ void offsetCopy<double4_16a>(const double4_16a*, double4_16a*, int, int);

// launch: addNeighbour <<<40, 250>>> (in = float[10001], out = float[10000])
__global__ void addNeighbour(const float* in, float* out) {
  const float* next = in + 1;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + next[i];
}

// launch: brighten <<<63, 256>>> (pixels = uchar4[16000], amount = 40, n = 16000)
__global__ void brighten(uchar4* pixels, int amount, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uchar4 pixel = pixels[i];
  pixel.x = min(pixel.x + amount, 255);
  pixel.y = min(pixel.y + amount, 255);
  pixel.z = min(pixel.z + amount, 255);
  pixels[i] = pixel;
}

// launch: grey <<<(20,15), (16,16)>>> (in = uchar3[76800], out = unsigned char[76800], width = 320, height = 240)
__global__ void grey(const uchar3* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const uchar3 pixel = in[y * width + x];
  out[y * width + x] = static_cast<unsigned char>(0.299f * pixel.x + 0.587f * pixel.y + 0.114f * pixel.z);
}

// launch: moveVertices <<<32, 256>>> (vertices = Vertex[8192], dx = 1.0f, dy = 2.0f, dz = 3.0f)
__global__ void moveVertices(Vertex* vertices, float dx, float dy, float dz) {
  Vertex& vertex = vertices[blockIdx.x * blockDim.x + threadIdx.x];
  vertex.x += dx;
  vertex.y += dy;
  vertex.z += dz;
}

// launch: moveCoordinates <<<32, 256>>> (xs = float[8192], ys = float[8192], zs = float[8192], dx = 1.0f, dy = 2.0f, dz = 3.0f)
__global__ void moveCoordinates(float* xs, float* ys, float* zs, float dx, float dy, float dz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  xs[i] += dx;
  ys[i] += dy;
  zs[i] += dz;
}

// Twelve bytes a thread, through shared memory word by word.
// launch: normaliseVertices <<<16, 128>>> (vertices = float3[2048])
__global__ void normaliseVertices(float3* vertices) {
  __shared__ float words[3 * 128];
  float* block = reinterpret_cast<float*>(vertices + blockIdx.x * 128);
  for (int i = 0; i < 3; ++i)
    words[i * 128 + threadIdx.x] = block[i * 128 + threadIdx.x];
  __syncthreads();
  const float x = words[3 * threadIdx.x], y = words[3 * threadIdx.x + 1], z = words[3 * threadIdx.x + 2];
  const float scale = rsqrtf(x * x + y * y + z * z + 1e-6f);
  words[3 * threadIdx.x] = x * scale;
  words[3 * threadIdx.x + 1] = y * scale;
  words[3 * threadIdx.x + 2] = z * scale;
  __syncthreads();
  for (int i = 0; i < 3; ++i)
    block[i * 128 + threadIdx.x] = words[i * 128 + threadIdx.x];
}

// Of twenty bytes only one word is used.
// launch: totalMass <<<32, 256>>> (particles = Particle[8000], masses = float[8192], n = 8000)
__global__ void totalMass(const Particle* particles, float* masses, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  masses[i] = i < n ? particles[i].mass : 0.0f;
}

// launch: copyParticles <<<32, 256>>> (in = Particle[8000], out = Particle[8000], n = 8000)
__global__ void copyParticles(const Particle* in, Particle* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

// launch: relaxCells <<<20, 192>>> (cells = Cell[3840], rate = 0.1f)
__global__ void relaxCells(Cell* cells, float rate) {
  Cell cell = cells[blockIdx.x * blockDim.x + threadIdx.x];
  cell.pressure += rate * static_cast<float>(cell.density);
  cell.flags |= 1;
  cells[blockIdx.x * blockDim.x + threadIdx.x] = cell;
}

// A tile of half words: two neighbours share a bank's word.
// launch: reverseHalves <<<16, 256>>> (in = __half[4096], out = __half[4096])
__global__ void reverseHalves(const __half* in, __half* out) {
  __shared__ __half tile[256];
  tile[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
}

// launch: setFlags <<<16, 256>>> (in = long long[4096], flags = bool[4096], limit = 10)
__global__ void setFlags(const long long* in, bool* flags, long long limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  flags[i] = in[i] > limit;
}
