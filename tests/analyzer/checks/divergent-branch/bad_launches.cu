// Three launches of one shape; the bound of one of them leaves a lane or two a row at work. What a third of the launches shows is a note.

__device__ float heavy(float v) {
  for (int k = 0; k < 64; ++k)
    v = v * 1.01f + 0.5f;
  return v;
}

__global__ void bounded(const float* in, float* out, int columns) {
  const int i = threadIdx.y * 16 + threadIdx.x;
  float v = in[i];
  if (threadIdx.x < columns) // LINT-NOTE: divergent-branch
    v = heavy(v);
  out[i] = v;
}

// All launches agree.
__global__ void narrow(const float* in, float* out, int columns) {
  const int i = threadIdx.y * 16 + threadIdx.x;
  float v = in[i];
  if (threadIdx.x < columns) // LINT: divergent-branch
    v = heavy(v);
  out[i] = v;
}

void launch(const float* in, float* out) {
  bounded<<<1, dim3(16, 16)>>>(in, out, 1);
  bounded<<<1, dim3(16, 16)>>>(in, out, 16);
  bounded<<<1, dim3(16, 16)>>>(in, out, 32);
  narrow<<<1, dim3(16, 16)>>>(in, out, 1);
  narrow<<<1, dim3(16, 16)>>>(in, out, 2);
}
