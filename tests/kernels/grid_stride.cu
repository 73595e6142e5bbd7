// Loops over more elements than there are threads.

// launch: saxpy <<<32, 256>>> (n = 100000, a = 2.0f, x = float[100000], y = float[100000])
// launch: saxpy <<<132, 128>>> (n = 99991, a = 2.0f, x = float[99991], y = float[99991])
__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}

// launch: saxpyUnsigned <<<16, 192>>> (n = 50021, a = 2.0f, x = float[50021], y = float[50021])
__global__ void saxpyUnsigned(unsigned n, float a, const float* __restrict__ x, float* __restrict__ y) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    y[i] = fmaf(a, x[i], y[i]);
}

// launch: scaleFrom <<<20, 256>>> (data = double[60000], begin = 1003, end = 59990, factor = 0.5)
__global__ void scaleFrom(double* data, size_t begin, size_t end, double factor) {
  size_t i = begin + static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i < end; i += static_cast<size_t>(gridDim.x) * blockDim.x)
    data[i] *= factor;
}

// Each block has a contiguous chunk.
// launch: chunked <<<30, 128>>> (in = float[100000], out = float[100000], n = 100000)
__global__ void chunked(const float* in, float* out, int n) {
  const int chunk = (n + gridDim.x - 1) / gridDim.x;
  const int first = blockIdx.x * chunk;
  const int last = min(first + chunk, n);
  for (int i = first + threadIdx.x; i < last; i += blockDim.x)
    out[i] = in[i] + 1.0f;
}

// Each thread has a contiguous chunk, so that lanes are far apart.
// launch: chunkPerThread <<<8, 128>>> (in = float[16384], out = float[1024], perThread = 16)
// launch: chunkPerThread <<<8, 128>>> (in = float[5120], out = float[1024], perThread = 5)
__global__ void chunkPerThread(const float* in, float* out, int perThread) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < perThread; ++i)
    sum += in[thread * perThread + i];
  out[thread] = sum;
}

// Two dimensions, both with strides.
// launch: fillStrided2d <<<(3,5), (32,8)>>> (out = float[77700], width = 259, height = 300, value = 1.0f)
__global__ void fillStrided2d(float* out, int width, int height, float value) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x * gridDim.x)
      out[y * width + x] = value;
}

// Packs of four, then what is left.
// launch: copyPacks <<<8, 256>>> (in = float[30001], out = float[30001], n = 30001)
__global__ void copyPacks(const float* in, float* out, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  for (int i = thread; i < n / 4; i += threads)
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  const int rest = n / 4 * 4 + thread;
  if (rest < n)
    out[rest] = in[rest];
}

// Four loads in flight.
// launch: sumFour <<<10, 128>>> (in = float[51200], out = float[1280], n = 51200)
__global__ void sumFour(const float* in, float* out, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  float sum = 0.0f;
#pragma unroll 4
  for (int i = thread; i < n; i += threads)
    sum += in[i];
  out[thread] = sum;
}

// launch: reverseLong <<<64, 128>>> (in = int[70001], out = int[70001], n = 70001)
__global__ void reverseLong(const int* in, int* out, long long n) {
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[n - 1 - i] = in[i];
}
