#include "bench/cub/cub_reduce.h"
#include "bench/cub/type_switch.cuh"

int cudaTuneCubReduce(const char* operation, const char* type, void* temporary, std::size_t* temporaryBytes,
                      const void* in, unsigned long long elements, void* out, void* stream) {
  const CubCall call{temporary, *temporaryBytes, in, elements, out, static_cast<cudaStream_t>(stream)};
  const std::string_view name = operation;
  if (name == "sum")
    return cubSum(type, call);
  if (name == "min")
    return cubMin(type, call);
  if (name == "max")
    return cubMax(type, call);
  if (name == "prod")
    return cubProd(type, call);
  return cudaErrorInvalidValue;
}
