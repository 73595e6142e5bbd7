#include "analyzer/warp/machine_ir.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
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
#include "llvm/Transforms/Scalar/Sink.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace cuda_lint {

using namespace llvm;

namespace {

/// Rounds that nvcc makes of one where the trip count is known at run time only.
constexpr unsigned kRuntimeUnroll = 4;
/// Loops with more instructions than this are left as they are.
constexpr unsigned kMaxRuntimeUnrolledBody = 64;

/// LLVM has no other handle for these: stores that only part of the ways into a block share stay apart, as
/// nvcc leaves them.
void setLlvmOptions() {
  static const bool isSet = [] {
    for (StringRef name : {"sink-common-insts", "simplifycfg-merge-cond-stores"}) {
      auto& options = cl::getRegisteredOptions();
      if (auto option = options.find(name); option != options.end())
        option->second->addOccurrence(0, name, "false");
    }
    return true;
  }();
  (void)isSet;
}

/// ptxas places shared arrays itself, so it knows that they begin at 16 bytes whatever their type asks.
void alignSharedArrays(Module& module) {
  constexpr uint64_t widest = 16;
  for (GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == 3 &&
        (variable.isDeclaration() ||
         module.getDataLayout().getTypeAllocSize(variable.getValueType()) >= widest))
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
    for (Attribute::AttrKind attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
                                          Attribute::NoFree, Attribute::NoCallback})
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
  parts.push_back(
      MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.count"),
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

/// In machine instructions, roughly.
unsigned cost(const Instruction& instruction) {
  constexpr unsigned division = 60;
  switch (instruction.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return isa<Constant>(instruction.getOperand(1)) ? 4 : division;
  default:
    return instruction.isDebugOrPseudoInst() ? 0 : 1;
  }
}

/// An unsigned counter with a step that is not known may wrap: nvcc then has no trip count.
bool stepsUnsigned(Loop& loop, ScalarEvolution& evolution) {
  const BasicBlock* exiting = loop.getExitingBlock();
  const auto* branch = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  const auto* test = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!test || !test->isUnsigned())
    return false;
  const auto* counter = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(test->getOperand(0)));
  return counter && !isa<SCEVConstant>(counter->getStepRecurrence(evolution));
}

/// Asks LoopUnroll to treat innermost loops as nvcc does, unless the source says how.
struct RequestRuntimeUnrolling : PassInfoMixin<RequestRuntimeUnrolling> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& manager) {
    LoopInfo& loops = manager.getResult<LoopAnalysis>(function);
    ScalarEvolution& evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || speaksOfUnrolling(*loop))
        continue;
      if (stepsUnsigned(*loop, evolution))
        continue;
      // Without a trip count every round would have to test whether it is the last.
      if (isa<SCEVConstant, SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(loop)))
        continue;
      unsigned size = 0;
      for (const BasicBlock* block : loop->blocks())
        for (const Instruction& instruction : *block)
          size += cost(instruction);
      if (size <= kMaxRuntimeUnrolledBody)
        loop->setLoopID(withUnrollCount(*loop, kRuntimeUnroll));
    }
    return PreservedAnalyses::all();
  }
};

/// Alignment that only the steps of a loop's counters tell.
struct AlignInLoops : PassInfoMixin<AlignInLoops> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& manager) {
    constexpr uint32_t most = 4; // 16 bytes
    ScalarEvolution& evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
    for (Instruction& instruction : instructions(function)) {
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || pointer->getType()->getPointerAddressSpace() != 3)
        continue;
      const uint32_t zeros = evolution.getMinTrailingZeros(evolution.getSCEV(const_cast<Value*>(pointer)));
      const Align known(uint64_t{1} << std::min(zeros, most));
      if (auto* load = dyn_cast<LoadInst>(&instruction))
        load->setAlignment(std::max(load->getAlign(), known));
      else
        cast<StoreInst>(instruction).setAlignment(std::max(cast<StoreInst>(instruction).getAlign(), known));
    }
    return PreservedAnalyses::all();
  }
};

