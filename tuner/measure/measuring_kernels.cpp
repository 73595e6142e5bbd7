#include "tuner/measure/measuring_kernels.h"

#include "tuner/jit/driver.h"
#include "tuner/jit/template_source.h"

namespace cuda_tune {

namespace {

constexpr unsigned kThreads = 512;

Module compileMeasuringKernels(const Device& device) {
  const Compilation compilation = compile(measureTemplate(), device.architecture(), {});
  if (!compilation.ok)
    throw NvrtcError("NVRTC " + nvrtcVersion() + " does not compile kernel_templates/measure:\n" +
                     compilation.log);
  return loadModule(compilation.image);
}

} // namespace

MeasuringKernels::MeasuringKernels(const Device& device)
    : blocks_(static_cast<unsigned>(device.multiprocessors * device.maxThreadsPerMultiprocessor) / kThreads *
              2),
      module_(compileMeasuringKernels(device)) {
  const auto find = [&](CUfunction& function, const char* name) {
    check(driver().cuModuleGetFunction(&function, module_.get(), name), "find a kernel in its module");
  };
  find(readAll_, "readAll");
  find(repeat_, "repeat");
  find(copy_, "copyAll");
  find(hold_, "hold");
}

void MeasuringKernels::readAll(CUdeviceptr data, std::size_t bytes, CUstream stream) const {
  std::uint64_t count = bytes / 16;
  void* arguments[] = {&data, &count};
  check(driver().cuLaunchKernel(readAll_, blocks_, 1, 1, kThreads, 1, 1, 0, stream, arguments, nullptr),
        "launch the flush of the L2");
}

void MeasuringKernels::repeat(CUdeviceptr data, std::size_t period, std::size_t bytes,
                              CUstream stream) const {
  std::uint64_t packs = period / 16, count = bytes / 16;
  void* arguments[] = {&data, &packs, &count};
  check(driver().cuLaunchKernel(repeat_, blocks_, 1, 1, kThreads, 1, 1, 0, stream, arguments, nullptr),
        "launch the filling of the input");
}

void MeasuringKernels::copy(CUdeviceptr from, CUdeviceptr to, std::size_t bytes, CUstream stream) const {
  std::uint64_t count = bytes / 16;
  void* arguments[] = {&from, &to, &count};
  check(driver().cuLaunchKernel(copy_, blocks_, 1, 1, kThreads, 1, 1, 0, stream, arguments, nullptr),
        "launch a copy");
}

void MeasuringKernels::hold(std::uint64_t nanoseconds, CUstream stream) const {
  void* arguments[] = {&nanoseconds};
  check(driver().cuLaunchKernel(hold_, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr), "launch a wait");
}

} // namespace cuda_tune
