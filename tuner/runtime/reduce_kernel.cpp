#include "tuner/runtime/reduce_kernel.h"

#include "tuner/jit/driver.h"

#include <array>
#include <bit>

namespace cuda_tune {

DeviceMemory makeWorkspace() {
  DeviceMemory workspace = allocate(kWorkspaceBytes);
  check(driver().cuMemsetD8(workspace.get(), 0, kWorkspaceBytes), "clear a workspace");
  // The head of Workspace in kernel_templates/reduce/combine.cuh: sums start from -0.
  const std::array<std::uint64_t, 2> sums = {std::bit_cast<std::uint64_t>(-0.0),
                                             std::bit_cast<std::uint32_t>(-0.0f)};
  check(driver().cuMemcpyHtoD(workspace.get() + 16, sums.data(), sizeof sums), "prepare a workspace");
  // Both went to the default stream, which others do not wait for.
  check(driver().cuCtxSynchronize(), "prepare a workspace");
  return workspace;
}

ReduceKernel::ReduceKernel(std::shared_ptr<Module> module, const std::vector<std::string>& loweredNames,
                           const ReduceConfiguration& configuration, ElementType type)
    : module_(std::move(module)), blockSize_(configuration.blockSize), packBytes_(configuration.packBytes),
      elementBytes_(sizeOf(type)) {
  check(driver().cuModuleGetFunction(&reduce_, module_->get(), loweredNames.at(0).c_str()),
        "find a kernel in its module");
  if (configuration.combine == "second_kernel")
    check(driver().cuModuleGetFunction(&reduceValues_, module_->get(), loweredNames.at(1).c_str()),
          "find a kernel in its module");
  if (configuration.transfer == "bulk")
    check(driver().cuFuncSetAttribute(
              reduce_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
              static_cast<int>(planLaunch(configuration, type, 1, 1).dynamicSharedBytes)),
          "allow the shared memory of bulk copies");
}

void ReduceKernel::launch(const LaunchPlan& plan, CUdeviceptr in, std::uint64_t elements, CUdeviceptr out,
                          CUdeviceptr workspace, CUstream stream) const {
  ReduceInput input = reduceInput(blockSize_, packBytes_, elementBytes_, in, elements);
  void* arguments[] = {&input, &out, &workspace};
  check(driver().cuLaunchKernel(reduce_, plan.gridBlocks, 1, 1, plan.blockThreads, 1, 1,
                                plan.dynamicSharedBytes, stream, arguments, nullptr),
        "launch a reduction");
  if (plan.secondKernel) {
    unsigned count = plan.gridBlocks;
    void* second[] = {&count, &out, &workspace};
    check(
        driver().cuLaunchKernel(reduceValues_, 1, 1, 1, plan.blockThreads, 1, 1, 0, stream, second, nullptr),
        "launch the second kernel of a reduction");
  }
}

int ReduceKernel::blocksPerMultiprocessor() const {
  int blocks = 0;
  check(driver().cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reduce_, blockSize_, 0),
        "compute a kernel's occupancy");
  return blocks;
}

} // namespace cuda_tune
