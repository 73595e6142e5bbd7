// Kernels whose control flow cannot be followed to its end.

__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// DECLINED(recursive): recurs
__global__ void recursive(int* out) {
  out[threadIdx.x] = fibonacci(threadIdx.x % 8);
}

// A server that waits for work until the power goes.
// DECLINED(neverEnds): budget|never ends|does not end
__global__ void neverEnds(volatile int* mailbox) {
  unsigned turns = 0;
  while (true) {
    mailbox[threadIdx.x] = turns;
    ++turns;
  }
}

using Step = float (*)(float);

__device__ float twice(float v) {
  return 2 * v;
}
__device__ float half(float v) {
  return v / 2;
}
__device__ Step steps[2] = {twice, half};

// DECLINED(throughPointer): indirect|pointer
__global__ void throughPointer(float* out) {
  out[threadIdx.x] = steps[threadIdx.x % 2](out[threadIdx.x]);
}

void launch(float* in, float* out, int n) {
  recursive<<<1, 256>>>((int*)out);
  neverEnds<<<1, 32>>>((volatile int*)out);
  throughPointer<<<1, 256>>>(out);
}
