// Launches every rung of kernel_templates/ladder over 2^22 elements, as its launch functions would. Rungs
// share names of device functions, so each stands in a namespace of its own.
#include <cuda_runtime.h>

#include <cstddef>

// The device parts alone.
#define __CUDACC_RTC__
namespace v0 {
#include "reduce_v0.cu"
}
namespace v1 {
#include "reduce_v1.cu"
}
namespace v2 {
#include "reduce_v2.cu"
}
namespace v3 {
#include "reduce_v3.cu"
}
namespace v4 {
#include "reduce_v4.cu"
}
namespace v4_1 {
#include "reduce_v4_1.cu"
}
namespace v5 {
#include "reduce_v5.cu"
}
namespace v8 {
#include "reduce_v8.cu"
}
#undef __CUDACC_RTC__

int main() {
  constexpr std::size_t n = std::size_t{1} << 22;
  constexpr unsigned kBlock = 256;
  constexpr unsigned kBlocks = n / kBlock;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, kBlocks * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  v0::reduceV0<<<kBlocks, kBlock>>>(in, out, n);
  v1::reduceV1<<<kBlocks, kBlock>>>(in, out, n);
  v2::reduceV2<<<kBlocks, kBlock>>>(in, out, n);
  v3::reduceV3<<<kBlocks / 2, kBlock>>>(in, out, n);
  v4::reduceV4<<<kBlocks / 2, kBlock>>>(in, out, n);
  v4_1::reduceV4_1<<<kBlocks / 2, kBlock>>>(in, out, n);
  v5::reduceV5<kBlock><<<kBlocks / 2, kBlock>>>(in, out, n);
  v8::reduceV8<kBlock, 4><<<2048, kBlock>>>(in, out, n);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
