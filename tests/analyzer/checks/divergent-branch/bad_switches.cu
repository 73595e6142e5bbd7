// A switch on the thread: as many passes as there are cases.

__device__ float iterate(float v, float factor, float addend) {
  for (int k = 0; k < 16; ++k)
    v = v * factor + addend;
  return v;
}

__global__ void fourCases(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  switch (threadIdx.x % 4) { // LINT: divergent-branch
  case 0:
    v = iterate(v, 1.5f, 0.5f);
    break;
  case 1:
    v = iterate(v * v, 0.5f, 1.5f);
    break;
  case 2:
    v = iterate(v - 1, v, 2.5f);
    break;
  default:
    v = iterate(v + 1, 2.5f, v);
    break;
  }
  out[i] = v;
}

// One warp, each of its first lanes with a job of its own.
__global__ void jobs(const float* in, float* out) {
  const float v = in[threadIdx.x];
  switch (threadIdx.x) { // LINT: divergent-branch
  case 0:
    out[0] = iterate(v, 1.5f, 0.5f);
    break;
  case 1:
    out[1] = iterate(v * v, 0.5f, 1.5f);
    break;
  case 2:
    out[2] = iterate(v - 1, v, 2.5f);
    break;
  default:
    out[threadIdx.x] = iterate(v + 1, 2.5f, v);
    break;
  }
}

void launch(const float* in, float* out, int n) {
  fourCases<<<64, 256>>>(in, out);
  jobs<<<1, 32>>>(in, out);
}
