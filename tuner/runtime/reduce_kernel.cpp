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

ReduceKernel::Resources ReduceKernel::resources() const {
  Resources resources;
  const auto read = [&](int& value, CUfunction_attribute which) {
    check(driver().cuFuncGetAttribute(&value, which, reduce_), "read a kernel's attribute");
  };
  read(resources.registers, CU_FUNC_ATTRIBUTE_NUM_REGS);
  read(resources.localBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  read(resources.sharedBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  check(driver().cuOccupancyMaxActiveBlocksPerMultiprocessor(&resources.blocksPerMultiprocessor, reduce_,
                                                             blockSize_, 0),
        "compute a kernel's occupancy");
  return resources;
}

} // namespace cuda_tune
