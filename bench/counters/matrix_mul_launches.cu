// Launches both kernels of NVIDIA's sample `matrixMul` (its matrixMul.cu is on the include path) with its
// default sizes: 320x320 times 320x640.
#define main sampleMain
#include "matrixMul.cu"
#undef main

int main() {
  constexpr int kInner = 320;
  constexpr int kRows = 320;
  constexpr int kColumns = 640;
  float *a, *b, *c;
  cudaMalloc(&a, kInner * kRows * sizeof(float));
  cudaMalloc(&b, kInner * kColumns * sizeof(float));
  cudaMalloc(&c, kRows * kColumns * sizeof(float));
  MatrixMulCUDA<16><<<dim3(kColumns / 16, kRows / 16), dim3(16, 16)>>>(c, a, b, kInner, kColumns);
  MatrixMulCUDA<32><<<dim3(kColumns / 32, kRows / 32), dim3(32, 32)>>>(c, a, b, kInner, kColumns);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
