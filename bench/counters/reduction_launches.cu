// Launches the reductions of NVIDIA's sample `reduction` (its reduction_kernel.cu is on the include path),
// 256 threads a block, over 2^22 elements of each type that the sample instantiates them for.
#include "reduction_kernel.cu"

// The sample's host part, which is another file, defines it.
extern "C" bool isPow2(unsigned x) {
  return (x & (x - 1)) == 0;
}

template <typename T> void launchAll() {
  constexpr unsigned n = 1u << 22;
  constexpr unsigned kBlock = 256;
  constexpr unsigned kShared = kBlock * sizeof(T);
  T *in, *out;
  cudaMalloc(&in, n * sizeof(T));
  cudaMalloc(&out, n / kBlock * sizeof(T));
  cudaMemset(in, 0, n * sizeof(T));
  reduce0<T><<<n / kBlock, kBlock, kShared>>>(in, out, n);
  reduce1<T><<<n / kBlock, kBlock, kShared>>>(in, out, n);
  reduce2<T><<<n / kBlock, kBlock, kShared>>>(in, out, n);
  reduce3<T><<<n / kBlock / 2, kBlock, kShared>>>(in, out, n);
  reduce4<T, kBlock><<<n / kBlock / 2, kBlock, kShared>>>(in, out, n);
  reduce5<T, kBlock><<<n / kBlock / 2, kBlock, kShared>>>(in, out, n);
  reduce6<T, kBlock, true><<<64, kBlock, kShared>>>(in, out, n);
  reduce7<T, kBlock, true><<<64, kBlock, kShared>>>(in, out, n);
  cg_reduce<T><<<64, kBlock, kShared>>>(in, out, n);
  multi_warp_cg_reduce<T, kBlock, kBlock / 2><<<64, kBlock, 2 * sizeof(T)>>>(in, out, n);
}

int main() {
  launchAll<int>();
  launchAll<float>();
  launchAll<double>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
