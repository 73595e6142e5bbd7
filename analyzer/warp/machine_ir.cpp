#include "analyzer/warp/machine_ir.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
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
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

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

/// libdevice's functions compute: loads may move across them.
void describeLibdevice(Module& module) {
  for (Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with("__nv_"))
      continue;
    const bool takesPointers =
        any_of(function.args(), [](const Argument& argument) { return argument.getType()->isPointerTy(); });
    function.setMemoryEffects(takesPointers ? MemoryEffects::argMemOnly() : MemoryEffects::none());
    function.removeFnAttr(Attribute::Convergent);
    for (Attribute::AttrKind attribute :
         {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree, Attribute::NoCallback})
      function.addFnAttr(attribute);
    for (User* user : function.users())
      if (auto* call = dyn_cast<CallBase>(user))
        call->removeFnAttr(Attribute::Convergent);
  }
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
  passes.addPass(InferAlignmentPass());
  passes.addPass(SeparateConstOffsetFromGEPPass());
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
  describeLibdevice(module);
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

namespace {

/// A remainder loop's entry, and how it is reached.
struct RemainderEntry {
  /// Skips the unrolled loop.
  BasicBlock* skip;
  /// Behind the unrolled loop: goes on to the entry where rounds are left.
  BasicBlock* after;
  ICmpInst* roundsLeft;
};

std::optional<RemainderEntry> remainderEntry(BasicBlock& entry, const DominatorTree& dominators) {
  SmallVector<BasicBlock*, 2> from(predecessors(&entry));
  if (from.size() != 2)
    return std::nullopt;
  for (unsigned i = 0; i < 2; ++i) {
    BasicBlock* skip = from[i];
    BasicBlock* after = from[1 - i];
    const auto* skipBranch = dyn_cast<BranchInst>(skip->getTerminator());
    const auto* afterBranch = dyn_cast<BranchInst>(after->getTerminator());
    if (!skipBranch || !skipBranch->isConditional() || !afterBranch || !afterBranch->isConditional())
      continue;
    auto* roundsLeft = dyn_cast<ICmpInst>(afterBranch->getCondition());
    if (!roundsLeft || !roundsLeft->isEquality() || !isa<ConstantInt>(roundsLeft->getOperand(1)) ||
        !dominators.dominates(skip, after))
      continue;
    // The rounds that are left are counted before the loop: `rounds & 3`.
    const auto* count = dyn_cast<Instruction>(roundsLeft->getOperand(0));
    if (count && count->getOpcode() == Instruction::And && dominators.dominates(count, skip->getTerminator()))
      return RemainderEntry{skip, after, roundsLeft};
  }
  return std::nullopt;
}

void join(BasicBlock& entry, const RemainderEntry& found) {
  BasicBlock* meeting = found.after->splitBasicBlock(found.after->getTerminator(), "remainder");
  auto* branch = cast<BranchInst>(meeting->getTerminator());
  Instruction* test = found.roundsLeft->clone();
  test->insertBefore(branch->getIterator());
  branch->setCondition(test);
  found.skip->getTerminator()->replaceSuccessorWith(&entry, meeting);
  for (BasicBlock* successor : successors(meeting))
    for (PHINode& phi : successor->phis()) {
      const int fromSkip = successor == &entry ? phi.getBasicBlockIndex(found.skip) : -1;
      Value* behindLoop = phi.getIncomingValueForBlock(meeting);
      PHINode* merged = PHINode::Create(phi.getType(), 2, phi.getName(), meeting->begin());
      merged->addIncoming(behindLoop, found.after);
      // Lanes that skipped the loop have rounds left: they do not go elsewhere.
      merged->addIncoming(fromSkip >= 0 ? phi.getIncomingValue(static_cast<unsigned>(fromSkip))
                                        : PoisonValue::get(phi.getType()),
                          found.skip);
      phi.setIncomingValueForBlock(meeting, merged);
      if (fromSkip >= 0)
        phi.removeIncomingValue(found.skip, /*DeletePHIIfEmpty=*/false);
    }
}

} // namespace

void joinUnrolledRemainders(Function& function) {
  SmallVector<BasicBlock*> blocks;
  for (BasicBlock& block : function)
    blocks.push_back(&block);
  for (BasicBlock* block : blocks) {
    const DominatorTree dominators(function);
    if (std::optional<RemainderEntry> found = remainderEntry(*block, dominators))
      join(*block, *found);
  }
}

} // namespace cuda_lint
