#pragma once

#include "cuda_tune/reduce.h"
#include "tuner/runtime/optional_store.h"
#include "tuner/runtime/reduce_kernel.h"
#include "tuner/space/configuration.h"

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cuda_tune {

/// A configuration that NVRTC does not compile; the message is a sentence with its log.
class CompileError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct LoadedKernel {
  std::shared_ptr<const ReduceKernel> kernel;
  KernelOrigin origin = KernelOrigin::Compiled;
};

/// The kernels of one operation and type on one device, each loaded once. Belongs to one thread at a time,
/// with the device's context current.
class KernelCache {
public:
  /// `architecture` is the device's, 90 for 9.0. The store must outlive this.
  KernelCache(OptionalStore& store, Operation operation, ElementType type, int architecture);

  /// The configuration's kernel: from the store's image for NVRTC `nvrtc`, without NVRTC; else from its image
  /// for the NVRTC that is here; else compiled, and kept in the store if possible. An empty `nvrtc` stands
  /// for the one that is here. Throws CompileError, NvrtcError or CudaError.
  LoadedKernel get(const Configuration& configuration, const std::string& nvrtc);

private:
  std::optional<LoadedKernel> fromStore(const Configuration& configuration, const std::string& nvrtc);
  LoadedKernel compiled(const Configuration& configuration);

  OptionalStore& store_;
  Operation operation_;
  ElementType type_;
  int architecture_;
  /// By name expressions: configurations that differ in their launch alone share a kernel.
  std::map<std::vector<std::string>, LoadedKernel> kernels_;
};

} // namespace cuda_tune
