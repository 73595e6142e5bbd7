#include "tuner/runtime/workspace_pool.h"

#include "tuner/jit/driver.h"
#include "tuner/runtime/context_scope.h"
#include "tuner/runtime/reduce_kernel.h"

namespace cuda_tune {

namespace {

/// As far as cuMemAlloc aligns.
constexpr std::size_t kAlignment = 256;
constexpr std::size_t kStride = (kWorkspaceBytes + kAlignment - 1) / kAlignment * kAlignment;

} // namespace

WorkspacePool::WorkspacePool() : pristine_(makeWorkspace()), stream_(makeStream()) {
  addSlab();
}

CUdeviceptr WorkspacePool::take() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty())
    addSlab();
  const CUdeviceptr workspace = spare_.back();
  spare_.pop_back();
  return workspace;
}

void WorkspacePool::addSlab() {
  const RelaxedCapture relaxed;
  DeviceMemory slab = allocate(kSlab * kStride);
  // Synchronous functions and cuMemset use the default stream, which is out of bounds while a stream is
  // captured that waits for it.
  for (std::size_t i = 0; i < kSlab; ++i)
    check(
        driver().cuMemcpyDtoDAsync(slab.get() + i * kStride, pristine_.get(), kWorkspaceBytes, stream_.get()),
        "prepare workspaces");
  check(driver().cuStreamSynchronize(stream_.get()), "wait for workspaces");
  for (std::size_t i = kSlab; i-- > 0;)
    spare_.push_back(slab.get() + i * kStride);
  slabs_.push_back(std::move(slab));
}

} // namespace cuda_tune
