#include "analyzer/warp/device_ir.h"

#include "analyzer/warp/machine_ir.h"
#include "analyzer/warp/whole_accesses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace cuda_lint {

using namespace llvm;

namespace {

/// A kernel with more instructions than this after inlining is declined: it would take minutes and gigabytes.
constexpr uint64_t kMaxInlinedInstructions = 400'000;

bool isKernel(const Function& function) {
  return function.getCallingConv() == CallingConv::PTX_Kernel && !function.isDeclaration();
}

void inlineAlways(Function& function) {
  function.removeFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::AlwaysInline);
  for (User* user : function.users())
    if (auto* call = dyn_cast<CallBase>(user))
      call->removeFnAttr(Attribute::NoInline);
}

/// On functions that the source keeps out of line, while they are.
constexpr const char* kOutOfLine = "cuda-lint-out-of-line";

/// Functions on a cycle of the call graph are called, not inlined; returns the size of each function with all
/// it inlines.
DenseMap<const Function*, uint64_t> markForInlining(Module& module, CodeShape shape) {
  CallGraph graph(module);
  DenseMap<const Function*, uint64_t> inlinedSize;
  // Bottom up: callees before callers.
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component) {
    const bool recursive = component.hasCycle();
    for (CallGraphNode* node : *component) {
      Function* function = node->getFunction();
      if (!function || function->isDeclaration())
        continue;
      uint64_t size = 0;
      for (const Instruction& instruction : instructions(*function)) {
        ++size;
        if (const auto* call = dyn_cast<CallBase>(&instruction))
          if (const Function* callee = call->getCalledFunction())
            size += inlinedSize.lookup(callee);
      }
      const bool staysOutOfLine = shape == CodeShape::Machine &&
                                  function->hasFnAttribute(Attribute::NoInline) && !recursive &&
                                  !isKernel(*function);
      function->removeFnAttr(Attribute::OptimizeNone);
      function->removeFnAttr(Attribute::NoInline);
      if (staysOutOfLine)
        function->addFnAttr(kOutOfLine);
      if (recursive || staysOutOfLine)
        function->addFnAttr(Attribute::NoInline);
      inlinedSize[function] = recursive ? 0 : std::min(size, uint64_t{1} << 40);
      if (isKernel(*function)) {
        inlinedSize[function] = size;
        continue;
      }
      function->setLinkage(GlobalValue::InternalLinkage);
      function->setComdat(nullptr);
      if (!recursive && !staysOutOfLine)
        inlineAlways(*function);
    }
  }
  return inlinedSize;
}

FunctionPassManager simplification(bool whole) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/whole));
  if (whole) {
    passes.addPass(InstCombinePass());
    passes.addPass(InferAddressSpacesPass(0));
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(InstCombinePass());
    passes.addPass(SimplifyCFGPass());
  }
  return passes;
}

bool hasEndlessLoop(Function& function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) {
    SmallVector<BasicBlock*> exiting;
    loop->getExitingBlocks(exiting);
    return exiting.empty();
  });
}

void addInlining(ModulePassManager& passes) {
  passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(GlobalDCEPass());
  passes.addPass(createModuleToFunctionPassAdaptor(simplification(true)));
}

void runPasses(Module& module, ModulePassManager& passes) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  passes.run(module, modules);
}

} // namespace

std::vector<Function*> kernelsOf(Module& module) {
  std::vector<Function*> kernels;
  for (Function& function : module)
    if (isKernel(function))
      kernels.push_back(&function);
  return kernels;
}

std::vector<UnusableKernel> prepareKernels(Module& module, CodeShape shape) {
  for (GlobalVariable& variable : module.globals()) {
    // Tables of the compiler and variables that no kernel uses go; the addresses of the others are what
    // matters.
    if (variable.getName().starts_with("llvm."))
      continue;
    // What the host can write must not look unwritten to the optimiser.
    const bool isHidden = shape == CodeShape::Source || variable.getAddressSpace() == 3;
    if (!variable.isDeclaration() && !variable.hasAppendingLinkage() && isHidden) {
      variable.setComdat(nullptr);
      variable.setLinkage(GlobalValue::InternalLinkage);
    }
  }
  if (GlobalVariable* used = module.getGlobalVariable("llvm.used", true))
    used->eraseFromParent();
  if (GlobalVariable* used = module.getGlobalVariable("llvm.compiler.used", true))
    used->eraseFromParent();

  makeAccessesWhole(module);
  std::vector<UnusableKernel> unusable;
  for (const auto& [function, size] : markForInlining(module, shape)) {
    if (!isKernel(*function) || size <= kMaxInlinedInstructions)
      continue;
    unusable.push_back({function->getName().str(), "with all calls inlined it has " + std::to_string(size) +
                                                       " instructions; the limit is " +
                                                       std::to_string(kMaxInlinedInstructions)});
  }
  std::sort(unusable.begin(), unusable.end(),
            [](const UnusableKernel& a, const UnusableKernel& b) { return a.mangledName < b.mangledName; });
  for (const UnusableKernel& kernel : unusable) {
    Function* function = module.getFunction(kernel.mangledName);
    function->deleteBody();
  }

  {
    ModulePassManager passes;
    passes.addPass(GlobalDCEPass());
    passes.addPass(createModuleToFunctionPassAdaptor(simplification(false)));
    addInlining(passes);
    runPasses(module, passes);
  }
  if (shape == CodeShape::Machine) {
    // The optimiser would take them away.
    for (Function* kernel : kernelsOf(module))
      if (hasEndlessLoop(*kernel))
        unusable.push_back({kernel->getName().str(), "a loop of it has no exit: it never ends"});
    optimizeLikeNvcc(module);
    for (Function& function : module)
      if (function.hasFnAttribute(kOutOfLine))
        inlineAlways(function);
    ModulePassManager passes;
    addInlining(passes);
    runPasses(module, passes);
    for (Function* kernel : kernelsOf(module))
      joinUnrolledRemainders(*kernel);
  }
  return unusable;
}

} // namespace cuda_lint
