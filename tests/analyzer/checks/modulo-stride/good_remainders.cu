// Remainders and masks that cost a mask, or are taken once.
// LINT-NO-NOTES

constexpr int kWidth = 64;

// By powers of two that the compiler knows.
__global__ void powersOfTwo(const float* in, float* out) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum = 0;
  for (unsigned k = 0; k < 64; ++k)
    sum += in[(k % 4) * 256 + (k / kWidth) * 64 + (threadIdx.x & 31) + 32 * warp] * lane;
  out[threadIdx.x] = sum;
}

// The lane and the warp pick the work; the strides are constants inside the loop, too.
__global__ void rolesOfWarps(const float* in, float* out) {
  float v = in[threadIdx.x];
  for (int k = 0; k < 16; ++k) {
    if ((threadIdx.x / 32) % 2 == 0)
      v = v * 1.01f + in[k];
    v += in[32 * k + threadIdx.x % 32];
  }
  out[threadIdx.x] = v;
}

// By a run-time value, but once and not in a loop.
__global__ void coordinates(const float* in, float* out, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + i / width + i % width;
}

// By ten: a multiplication by a constant.
__global__ void tens(const float* in, float* out) {
  float sum = 0;
  for (int k = 0; k < 100; ++k)
    sum += in[(k / 10) * 256 + threadIdx.x] * (k % 10);
  out[threadIdx.x] = sum;
}

// Two buffers, by turns.
__global__ void doubleBuffer(const float* in, float* out) {
  __shared__ float s[2][256];
  float sum = 0;
  for (int k = 0; k < 16; ++k) {
    s[k % 2][threadIdx.x] = in[k * 256 + threadIdx.x];
    __syncthreads();
    sum += s[k & 1][255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

// A stride that the template gives, once for each step.
template <unsigned kStride>
__device__ unsigned phase(unsigned tid) {
  return tid % kStride;
}

__global__ void templatedStride(const float* in, float* out) {
  const float v = in[phase<2>(threadIdx.x)] + in[phase<4>(threadIdx.x)] + in[phase<8>(threadIdx.x)];
  out[threadIdx.x] = v;
}

void launch(const float* in, float* out, int n) {
  powersOfTwo<<<1, 256>>>(in, out);
  rolesOfWarps<<<1, 256>>>(in, out);
  coordinates<<<64, 256>>>(in, out, n);
  tens<<<1, 256>>>(in, out);
  doubleBuffer<<<1, 256>>>(in, out);
  templatedStride<<<1, 256>>>(in, out);
}
