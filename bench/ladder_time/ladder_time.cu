// Times the rungs of the reduce ladder, 2^25 floats, L2 flushed by reading before each launch, CUDA events,
// medians of 100 interleaved rounds. Build: nvcc -O3 -std=c++17 -arch=sm_90 -I.
// bench/ladder_time/ladder_time.cu kernel_templates/ladder/*.cu
#include "kernel_templates/ladder/ladder.h"

#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void readAll(const float* data, size_t n, float* out) {
  float sum = 0;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < n; i += size_t{gridDim.x} * blockDim.x)
    sum += data[i];
  // Never true of zeros: keeps the compiler from dropping the loads.
  if (sum == 1.0f)
    *out = sum;
}

int main() {
  const size_t n = size_t{1} << 25;
  const size_t flushed = size_t{1} << 26;
  float *in, *out, *flush;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&flush, flushed * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  cudaMemset(flush, 0, flushed * sizeof(float));
  struct Rung {
    const char* name;
    void (*launch)(const float*, float*, size_t, cudaStream_t);
    std::vector<float> microseconds;
  };
  std::vector<Rung> rungs = {{"v0", launchReduceV0, {}}, {"v1", launchReduceV1, {}},
                             {"v2", launchReduceV2, {}}, {"v3", launchReduceV3, {}},
                             {"v4", launchReduceV4, {}}, {"v4_1", launchReduceV4_1, {}},
                             {"v5", launchReduceV5, {}}, {"v8", launchReduceV8, {}}};
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  for (int round = 0; round <= 100; ++round)
    for (Rung& rung : rungs) {
      readAll<<<1024, 256>>>(flush, flushed, out);
      cudaEventRecord(start);
      rung.launch(in, out, n, nullptr);
      cudaEventRecord(stop);
      cudaEventSynchronize(stop);
      float milliseconds = 0;
      cudaEventElapsedTime(&milliseconds, start, stop);
      // The first round loads the kernels.
      if (round > 0)
        rung.microseconds.push_back(milliseconds * 1000);
    }
  for (Rung& rung : rungs) {
    std::vector<float>& times = rung.microseconds;
    std::sort(times.begin(), times.end());
    std::printf("%s median %.1f us, 10%% %.1f, 90%% %.1f\n", rung.name, times[50], times[10], times[90]);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
