#pragma once

#include <cuda.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace cuda_tune {

/// Owns a driver handle; `Release` frees it and is not told of errors.
template <typename Handle, void (*Release)(Handle)> class Owned {
public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, Handle{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_)
      Release(handle_);
  }
  Handle get() const { return handle_; }
  explicit operator bool() const { return handle_ != Handle{}; }

private:
  Handle handle_ = {};
};

void releaseModule(CUmodule module);
void releaseStream(CUstream stream);
void releaseEvent(CUevent event);
void releaseMemory(CUdeviceptr memory);

/// Each lives in the context that was current when it was made. All throw CudaError.
using Module = Owned<CUmodule, releaseModule>;
using Stream = Owned<CUstream, releaseStream>;
using Event = Owned<CUevent, releaseEvent>;
using DeviceMemory = Owned<CUdeviceptr, releaseMemory>;

/// From a cubin or PTX text.
Module loadModule(const std::vector<char>& image);
/// Does not wait for the default stream, which the functions without a stream work on: what belongs together
/// is queued on one stream.
Stream makeStream();
Event makeEvent();
DeviceMemory allocate(std::size_t bytes);

/// The device's primary context, which the CUDA runtime uses too; retained while this lives.
class PrimaryContext {
public:
  explicit PrimaryContext(CUdevice device);
  ~PrimaryContext();
  PrimaryContext(const PrimaryContext&) = delete;
  PrimaryContext& operator=(const PrimaryContext&) = delete;
  CUcontext get() const { return context_; }

private:
  CUdevice device_;
  CUcontext context_ = nullptr;
};

/// Makes a context current for a scope.
class CurrentContext {
public:
  explicit CurrentContext(CUcontext context);
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
};

} // namespace cuda_tune
