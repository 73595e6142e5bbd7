// Lanes of one warp that go different ways, with work on each. Every warp of these kernels diverges.

__device__ float heavyA(float v) {
  for (int k = 0; k < 16; ++k)
    v = v * 1.01f + 0.5f;
  return v;
}

__device__ float heavyB(float v) {
  for (int k = 0; k < 16; ++k)
    v = v * v - 0.25f;
  return v;
}

// Odd and even lanes: each warp runs both loops, half empty.
__global__ void parity(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  if (threadIdx.x % 2 == 0) // LINT: divergent-branch divergent_warps/warps=1
    v = heavyA(v);
  else
    v = heavyB(v);
  out[i] = v;
}

// The same by the index of the element: 256 threads a block leave the parity to the lane.
__global__ void parityOfElement(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  if (i & 1) // LINT: divergent-branch divergent_warps/warps=1
    v = heavyA(v);
  else
    v = heavyB(v);
  out[i] = v;
}

__global__ void halvesOfWarp(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  float v = in[i];
  if (lane < 16) // LINT: divergent-branch divergent_warps/warps=1
    v = heavyA(v);
  else
    v = heavyB(v);
  out[i] = v;
}

// One side only, but on every second lane: half of each warp waits.
__global__ void everySecondThread(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  if (threadIdx.x % 2 == 0) // LINT: divergent-branch divergent_warps/warps=1
    v = heavyA(heavyB(v));
  out[i] = v;
}

__global__ void everySecondReturns(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2) // LINT: divergent-branch divergent_warps/warps=1
    return;
  out[i / 2] = heavyA(heavyB(in[i / 2]));
}

// A warp of a 16x16 block holds an even row and an odd one.
__global__ void rowsOfSquareBlock(const float* in, float* out) {
  const int i = threadIdx.y * 16 + threadIdx.x;
  float v = in[i];
  if (threadIdx.y % 2) // LINT: divergent-branch divergent_warps/warps=1
    v = heavyA(v);
  else
    v = heavyB(v);
  out[i] = v;
}

void launch(const float* in, float* out, int n) {
  parity<<<64, 256>>>(in, out);
  parityOfElement<<<64, 256>>>(in, out);
  halvesOfWarp<<<64, 256>>>(in, out);
  everySecondThread<<<64, 256>>>(in, out);
  everySecondReturns<<<64, 256>>>(in, out);
  rowsOfSquareBlock<<<1, dim3(16, 16)>>>(in, out);
}
