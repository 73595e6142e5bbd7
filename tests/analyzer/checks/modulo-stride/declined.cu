// Trees that are never seen running.

// No instantiation, no types, no code: the template is named and left.
// DECLINED(neverInstantiated): instantiat
template <typename T>
__global__ void neverInstantiated(const T* in, T* out) {
  __shared__ T partial[256];
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (threadIdx.x % (2 * s) == 0)
      partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  out[threadIdx.x] = partial[threadIdx.x];
}

__device__ void treeOf(float* partial, unsigned s) {
  if (s >= 256)
    return;
  if (threadIdx.x % (2 * s) == 0)
    partial[threadIdx.x] += partial[threadIdx.x + s];
  __syncthreads();
  treeOf(partial, 2 * s);
}

// DECLINED(recursive): recurs
__global__ void recursive(const float* in, float* out) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  treeOf(partial, 1);
  out[threadIdx.x] = partial[threadIdx.x];
}

void launch(const float* in, float* out, int n) {
  recursive<<<1, 256>>>(in, out);
}
