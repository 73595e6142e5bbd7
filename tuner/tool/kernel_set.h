#pragma once

#include "tuner/jit/compile_pool.h"
#include "tuner/jit/device.h"
#include "tuner/runtime/reduce_kernel.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cuda_tune {

/// The kernels of a set of configurations of one operation and type, compiled on all cores in the background
/// and loaded as they are asked for. Configurations that differ in blocks_per_sm alone share a kernel.
class KernelSet {
public:
  /// `configurations` in the order in which they will be asked for.
  KernelSet(const Source& source, const Device& device, Operation operation, ElementType type,
            const std::vector<Configuration>& configurations, unsigned threads);

  /// A kernel, or why there is none.
  struct Entry {
    std::unique_ptr<ReduceKernel> kernel;
    /// The compiler's log where it failed.
    std::string reason;
  };
  /// Waits until the configuration, one of those given, is compiled. Throws NvrtcError or CudaError when the
  /// environment, not the source, is at fault.
  const Entry& entry(const Configuration& configuration);

  /// Text that names the kernel of a configuration: equal for those that share one.
  std::string kernelName(const Configuration& configuration) const;

private:
  void take(CompilePool::Done done);
  void compileApart(const std::vector<std::string>& kernels);

  Source source_;
  Device device_;
  Operation operation_;
  ElementType type_;
  /// By kernel name.
  std::map<std::string, ReduceConfiguration> configurations_;
  std::vector<std::vector<std::string>> groups_;
  std::map<std::string, Entry> entries_;
  std::optional<CompilePool> pool_;
};

} // namespace cuda_tune
