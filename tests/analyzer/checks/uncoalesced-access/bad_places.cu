// A finding names the place in the source that makes the access, however the kernel comes by it.
#include "bad_places.cuh"

__device__ float load(const float* in, int i) {
  return in[32 * i]; // LINT: uncoalesced-access sectors_per_request=32 count=1
}

__global__ void callsFunction(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = load(in, i) + load(in, i + 1);
}

#define ELEMENT(row, column) in[(row) * 1024 + (column)]

__global__ void usesMacro(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = ELEMENT(i, 0); // LINT: uncoalesced-access sectors_per_request=32 count=1
  out[i] = v;
}

template <typename Function>
__global__ void forEach(int n, Function function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    function(i);
}

struct Scale {
  const float* in;
  float* out;
  __device__ void operator()(int i) const {
    const float v = in[4 * i]; // LINT: uncoalesced-access sectors_per_request=16 count=1
    out[i] = v;
  }
};

// The launch is inside a template: the block size is known in its instantiation.
template <int kBlock>
void launchForEach(int n, Scale scale) {
  forEach<<<(n + kBlock - 1) / kBlock, kBlock>>>(n, scale);
}

__global__ void usesLambda(const float* in, float* out) {
  const auto at = [=](int i) {
    return in[16 * i]; // LINT: uncoalesced-access sectors_per_request=32 count=1
  };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = at(i);
}

void launch(const float* in, float* out, int n) {
  strided<<<64, 256>>>(in, out);
  strided<<<64, 128>>>((const int*)in, (int*)out);
  callsFunction<<<64, 256>>>(in, out);
  usesMacro<<<64, 256>>>(in, out);
  launchForEach<128>(n, Scale{in, out});
  usesLambda<<<64, 256>>>(in, out);
}
