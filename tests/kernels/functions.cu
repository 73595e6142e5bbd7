// Calls, inlined and not, lambdas, functors, and arrays of one thread.

__device__ __noinline__ float addPairs(const float* values, int i) {
  return values[2 * i] + values[2 * i + 1];
}

// launch: callOut <<<16, 256>>> (in = float[8192], out = float[4096])
__global__ void callOut(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = addPairs(in, i);
}

__device__ __noinline__ void sortPair(int* a, int* b) {
  if (*a > *b) {
    const int t = *a;
    *a = *b;
    *b = t;
  }
}

// The out-of-line function reads and writes shared memory through generic pointers.
// launch: sortPairs <<<8, 64>>> (data = int[1024] random 1000)
__global__ void sortPairs(int* data) {
  __shared__ int values[128];
  values[threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x];
  values[threadIdx.x + 64] = data[blockIdx.x * 128 + threadIdx.x + 64];
  __syncthreads();
  sortPair(&values[2 * threadIdx.x], &values[2 * threadIdx.x + 1]);
  __syncthreads();
  data[blockIdx.x * 128 + threadIdx.x] = values[threadIdx.x];
  data[blockIdx.x * 128 + threadIdx.x + 64] = values[threadIdx.x + 64];
}

struct Square {
  __device__ float operator()(float x) const { return x * x; }
};

struct Affine {
  float slope, offset;
  __device__ float operator()(float x) const { return slope * x + offset; }
};

template <typename Function>
__global__ void transform(const float* in, float* out, Function function, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = function(in[i]);
}

// launch: transform<Square> <<<20, 256>>> (in = float[5000], out = float[5000], function = {}, n = 5000)
template __global__ void transform<Square>(const float*, float*, Square, int);
// launch: transform<Affine> <<<20, 256>>> (in = float[5000], out = float[5000], function = {.slope = 2.0f, .offset = 1.0f}, n = 5000)
template __global__ void transform<Affine>(const float*, float*, Affine, int);

// launch: withLambda <<<8, 128>>> (in = float[1024], out = float[1024], threshold = 0.5f)
__global__ void withLambda(const float* in, float* out, float threshold) {
  const auto clipped = [=](int i) { return fminf(in[i], threshold); };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = clipped(i) + clipped(i ^ 1);
}

// A sorted array of one thread, which stays in registers.
// launch: medianOfFive <<<40, 128>>> (in = float[5124], out = float[5120])
__global__ void medianOfFive(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float window[5];
#pragma unroll
  for (int j = 0; j < 5; ++j)
    window[j] = in[i + j];
#pragma unroll
  for (int pass = 0; pass < 3; ++pass)
#pragma unroll
    for (int j = 0; j < 4 - pass; ++j)
      if (window[j] > window[j + 1]) {
        const float t = window[j];
        window[j] = window[j + 1];
        window[j + 1] = t;
      }
  out[i] = window[2];
}

// An array that is indexed at run time, in local memory.
// launch: privateHistogram <<<8, 64>>> (in = int[16384] random 16, out = int[8192], perThread = 32)
__global__ void privateHistogram(const int* in, int* out, int perThread) {
  int counts[16] = {};
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  for (int i = 0; i < perThread; ++i)
    ++counts[in[i * threads + thread]];
  for (int bin = 0; bin < 16; ++bin)
    out[bin * threads + thread] = counts[bin];
}

__device__ int greatestDivisor(int a, int b) {
  return b == 0 ? a : greatestDivisor(b, a % b);
}

// launch: divisors <<<8, 128>>> (out = int[1024], number = 360)
__global__ void divisors(int* out, int number) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = greatestDivisor(i + 1, number);
}

// References and returned structures.
struct Bounds {
  int first, last;
};

__device__ Bounds partOf(int n, int part, int parts) {
  const int size = n / parts;
  const int rest = n % parts;
  const int first = part * size + min(part, rest);
  return {first, first + size + (part < rest ? 1 : 0)};
}

// launch: sumParts <<<10, 32>>> (in = float[10007], out = float[320], n = 10007)
// differs: lanes run the loop for different rounds, and ptxas unrolls it once more than is modelled
__global__ void sumParts(const float* in, float* out, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const Bounds bounds = partOf(n, blockIdx.x, gridDim.x);
  float sum = 0.0f;
  for (int i = bounds.first + threadIdx.x; i < bounds.last; i += 32)
    sum += in[i];
  out[thread] = sum;
}
