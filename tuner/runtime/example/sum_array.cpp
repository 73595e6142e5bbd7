// Sums 2^20 ones on device 0.
#include "cuda_tune/reduce.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

int main() {
  try {
    cuda_tune::Reducer sum(0, cuda_tune::Operation::Sum, cuda_tune::ElementType::F32);

    const std::vector<float> ones(1 << 20, 1.0f);
    float* data = nullptr;
    float* result = nullptr;
    cudaStream_t stream = nullptr;
    if (cudaMalloc(&data, ones.size() * sizeof(float)) != cudaSuccess ||
        cudaMalloc(&result, sizeof(float)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess) {
      std::fprintf(stderr, "the device has no memory or stream for this\n");
      return 1;
    }
    cudaMemcpy(data, ones.data(), ones.size() * sizeof(float), cudaMemcpyHostToDevice);

    sum.reduce(data, ones.size(), result, stream);

    float total = 0;
    cudaMemcpyAsync(&total, result, sizeof(float), cudaMemcpyDeviceToHost, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess)
      return 1;
    const cuda_tune::Selection selection = sum.selection(ones.size());
    std::printf("%s: %s\nsum: %.0f\n", selection.outcome.c_str(), selection.configuration.c_str(), total);
    cudaStreamDestroy(stream);
    cudaFree(data);
    cudaFree(result);
    return total == 1 << 20 ? 0 : 1;
  } catch (const cuda_tune::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
