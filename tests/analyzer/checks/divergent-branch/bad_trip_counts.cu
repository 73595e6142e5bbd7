// Loops that run longer in some lanes than in others: the warp runs as long as the longest.

// Lane l turns l times: 15.5 on average, 31 for the warp.
__global__ void laneTimes(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  for (unsigned k = 0; k < threadIdx.x % 32; ++k) // LINT: divergent-branch
    v = v * 1.01f + 0.5f;
  out[i] = v;
}

// Half of the lanes turn four times, half 64 times.
__global__ void shortAndLong(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int turns = threadIdx.x % 2 ? 64 : 4;
  float v = in[i];
  for (int k = 0; k < turns; ++k) // LINT: divergent-branch
    v = v * 1.01f + 0.5f;
  out[i] = v;
}

// The lower triangle of a 32x32 matrix, a row for a lane.
__global__ void triangle(const float* in, float* out) {
  float sum = 0;
  for (int k = 0; k <= threadIdx.x; ++k) // LINT: divergent-branch
    sum += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void whileHalving(const float* in, float* out) {
  float v = in[threadIdx.x];
  unsigned left = 1u << (threadIdx.x % 32);
  while (left > 1) { // LINT: divergent-branch
    v = v * 1.01f + 0.5f;
    left /= 2;
  }
  out[threadIdx.x] = v;
}

void launch(const float* in, float* out, int n) {
  laneTimes<<<64, 256>>>(in, out);
  shortAndLong<<<64, 256>>>(in, out);
  triangle<<<1, 32>>>(in, out);
  whileHalving<<<1, 256>>>(in, out);
}