/// `first` where both values are computed alike from what holds at the end of `above`; nullptr otherwise.
Value* computedAbove(Value* first, Value* second, BasicBlock& above) {
  if (first == second)
    return first;
  auto* one = dyn_cast<Instruction>(first);
  auto* other = dyn_cast<Instruction>(second);
  if (!one || !other || one->mayReadOrWriteMemory() || isa<PHINode>(one) || !one->isSameOperationAs(other) ||
      !isSafeToSpeculativelyExecute(one))
    return nullptr;
  SmallVector<Value*> operands;
  for (unsigned i = 0; i < one->getNumOperands(); ++i) {
    Value* operand = computedAbove(one->getOperand(i), other->getOperand(i), above);
    if (!operand)
      return nullptr;
    operands.push_back(operand);
  }
  Instruction* copy = one->clone();
  for (unsigned i = 0; i < operands.size(); ++i)
    copy->setOperand(i, operands[i]);
  copy->insertBefore(above.getTerminator()->getIterator());
  return copy;
}

StoreInst* lastStore(BasicBlock& block) {
  auto* store = dyn_cast_or_null<StoreInst>(block.getTerminator()->getPrevNode());
  return store && store->isSimple() ? store : nullptr;
}

/// `if (c) *p = a; else *p = b;` stores once.
struct JoinBranchedStores : PassInfoMixin<JoinBranchedStores> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    for (BasicBlock& below : function) {
      SmallVector<BasicBlock*, 2> sides(predecessors(&below));
      if (sides.size() != 2 || sides[0] == sides[1])
        continue;
      BasicBlock* above = sides[0]->getSinglePredecessor();
      if (!above || sides[1]->getSinglePredecessor() != above || succ_size(sides[0]) != 1 ||
          succ_size(sides[1]) != 1)
        continue;
      StoreInst* first = lastStore(*sides[0]);
      StoreInst* second = lastStore(*sides[1]);
      if (!first || !second || first->getValueOperand()->getType() != second->getValueOperand()->getType())
        continue;
      Value* pointer = computedAbove(first->getPointerOperand(), second->getPointerOperand(), *above);
      if (!pointer)
        continue;
      PHINode* value = PHINode::Create(first->getValueOperand()->getType(), 2, "", below.begin());
      value->addIncoming(first->getValueOperand(), sides[0]);
      value->addIncoming(second->getValueOperand(), sides[1]);
      auto* joined = new StoreInst(value, pointer, false, std::min(first->getAlign(), second->getAlign()),
                                   below.getFirstInsertionPt());
      joined->setDebugLoc(first->getDebugLoc());
      first->eraseFromParent();
      second->eraseFromParent();
      changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/// Before other passes give equal addresses different forms: what both sides of a branch load is loaded once.
FunctionPassManager earlyPasses() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(JoinBranchedStores());
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().hoistCommonInsts(true)));
  return passes;
}

FunctionPassManager latePasses() {
  auto lateSimplifyCfg = [] {
    return SimplifyCFGPass(
        SimplifyCFGOptions().convertSwitchRangeToICmp(true).needCanonicalLoops(false).hoistCommonInsts(true));
  };
  FunctionPassManager passes;
  passes.addPass(InferAddressSpacesPass(0));
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  passes.addPass(InstCombinePass());
  passes.addPass(lateSimplifyCfg());
  passes.addPass(RequestRuntimeUnrolling());
  passes.addPass(LoopUnrollPass(LoopUnrollOptions(3).setRuntime(true).setPartial(true).setPeeling(false)));
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions(100, 250, /*AllowSpeculation=*/true)),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(lateSimplifyCfg());
  // Loads go down to where they are used, behind early returns.
  passes.addPass(SinkingPass());
  // What NVPTX runs before it vectorises accesses.
  passes.addPass(InferAlignmentPass());
  passes.addPass(SeparateConstOffsetFromGEPPass());
  passes.addPass(GVNPass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(InferAlignmentPass());
  passes.addPass(AlignInLoops());
  passes.addPass(LoadStoreVectorizerPass());
  passes.addPass(EarlyCSEPass(true));
  return passes;
}

} // namespace

void optimizeLikeNvcc(Module& module) {
  setLlvmOptions();
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
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(earlyPasses()));
  passes.addPass(builder.buildModuleSimplificationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None));
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
