#include "cuda_kernel.h"

#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/warp/device_ir.h"

#include "../frontend/temporary_tree.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_lint {

CudaKernel::CudaKernel(const std::string& source) {
  llvm::Expected<CudaToolkit> toolkit = findCudaToolkit(ToolkitPlaces::ofThisProcess({}));
  if (!toolkit)
    throw std::runtime_error(llvm::toString(toolkit.takeError()));
  const TemporaryTree tree;
  // A module dies with its translation unit; its bitcode does not.
  llvm::SmallString<0> bitcode;
  llvm::Error error =
      withTranslationUnit({tree.write("a.cu", source), tree.path(), {"-std=c++17"}}, toolkit->root,
                          defaultArchitecture.str(), [&](TranslationUnit& unit) {
                            EXPECT_TRUE(prepareKernels(unit.module()).empty());
                            llvm::raw_svector_ostream out(bitcode);
                            llvm::WriteBitcodeToFile(unit.module(), out);
                          });
  if (error)
    throw std::runtime_error(llvm::toString(std::move(error)));
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "a.cu"), context_);
  if (!module)
    throw std::runtime_error(llvm::toString(module.takeError()));
  module_ = std::move(*module);
  const std::vector<llvm::Function*> kernels = kernelsOf(*module_);
  if (kernels.size() != 1)
    throw std::runtime_error("expected one kernel, found " + std::to_string(kernels.size()));
  program_ = std::make_unique<Program>(*kernels.front());
}

Recording CudaKernel::run(const Launch& launch) const {
  Recording recording;
  const KernelRunResult result = runKernel(*program_, launch, 1'000'000, recording);
  EXPECT_EQ(result.gaveUp, "");
  EXPECT_FALSE(result.isSampled);
  return recording;
}

Recording CudaKernel::run() const {
  Launch launch;
  launch.grid = {1, 1, 1};
  launch.block = {kWarpSize, 1, 1};
  return run(launch);
}

} // namespace cuda_lint
