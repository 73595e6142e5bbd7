// A finding names the place in the source that branches, however the kernel comes by it.
#include "bad_places.cuh"

__global__ void callsFunction(const float* in, float* out) {
  out[threadIdx.x] = alternate(in[threadIdx.x], threadIdx.x);
}

__global__ void usesLambda(const float* in, float* out) {
  const auto work = [](float v, unsigned lane) {
    if (lane % 2) { // LINT: divergent-branch count=1
      for (int k = 0; k < 32; ++k)
        v = v * 1.01f + 0.5f;
    } else {
      for (int k = 0; k < 32; ++k)
        v = v * v - 0.25f;
    }
    return v;
  };
  out[threadIdx.x] = work(in[threadIdx.x], threadIdx.x);
}

// Two instantiations, one place, one finding.
template <typename T>
__global__ void instantiated(const T* in, T* out) {
  T v = in[threadIdx.x];
  if (threadIdx.x % 2) { // LINT: divergent-branch count=1
    for (int k = 0; k < 32; ++k)
      v = v * T(3) + T(1);
  } else {
    for (int k = 0; k < 32; ++k)
      v = v * v - T(2);
  }
  out[threadIdx.x] = v;
}

void launch(const float* in, float* out, int n) {
  callsFunction<<<1, 256>>>(in, out);
  usesLambda<<<1, 256>>>(in, out);
  instantiated<<<1, 256>>>(in, out);
  instantiated<<<1, 256>>>((const double*)in, (double*)out);
}
