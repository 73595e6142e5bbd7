#include "ir_kernel.h"

#include "analyzer/warp/device_ir.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"

#include <stdexcept>

namespace cuda_lint {

Launch oneWarp() {
  Launch launch;
  launch.grid = {1, 1, 1};
  launch.block = {kWarpSize, 1, 1};
  return launch;
}

WarpPosition firstWarp() {
  WarpPosition position;
  position.block = {0, 0, 0};
  return position;
}

IrKernel::IrKernel(const std::string& body, const std::string& parameters, const std::string& globals) {
  const std::string text = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
)" + globals + "\ndefine ptx_kernel void @kernel(ptr addrspace(1) %out" +
                           parameters + R"() {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)" + body + "\n}\n";
  llvm::SMDiagnostic error;
  module_ = llvm::parseAssemblyString(text, error, context_);
  if (!module_)
    throw std::runtime_error(error.getMessage().str() + ": " + error.getLineContents().str());
  program_ = std::make_unique<Program>(*kernelsOf(*module_).front());
}

Recording IrKernel::runWarp(const Launch& launch, const WarpPosition& position) const {
  Recording recording;
  Interpreter interpreter(*program_, launch, recording, {});
  const RunOutcome outcome = interpreter.runWarp(position, 1'000'000);
  if (outcome != RunOutcome::Finished)
    throw std::runtime_error("the warp did not finish");
  return recording;
}

std::string mark(int label, const std::string& value, const std::string& type) {
  const std::string number = std::to_string(label);
  std::string text;
  std::string wide = value;
  if (type != "i64") {
    wide = "%wide." + number;
    text += "  " + wide + " = sext " + type + " " + value + " to i64\n";
  }
  text += "  %at." + number + " = getelementptr i8, ptr addrspace(1) %out, i64 " + wide + "\n";
  return text + "  store i32 " + number + ", ptr addrspace(1) %at." + number + ", align 4\n";
}

std::string markPlace(int label) {
  return "  store i32 " + std::to_string(label) + ", ptr addrspace(1) %out, align 4\n";
}

Lanes lanesComputed(const std::string& instructions, const std::string& type) {
  return IrKernel(instructions + "\n" + mark(1, "%v", type) + "  ret void\n").runWarp().mark(1).lanes();
}

} // namespace cuda_lint
