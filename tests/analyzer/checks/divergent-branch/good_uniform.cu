// Conditions that are the same in all lanes of a warp, and differences that need no branch.
// LINT-NO-NOTES

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

// Warps with roles of their own.
__global__ void rolesOfWarps(const float* in, float* out) {
  float v = in[threadIdx.x];
  if (threadIdx.x / 32 == 0)
    v = heavyA(v);
  else
    v = heavyB(v);
  out[threadIdx.x] = v;
}

__global__ void oddWarps(const float* in, float* out) {
  const unsigned warp = threadIdx.x >> 5;
  float v = in[threadIdx.x];
  switch (warp & 3) {
  case 0:
    v = heavyA(v);
    break;
  case 1:
    v = heavyB(v);
    break;
  default:
    v = heavyA(heavyB(v));
    break;
  }
  out[threadIdx.x] = v;
}

__global__ void halvesOfBlock(const float* in, float* out) {
  float v = in[threadIdx.x];
  if (threadIdx.x < blockDim.x / 2)
    v = heavyA(v);
  else
    v = heavyB(v);
  out[threadIdx.x] = v;
}

__global__ void blocks(const float* in, float* out) {
  float v = in[threadIdx.x];
  if (blockIdx.x % 2)
    v = heavyA(v);
  else
    v = heavyB(v);
  out[blockIdx.x * 256 + threadIdx.x] = v;
}

// A row of 32 threads is a warp.
__global__ void rows(const float* in, float* out) {
  const int i = threadIdx.y * 32 + threadIdx.x;
  float v = in[i];
  if (threadIdx.y % 2)
    v = heavyA(v);
  else
    v = heavyB(v);
  out[i] = v;
}

__global__ void parameter(const float* in, float* out, int mode) {
  float v = in[threadIdx.x];
  if (mode == 1)
    v = heavyA(v);
  else
    v = heavyB(v);
  for (int k = 0; k < mode; ++k)
    v += 1.5f;
  out[threadIdx.x] = v;
}

// As many turns in every lane, only shifted.
__global__ void shiftedLoop(const float* in, float* out) {
  float v = 0;
  for (unsigned k = threadIdx.x; k < threadIdx.x + 16; ++k)
    v = v * 1.01f + k;
  out[threadIdx.x] = v;
}

// A choice between two values is a select.
__global__ void selects(const float* in, float* out) {
  const float v = heavyA(in[threadIdx.x]);
  out[threadIdx.x] = threadIdx.x % 2 ? v * 2 : v;
}

__global__ void minimum(const float* in, float* out) {
  const float v = in[threadIdx.x];
  const float sign = threadIdx.x % 2 ? -1.0f : 1.0f;
  out[threadIdx.x] = sign * heavyA(v < 0 ? -v : v);
}

void launch(const float* in, float* out, int n) {
  rolesOfWarps<<<1, 256>>>(in, out);
  oddWarps<<<1, 256>>>(in, out);
  halvesOfBlock<<<1, 256>>>(in, out);
  blocks<<<64, 256>>>(in, out);
  rows<<<1, dim3(32, 8)>>>(in, out);
  parameter<<<1, 256>>>(in, out, n);
  shiftedLoop<<<1, 256>>>(in, out);
  selects<<<1, 256>>>(in, out);
  minimum<<<1, 256>>>(in, out);
}
