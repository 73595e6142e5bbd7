#include "analyzer/warp/machine_ir.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/StraightLineStrengthReduce.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace cuda_lint {

using namespace llvm;

namespace {

/// Rounds that nvcc makes of one where the trip count is known at run time only.
constexpr unsigned kRuntimeUnroll = 4;
/// Loops with more instructions than this are left as they are.
constexpr unsigned kMaxRuntimeUnrolledBody = 64;

/// ptxas places static shared arrays itself, so it knows that they begin at 16 bytes whatever their type asks.
void alignSharedArrays(Module& module) {
  constexpr uint64_t widest = 16;
  for (GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == 3 && !variable.isDeclaration() &&
        module.getDataLayout().getTypeAllocSize(variable.getValueType()) >= widest)
      variable.setAlignment(std::max(variable.getAlign().valueOrOne(), Align(widest)));
}

MDNode* withUnrollCount(Loop& loop, unsigned count) {
  LLVMContext& context = loop.getHeader()->getContext();
  SmallVector<Metadata*> parts{nullptr};
  if (MDNode* id = loop.getLoopID())
    for (const MDOperand& part : drop_begin(id->operands()))
      parts.push_back(part);
  parts.push_back(MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.count"),
                                        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), count))}));
  MDNode* id = MDNode::getDistinct(context, parts);
  id->replaceOperandWith(0, id);
  return id;
}

bool speaksOfUnrolling(const Loop& loop) {
  const MDNode* id = loop.getLoopID();
  if (!id)
    return false;
  for (const MDOperand& part : drop_begin(id->operands()))
    if (const auto* node = dyn_cast<MDNode>(part); node && node->getNumOperands() > 0)
      if (const auto* name = dyn_cast<MDString>(node->getOperand(0));
          name && name->getString().starts_with("llvm.loop.unroll."))
        return true;
  return false;
}

/// Asks LoopUnroll to treat innermost loops as nvcc does, unless the source says how.
struct RequestRuntimeUnrolling : PassInfoMixin<RequestRuntimeUnrolling> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& manager) {
    LoopInfo& loops = manager.getResult<LoopAnalysis>(function);
    ScalarEvolution& evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || speaksOfUnrolling(*loop))
        continue;
      unsigned size = 0;
      for (const BasicBlock* block : loop->blocks())
        size += static_cast<unsigned>(block->sizeWithoutDebug());
      const unsigned known = evolution.getSmallConstantTripCount(loop);
      if (known == 0 && size <= kMaxRuntimeUnrolledBody)
        loop->setLoopID(withUnrollCount(*loop, kRuntimeUnroll));
    }
    return PreservedAnalyses::all();
  }
};

FunctionPassManager latePasses() {
  auto lateSimplifyCfg = [] {
    return SimplifyCFGPass(SimplifyCFGOptions()
                               .convertSwitchRangeToICmp(true)
                               .needCanonicalLoops(false)
                               .hoistCommonInsts(true)
                               .sinkCommonInsts(true));
  };
  FunctionPassManager passes;
  passes.addPass(InferAddressSpacesPass(0));
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  passes.addPass(InstCombinePass());
  passes.addPass(lateSimplifyCfg());
  if (!getenv("NO_UNROLL")) {
    passes.addPass(RequestRuntimeUnrolling());
    passes.addPass(LoopUnrollPass(LoopUnrollOptions(3).setRuntime(true).setPartial(true).setPeeling(false)));
  }
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(
      LICMPass(LICMOptions(100, 250, /*AllowSpeculation=*/true)), /*UseMemorySSA=*/true));
  passes.addPass(lateSimplifyCfg());
  // What NVPTX runs before it vectorises accesses.
  passes.addPass(SeparateConstOffsetFromGEPPass());
  passes.addPass(StraightLineStrengthReducePass());
  passes.addPass(GVNPass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(InferAlignmentPass());
  passes.addPass(LoadStoreVectorizerPass());
  passes.addPass(EarlyCSEPass(true));
  return passes;
}

} // namespace

void optimizeLikeNvcc(Module& module) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  std::string error;
  std::unique_ptr<TargetMachine> machine;
  if (const Target* target = TargetRegistry::lookupTarget(module.getTargetTriple(), error))
    machine.reset(target->createTargetMachine(module.getTargetTriple(), "", "", {}, {}));

  alignSharedArrays(module);
  // No tables in memory for switches: nvcc branches.
  for (Function& function : module)
    function.addFnAttr("no-jump-tables", "true");

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes =
      builder.buildModuleSimplificationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None);
  passes.addPass(createModuleToFunctionPassAdaptor(latePasses()));
  passes.run(module, modules);
}

} // namespace cuda_lint
