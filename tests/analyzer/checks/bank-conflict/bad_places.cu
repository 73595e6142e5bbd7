// A finding names the place in the source that makes the access, however the kernel comes by it.
#include "bad_places.cuh"

__device__ void put(float* s, unsigned i, float v) {
  s[8 * i] = v; // LINT: bank-conflict degree=8 count=1
}

__global__ void callsFunction(const float* in, float* out) {
  __shared__ float s[8 * 256];
  put(s, threadIdx.x, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void callsFunctionToo(const float* in, float* out) {
  __shared__ float s[8 * 128];
  put(s, threadIdx.x, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

#define TILE(row, column) tile[(row) * 32 + (column)]

__global__ void usesMacro(const float* in, float* out) {
  __shared__ float tile[32 * 32];
  TILE(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const float v = TILE(threadIdx.x, threadIdx.y); // LINT: bank-conflict degree=32 count=1
  out[threadIdx.y * 32 + threadIdx.x] = v;
}

__global__ void usesLambda(const float* in, float* out) {
  __shared__ float s[16 * 256];
  const auto put = [&](unsigned i) {
    s[16 * i] = in[i]; // LINT: bank-conflict degree=16 count=1
  };
  put(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Each instantiation has its own degree; the place is reported once, with the worst.
template <typename T, int kStride>
__global__ void instantiated(const T* in, T* out) {
  __shared__ T s[kStride * 256];
  s[kStride * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=16 count=1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// 64 threads in a block at one place of launch, 256 at the other: one finding.
__global__ void launchedTwice(const float* in, float* out) {
  __shared__ float s[2 * 256];
  s[2 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=2 count=1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Nothing tells the geometry, and the finding says so.
__global__ void neverLaunched(const float* in, float* out) {
  __shared__ float s[4 * 1024];
  s[4 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=4 launch=assumed
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void __launch_bounds__(128) bounded(const float* in, float* out) {
  __shared__ float s[4 * 128];
  s[4 * threadIdx.x] = in[threadIdx.x]; // LINT: bank-conflict degree=4 launch=launch-bounds
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(const float* in, float* out, int n) {
  inHeader<<<1, 256>>>(in, out);
  callsFunction<<<1, 256>>>(in, out);
  callsFunctionToo<<<1, 128>>>(in, out);
  usesMacro<<<1, dim3(32, 32)>>>(in, out);
  usesLambda<<<1, 256>>>(in, out);
  instantiated<float, 2><<<1, 256>>>(in, out);
  instantiated<int, 16><<<1, 256>>>((const int*)in, (int*)out);
  instantiated<double, 2><<<1, 256>>>((const double*)in, (double*)out);
  launchedTwice<<<1, 64>>>(in, out);
  launchedTwice<<<1, 256>>>(in, out);
}
