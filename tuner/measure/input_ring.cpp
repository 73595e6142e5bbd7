#include "tuner/measure/input_ring.h"

#include "tuner/jit/driver.h"

#include <stdexcept>

namespace cuda_tune {

InputRing::InputRing(const MeasuringKernels& kernels, std::size_t bytes)
    : kernels_(kernels), bytes_(bytes / 16 * 16), memory_(allocate(bytes_)) {}

void InputRing::fill(std::span<const std::byte> period, CUstream stream) {
  if (period.empty() || period.size() % 16 != 0 || period.size() > bytes_)
    throw std::invalid_argument("a period is a multiple of 16 bytes and no longer than the ring");
  check(driver().cuMemcpyHtoDAsync(memory_.get(), period.data(), period.size(), stream), "copy the input");
  kernels_.repeat(memory_.get(), period.size(), bytes_, stream);
  period_ = period.size();
  offset_ = 0;
}

CUdeviceptr InputRing::next(std::size_t bytes) {
  if (bytes > bytes_)
    throw std::invalid_argument("the input is larger than the ring");
  if (offset_ + bytes > bytes_)
    offset_ = 0;
  const CUdeviceptr slice = memory_.get() + offset_;
  offset_ += (bytes + period_ - 1) / period_ * period_;
  return slice;
}

} // namespace cuda_tune
