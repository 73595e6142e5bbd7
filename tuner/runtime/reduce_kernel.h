#pragma once

#include "tuner/jit/handle.h"
#include "tuner/reduce/reduce_configuration.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cuda_tune {

/// Device memory that a reduction works in; launches that may overlap need one each. One serves one operation
/// and type. Allocates and clears, so it synchronises with the device.
DeviceMemory makeWorkspace();

/// A configuration of the reduce template, loaded and ready to launch. Shares a module with others.
class ReduceKernel {
public:
  /// `loweredNames` as nameExpressions() ordered them. Throws CudaError when the module lacks them.
  ReduceKernel(std::shared_ptr<Module> module, const std::vector<std::string>& loweredNames,
               const ReduceConfiguration& configuration, ElementType type);

  /// Queues the reduction of `elements` at `in` (aligned to an element) into `out` (the accumulator's type)
  /// and returns. `plan` is planLaunch()'s for a configuration that differs at most in blocksPerSm. Throws
  /// CudaError when the launch is refused.
  void launch(const LaunchPlan& plan, CUdeviceptr in, std::uint64_t elements, CUdeviceptr out,
              CUdeviceptr workspace, CUstream stream) const;

  /// Blocks of it that a multiprocessor of the current device holds at once.
  int blocksPerMultiprocessor() const;

private:
  std::shared_ptr<Module> module_;
  int blockSize_;
  int packBytes_;
  std::size_t elementBytes_;
  CUfunction reduce_ = nullptr;
  CUfunction reduceValues_ = nullptr;
};

} // namespace cuda_tune
