#pragma once

#include <cuda.h>

#include <stdexcept>
#include <string>

namespace cuda_tune {

/// A driver call that failed.
class CudaError : public std::runtime_error {
public:
  CudaError(CUresult code, const std::string& what) : std::runtime_error(what), code_(code) {}
  CUresult code() const { return code_; }

private:
  CUresult code_;
};

/// No NVIDIA driver, or none that works, on this machine; the message says which.
class NoDriver : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Every driver function that is used; cuda.h's macros turn a name into that of its current version.
#define CUDA_TUNE_DRIVER_FUNCTIONS(X)                                                                        \
  X(cuInit)                                                                                                  \
  X(cuDriverGetVersion)                                                                                      \
  X(cuDeviceGetCount)                                                                                        \
  X(cuDeviceGet)                                                                                             \
  X(cuDeviceGetName)                                                                                         \
  X(cuDeviceGetUuid)                                                                                         \
  X(cuDeviceGetAttribute)                                                                                    \
  X(cuDeviceGetPCIBusId)                                                                                     \
  X(cuDeviceTotalMem)                                                                                        \
  X(cuDevicePrimaryCtxRetain)                                                                                \
  X(cuDevicePrimaryCtxRelease)                                                                               \
  X(cuCtxPushCurrent)                                                                                        \
  X(cuCtxPopCurrent)                                                                                         \
  X(cuCtxGetCurrent)                                                                                         \
  X(cuCtxSetCurrent)                                                                                         \
  X(cuCtxSynchronize)                                                                                        \
  X(cuModuleLoadData)                                                                                        \
  X(cuModuleUnload)                                                                                          \
  X(cuModuleGetFunction)                                                                                     \
  X(cuFuncSetAttribute)                                                                                      \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor)                                                             \
  X(cuLaunchKernel)                                                                                          \
  X(cuMemAlloc)                                                                                              \
  X(cuMemFree)                                                                                               \
  X(cuMemGetInfo)                                                                                            \
  X(cuMemcpyHtoD)                                                                                            \
  X(cuMemcpyHtoDAsync)                                                                                       \
  X(cuMemcpyDtoH)                                                                                            \
  X(cuMemcpyDtoDAsync)                                                                                       \
  X(cuMemsetD8)                                                                                              \
  X(cuMemsetD8Async)                                                                                         \
  X(cuStreamCreate)                                                                                          \
  X(cuStreamDestroy)                                                                                         \
  X(cuStreamSynchronize)                                                                                     \
  X(cuStreamIsCapturing)                                                                                     \
  X(cuStreamGetId)                                                                                           \
  X(cuThreadExchangeStreamCaptureMode)                                                                       \
  X(cuEventCreate)                                                                                           \
  X(cuEventDestroy)                                                                                          \
  X(cuEventRecord)                                                                                           \
  X(cuEventElapsedTime)                                                                                      \
  X(cuGetErrorName)                                                                                          \
  X(cuGetErrorString)

/// The driver's functions, loaded from libcuda at run time. Calls go through `driver().cuMemAlloc(…)`.
struct Driver {
#define CUDA_TUNE_MEMBER(name) decltype(&::name) name = nullptr;
  CUDA_TUNE_DRIVER_FUNCTIONS(CUDA_TUNE_MEMBER)
#undef CUDA_TUNE_MEMBER
};

/// Loads and initialises the driver on the first call. Throws NoDriver; a later call tries again.
const Driver& driver();

/// Throws CudaError, with `what` (an action: "load the kernel"), the error's name and its text, unless it is
/// success.
void check(CUresult result, const char* what);

/// The kernel driver's version ("580.159.04") where the system tells, else its CUDA version ("13.0").
std::string driverVersion();

} // namespace cuda_tune
