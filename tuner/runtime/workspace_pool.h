#pragma once

#include "tuner/jit/handle.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace cuda_tune {

/// Workspaces for the launches of one operation and type. They live as long as the pool and are not given
/// back. May be used by several threads at once, the pool's context being current.
class WorkspacePool {
public:
  /// Allocates the first slab. Waits for the device, so not while a stream is captured. Throws CudaError.
  WorkspacePool();

  /// One that nobody else gets, ready for a launch. When a slab is used up, allocates the next and waits for
  /// its copies alone: legal while streams are captured, and no part of what they capture. Throws CudaError.
  CUdeviceptr take();

private:
  /// With kWorkspaceBytes each, what cuMemAlloc's own granularity of 2 MiB holds.
  static constexpr std::size_t kSlab = 7;

  void addSlab();

  std::mutex mutex_;
  /// What the others are copies of.
  DeviceMemory pristine_;
  /// Does not wait for the default stream, so neither for one that is captured.
  Stream stream_;
  std::vector<DeviceMemory> slabs_;
  std::vector<CUdeviceptr> spare_;
};

} // namespace cuda_tune
