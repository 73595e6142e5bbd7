#include "bench/cub/type_switch.cuh"

#include <cub/device/device_reduce.cuh>

cudaError_t cubMin(std::string_view type, const CubCall& call) {
  return switchType(type, call, [&](const auto* in, auto* out) {
    return cub::DeviceReduce::Min(call.temporary, call.temporaryBytes, in, out, call.elements, call.stream);
  });
}
