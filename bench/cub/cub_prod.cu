#include "bench/cub/type_switch.cuh"

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

cudaError_t cubProd(std::string_view type, const CubCall& call) {
  return switchType(type, call, [&]<typename T>(const T* in, T* out) {
    return cub::DeviceReduce::Reduce(call.temporary, call.temporaryBytes, in, out, call.elements,
                                     cuda::std::multiplies<>{}, static_cast<T>(1), call.stream);
  });
}
