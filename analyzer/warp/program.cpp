#include "analyzer/warp/program.h"

#include "analyzer/warp/access_groups.h"
#include "analyzer/warp/assembly.h"
#include "analyzer/warp/event.h"
#include "analyzer/warp/intrinsic.h"
#include "analyzer/warp/lane_arithmetic.h"
#include "analyzer/warp/opcode_mapping.h"
#include "analyzer/warp/pointer_base.h"
#include "analyzer/warp/predication.h"
#include "analyzer/warp/reconvergence.h"
#include "analyzer/warp/shared_layout.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace cuda_lint {

using namespace llvm;

namespace {

/// Enough of an assembly text to know it again, on one line.
std::string firstWords(StringRef text) {
  constexpr size_t longest = 60;
  std::string line;
  for (char c : text.take_front(longest))
    line += isspace(static_cast<unsigned char>(c)) ? ' ' : c;
  return StringRef(line).trim().str() + (text.size() > longest ? "..." : "");
}

} // namespace

class Program::Decoder {
public:
  Decoder(Program& program, const Function& kernel)
      : program_(program), kernel_(kernel), layout_(kernel.getParent()->getDataLayout()),
        groups_(kernel, layout_) {}

  void decode();

private:
  void decodeLoops();
  void decodeBlock(const BasicBlock& block, Block& decoded);
  void decodeInstruction(const Instruction& instruction);
  void decodeCall(const CallBase& call);
  void decodeAssembly(const CallBase& call);
  void decodeTerminator(const Instruction& terminator, Block& decoded);
  void decodeAddress(const GEPOperator& gep, const Instruction& instruction);
  bool usedOutsideItsLoop(const Instruction& instruction) const;
  uint32_t registerFor(const Value* value);
  uint32_t registerForConstant(const Constant& constant);
  Operation& emit(Opcode opcode, const Instruction& instruction, ArrayRef<const Value*> operands);
  void emitOpaque(Opcode opcode, const Instruction& instruction);

  Program& program_;
  const Function& kernel_;
  const DataLayout& layout_;
  DenseMap<const Value*, uint32_t> registers_;
  DenseMap<const BasicBlock*, uint32_t> blockIndex_;
  DominatorTree dominators_;
  LoopInfo loopInfo_;
  AccessGroups groups_;
  bool irreducible_ = false;
};

Program::Program(const Function& kernel) : kernel_(&kernel), layout_(&kernel.getParent()->getDataLayout()) {
  Decoder(*this, kernel).decode();
}

void Program::Decoder::decode() {
  dominators_.recalculate(const_cast<Function&>(kernel_));
  loopInfo_.analyze(dominators_);
  layOutSharedVariables(kernel_, program_);

  // Reverse post-order: only what can be reached, definitions before uses.
  std::vector<const BasicBlock*> order;
  for (const BasicBlock* block : ReversePostOrderTraversal<const Function*>(&kernel_)) {
    blockIndex_[block] = static_cast<uint32_t>(order.size());
    order.push_back(block);
  }
  for (const BasicBlock* block : order)
    for (const BasicBlock* successor : successors(block))
      if (blockIndex_.lookup(successor) <= blockIndex_.lookup(block) &&
          !dominators_.dominates(successor, block))
        irreducible_ = true;

  for (const Argument& argument : kernel_.args())
    program_.arguments.push_back(registerFor(&argument));
  program_.blocks.resize(order.size());
  decodeLoops();
  for (size_t i = 0; i < order.size(); ++i)
    decodeBlock(*order[i], program_.blocks[i]);
  for (Block& block : program_.blocks) {
    for (const Phi& phi : block.phis)
      for (uint32_t incoming : phi.incoming)
        for (const Phi& other : block.phis)
          block.phisDepend = block.phisDepend || other.result == incoming;
  }
  program_.registerCount = static_cast<uint32_t>(registers_.size());
  findReconvergence(program_.blocks);
  findPredicatedSides(program_);
}

void Program::Decoder::decodeLoops() {
  DenseMap<const llvm::Loop*, uint32_t> index;
  for (const llvm::Loop* loop : loopInfo_.getLoopsInPreorder()) {
    index[loop] = static_cast<uint32_t>(program_.loops.size());
    cuda_lint::Loop decoded;
    decoded.header = blockIndex_.lookup(loop->getHeader());
    decoded.parent = loop->getParentLoop() ? index.lookup(loop->getParentLoop()) : kNoLoop;
    decoded.contains.resize(program_.blocks.size());
    for (const BasicBlock* block : loop->blocks())
      decoded.contains[blockIndex_.lookup(block)] = true;
    const BasicBlock* primary = nullptr;
    if (loop->isLoopExiting(loop->getHeader()))
      primary = loop->getHeader();
    else if (loop->getLoopLatch() && loop->isLoopExiting(loop->getLoopLatch()))
      primary = loop->getLoopLatch();
    else {
      SmallVector<BasicBlock*, 4> exiting;
      loop->getExitingBlocks(exiting);
      if (!exiting.empty())
        primary = exiting.back();
    }
    if (primary)
      decoded.primaryExit = blockIndex_.lookup(primary);
    program_.loops.push_back(std::move(decoded));
  }
  for (const auto& [block, i] : blockIndex_)
    if (const llvm::Loop* loop = loopInfo_.getLoopFor(block))
      program_.blocks[i].loop = index.lookup(loop);
}

void Program::Decoder::decodeBlock(const BasicBlock& block, Block& decoded) {
  for (const BasicBlock* predecessor : predecessors(&block))
    if (blockIndex_.count(predecessor) &&
        !is_contained(decoded.predecessors, blockIndex_.lookup(predecessor)))
      decoded.predecessors.push_back(blockIndex_.lookup(predecessor));
  for (const PHINode& phi : block.phis()) {
    Phi decodedPhi;
    decodedPhi.result = registerFor(&phi);
    decodedPhi.bits = bitsOf(phi.getType());
    for (uint32_t predecessor : decoded.predecessors) {
      const BasicBlock* from = nullptr;
      for (const BasicBlock* candidate : phi.blocks())
        if (blockIndex_.count(candidate) && blockIndex_.lookup(candidate) == predecessor)
          from = candidate;
      decodedPhi.incoming.push_back(registerFor(phi.getIncomingValueForBlock(from)));
    }
    decoded.phis.push_back(std::move(decodedPhi));
  }
  decoded.firstOperation = static_cast<uint32_t>(program_.operations.size());
  for (const Instruction& instruction : block) {
    if (isa<PHINode>(instruction) || instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd())
      continue;
    if (instruction.isTerminator())
      decodeTerminator(instruction, decoded);
    else
      decodeInstruction(instruction);
  }
  decoded.operationCount = static_cast<uint32_t>(program_.operations.size()) - decoded.firstOperation;
  decoded.onlyReturns = decoded.operationCount == 1 && decoded.phis.empty() && decoded.successors.empty();
}

bool Program::Decoder::usedOutsideItsLoop(const Instruction& instruction) const {
  if (irreducible_)
    return true;
  const llvm::Loop* loop = loopInfo_.getLoopFor(instruction.getParent());
  if (!loop)
    return false;
  for (const Use& use : instruction.uses()) {
    const auto* user = cast<Instruction>(use.getUser());
    const BasicBlock* where = user->getParent();
    if (const auto* phi = dyn_cast<PHINode>(user))
      where = phi->getIncomingBlock(use);
    if (!loop->contains(where))
      return true;
  }
  return false;
}

uint32_t Program::Decoder::registerFor(const Value* value) {
  auto [place, isNew] = registers_.try_emplace(value, static_cast<uint32_t>(registers_.size()));
  if (!isNew)
    return place->second;
  uint32_t reg = place->second;
  if (const auto* constant = dyn_cast<Constant>(value)) {
    if (const auto* integer = dyn_cast<ConstantInt>(constant); integer && integer->getBitWidth() <= 64) {
      int64_t known = integer->getBitWidth() == 1 ? static_cast<int64_t>(integer->getZExtValue())
                                                  : integer->getSExtValue();
      program_.constants.push_back({reg, LaneVector::uniform(known)});
    } else if (constant->isNullValue() || isa<UndefValue>(constant)) {
      program_.constants.push_back({reg, LaneVector::uniform(0)});
    } else if (constant->getType()->isPointerTy()) {
      int64_t offset = 0;
      const Value* base = pointerBase(constant, layout_, offset);
      if (const auto* variable = dyn_cast<GlobalVariable>(base))
        program_.globals.push_back({reg, variable, offset});
      else
        program_.opaqueConstants.push_back(reg);
    } else {
      program_.opaqueConstants.push_back(reg);
    }
  }
  return reg;
}

Operation& Program::Decoder::emit(Opcode opcode, const Instruction& instruction,
                                  ArrayRef<const Value*> operands) {
  Operation operation;
  operation.opcode = opcode;
  operation.instruction = &instruction;
  operation.bits = bitsOf(instruction.getType());
  for (size_t i = 0; i < operands.size(); ++i)
    operation.operands[i] = registerFor(operands[i]);
  if (!instruction.getType()->isVoidTy()) {
    operation.result = registerFor(&instruction);
    operation.keepsInactive = usedOutsideItsLoop(instruction);
  }
  program_.operations.push_back(operation);
  return program_.operations.back();
}

void Program::Decoder::emitOpaque(Opcode opcode, const Instruction& instruction) {
  std::vector<uint32_t> operands;
  for (const Value* operand : instruction.operands())
    if (!isa<BasicBlock>(operand) && !isa<MetadataAsValue>(operand) && !isa<Function>(operand) &&
        !isa<InlineAsm>(operand))
      operands.push_back(registerFor(operand));
  Operation& operation = emit(opcode, instruction, {});
  operation.extra = static_cast<uint32_t>(program_.operandLists.size());
  program_.operandLists.push_back(std::move(operands));
}

void Program::Decoder::decodeAddress(const GEPOperator& gep, const Instruction& instruction) {
  SmallMapVector<Value*, APInt, 4> variable;
  APInt constant(64, 0);
  if (gep.getType()->isVectorTy() || !gep.collectOffset(layout_, 64, variable, constant)) {
    emitOpaque(Opcode::Opaque, instruction);
    return;
  }
  std::vector<ScaledIndex> indices;
  for (const auto& [index, scale] : variable)
    indices.push_back({registerFor(index), scale.getSExtValue()});
  Operation& operation = emit(Opcode::ElementAddress, instruction, {gep.getPointerOperand()});
  operation.constant = constant.getSExtValue();
  operation.extra = static_cast<uint32_t>(program_.scaledIndices.size());
  program_.scaledIndices.push_back(std::move(indices));
}

void Program::Decoder::decodeInstruction(const Instruction& instruction) {
  const Type* type = instruction.getType();
  const bool isScalar = type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    decodeAddress(*cast<GEPOperator>(gep), instruction);
    return;
  }
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    Operation& operation = emit(Opcode::Load, instruction, {load->getPointerOperand()});
    operation.extra = static_cast<uint32_t>(layout_.getTypeStoreSize(load->getType()));
    const MovedBytes moved = groups_.moved(instruction, operation.extra);
    operation.movedBytes = moved.bytes;
    operation.movedOffset = moved.offset;
    operation.isPointer = type->isPointerTy();
    operation.isInteger = isScalar;
    operation.detail = static_cast<uint8_t>(AccessKind::Load);
    return;
  }
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
    Operation& operation =
        emit(Opcode::Store, instruction, {store->getPointerOperand(), store->getValueOperand()});
    operation.extra = static_cast<uint32_t>(layout_.getTypeStoreSize(store->getValueOperand()->getType()));
    const MovedBytes moved = groups_.moved(instruction, operation.extra);
    operation.movedBytes = moved.bytes;
    operation.movedOffset = moved.offset;
    operation.detail = static_cast<uint8_t>(AccessKind::Store);
    return;
  }
  if (const auto* atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
    Operation& operation = emit(Opcode::Atomic, instruction, {atomic->getPointerOperand()});
    operation.extra = static_cast<uint32_t>(layout_.getTypeStoreSize(atomic->getValOperand()->getType()));
    operation.detail = static_cast<uint8_t>(AccessKind::Atomic);
    return;
  }
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    Operation& operation = emit(Opcode::Atomic, instruction, {exchange->getPointerOperand()});
    operation.extra =
        static_cast<uint32_t>(layout_.getTypeStoreSize(exchange->getNewValOperand()->getType()));
    operation.detail = static_cast<uint8_t>(AccessKind::Atomic);
    return;
  }
  if (const auto* compare = dyn_cast<ICmpInst>(&instruction);
      compare && !compare->getOperand(0)->getType()->isVectorTy()) {
    Operation& operation =
        emit(Opcode::Compare, instruction, {compare->getOperand(0), compare->getOperand(1)});
    operation.detail = static_cast<uint8_t>(*comparisonOf(compare->getPredicate()));
    operation.isSigned = compare->isSigned();
    operation.bits = bitsOf(compare->getOperand(0)->getType());
    return;
  }
  if (const auto* select = dyn_cast<SelectInst>(&instruction);
      select && select->getCondition()->getType()->isIntegerTy()) {
    emit(Opcode::Select, instruction,
         {select->getCondition(), select->getTrueValue(), select->getFalseValue()});
    return;
  }
  if (isScalar) {
    if (std::optional<Opcode> opcode = binaryOpcode(instruction.getOpcode())) {
      // A disjoint `or` is an addition.
      if (const auto* disjoint = dyn_cast<PossiblyDisjointInst>(&instruction);
          disjoint && disjoint->isDisjoint())
        opcode = Opcode::Add;
      Operation& operation =
          emit(*opcode, instruction, {instruction.getOperand(0), instruction.getOperand(1)});
      unsigned code = instruction.getOpcode();
      operation.isSigned =
          code == Instruction::SDiv || code == Instruction::SRem || code == Instruction::AShr;
      return;
    }
  }
  if (const auto* cast = dyn_cast<CastInst>(&instruction)) {
    const Type* from = cast->getSrcTy();
    const bool scalars = (isScalar || type->isPointerTy()) && (from->isIntegerTy() || from->isPointerTy()) &&
                         bitsOf(from) <= 64;
    if (scalars) {
      Opcode opcode = Opcode::Copy;
      if (isa<TruncInst>(cast))
        opcode = Opcode::Truncate;
      else if (isa<ZExtInst>(cast))
        opcode = Opcode::ZeroExtend;
      else if (isa<SExtInst>(cast))
        opcode = Opcode::SignExtend;
      Operation& operation = emit(opcode, instruction, {cast->getOperand(0)});
      if (opcode == Opcode::ZeroExtend || opcode == Opcode::SignExtend)
        operation.bits = bitsOf(from);
      return;
    }
  }
  if (isa<FreezeInst>(instruction)) {
    emit(Opcode::Copy, instruction, {instruction.getOperand(0)});
    return;
  }
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    decodeCall(*call);
    return;
  }
  if (isa<AllocaInst>(instruction)) {
    program_.locals.push_back(registerFor(&instruction));
    return;
  }
  emitOpaque(Opcode::Opaque, instruction);
}

void Program::Decoder::decodeCall(const CallBase& call) {
  if (const auto* access = dyn_cast<IntrinsicInst>(&call)) {
    // Made by vectorising what has gaps: the machine moves the gaps along.
    const bool isLoad = access->getIntrinsicID() == Intrinsic::masked_load;
    if (isLoad || access->getIntrinsicID() == Intrinsic::masked_store) {
      const Value* pointer = call.getArgOperand(isLoad ? 0 : 1);
      Operation& operation =
          emit(isLoad ? Opcode::Load : Opcode::Store, call, {pointer, call.getArgOperand(0)});
      operation.extra = static_cast<uint32_t>(
          layout_.getTypeStoreSize(isLoad ? call.getType() : call.getArgOperand(0)->getType()));
      operation.movedBytes = operation.extra;
      operation.detail = static_cast<uint8_t>(isLoad ? AccessKind::Load : AccessKind::Store);
      return;
    }
  }
  if (const auto* copy = dyn_cast<MemTransferInst>(&call)) {
    emit(Opcode::CopyMemory, call, {copy->getDest(), copy->getSource(), copy->getLength()});
    return;
  }
  if (const auto* set = dyn_cast<MemSetInst>(&call)) {
    emit(Opcode::SetMemory, call, {set->getDest(), set->getValue(), set->getLength()});
    return;
  }
  if (call.isInlineAsm()) {
    decodeAssembly(call);
    return;
  }
  const Function* callee = call.getCalledFunction();
  if (!callee) {
    program_.declined.push_back({"a call through a function pointer is not followed", &call});
    emitOpaque(Opcode::OpaqueDivergent, call);
    return;
  }
  IntrinsicMeaning meaning = meaningOfFunction(*callee);
  switch (meaning.opcode) {
  case Opcode::SpecialRegister: {
    auto reg = static_cast<cuda_lint::SpecialRegister>(meaning.detail);
    program_.usesThreadY |= reg == cuda_lint::SpecialRegister::ThreadY;
    program_.usesThreadZ |= reg == cuda_lint::SpecialRegister::ThreadZ;
    emit(Opcode::SpecialRegister, call, {}).detail = meaning.detail;
    return;
  }
  case Opcode::Shuffle:
    if (call.getType()->isIntegerTy() || call.getType()->isFloatTy()) {
      Operation& operation =
          emit(Opcode::Shuffle, call, {call.getArgOperand(1), call.getArgOperand(2), call.getArgOperand(3)});
      operation.detail = meaning.detail;
      return;
    }
    emitOpaque(Opcode::OpaqueDivergent, call);
    return;
  case Opcode::Vote:
    emit(Opcode::Vote, call, {call.getArgOperand(call.arg_size() - 1)}).detail = meaning.detail;
    return;
  case Opcode::Minimum:
  case Opcode::Maximum:
    if (!call.getType()->isIntegerTy())
      break;
    emit(meaning.opcode, call, {call.getArgOperand(0), call.getArgOperand(1)}).isSigned = meaning.isSigned;
    return;
  case Opcode::Multiply:
    emit(Opcode::Multiply, call, {call.getArgOperand(0), call.getArgOperand(1)});
    return;
  case Opcode::Absolute:
    if (!call.getType()->isIntegerTy())
      break;
    emit(Opcode::Absolute, call, {call.getArgOperand(0)});
    return;
  case Opcode::BitFunction: {
    if (!call.getType()->isIntegerTy() || call.getType()->getIntegerBitWidth() > 64)
      break;
    SmallVector<const Value*, 3> operands;
    for (unsigned i = 0; i < std::min(call.arg_size(), 3u); ++i)
      operands.push_back(call.getArgOperand(i));
    emit(Opcode::BitFunction, call, operands).detail = meaning.detail;
    return;
  }
  case Opcode::BlockBarrier:
  case Opcode::WarpBarrier:
    emit(meaning.opcode, call, {});
    return;
  case Opcode::Copy:
    emit(Opcode::Copy, call, {call.getArgOperand(0)});
    return;
  case Opcode::Load:
  case Opcode::Atomic: {
    Operation& operation = emit(meaning.opcode, call, {call.getArgOperand(0)});
    operation.extra = static_cast<uint32_t>(layout_.getTypeStoreSize(call.getType()));
    operation.movedBytes = operation.extra;
    operation.detail =
        static_cast<uint8_t>(meaning.opcode == Opcode::Load ? AccessKind::Load : AccessKind::Atomic);
    operation.isInteger = call.getType()->isIntegerTy();
    return;
  }
  default:
    break;
  }
  if (meaning.isUnknownFunction) {
    std::string name = demangle(callee->getName());
    program_.declined.push_back({callee->isDeclaration()
                                     ? "calls " + name + ", which this file does not define"
                                     : "recursion: " + name + " calls itself",
                                 &call});
  }
  emitOpaque(meaning.opcode == Opcode::OpaqueUniform || meaning.opcode == Opcode::OpaqueDivergent
                 ? meaning.opcode
                 : Opcode::Opaque,
             call);
}

void Program::Decoder::decodeAssembly(const CallBase& call) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  const AssemblyMeaning meaning = meaningOfAssembly(assembly.getAsmString());
  if (meaning.reg) {
    Operation& operation = emit(Opcode::SpecialRegister, call, {});
    operation.detail = static_cast<uint8_t>(*meaning.reg);
    return;
  }
  const Type* type = call.getType();
  const unsigned outputs = type->isVoidTy() ? 0 : type->isStructTy() ? type->getStructNumElements() : 1;
  auto input = [&](unsigned operand) { return call.getArgOperand(operand - outputs); };
  auto isInput = [&](unsigned operand) { return operand >= outputs && operand - outputs < call.arg_size(); };
  if (meaning.funnel && type->isIntegerTy(32) && call.arg_size() == 3) {
    emit(Opcode::BitFunction, call, {input(2), input(1), input(3)}).detail =
        static_cast<uint8_t>(*meaning.funnel);
    return;
  }
  if (meaning.isAddressCast && meaning.isKnown && meaning.accesses.empty() && call.arg_size() == 1 &&
      outputs == 1) {
    emit(Opcode::Copy, call, {input(1)});
    return;
  }
  auto bytesOf = [&](const AssemblyAccess& access) -> unsigned {
    if (!access.sizeOperand)
      return access.bytes;
    const auto* size =
        isInput(*access.sizeOperand) ? dyn_cast<ConstantInt>(input(*access.sizeOperand)) : nullptr;
    return size ? static_cast<unsigned>(size->getZExtValue()) : 0;
  };
  const bool accessesKnown = meaning.isKnown && all_of(meaning.accesses, [&](const AssemblyAccess& access) {
                               return isInput(access.operand) && bytesOf(access) != 0;
                             });
  // A result as wide as an address may become one.
  const bool mayBeAddress = type->isPointerTy() || type->isIntegerTy(64);
  const bool declines = !accessesKnown || (mayBeAddress && !meaning.isUniform && meaning.accesses.empty());
  if (declines)
    program_.declined.push_back(
        {"inline assembly `" + firstWords(assembly.getAsmString()) + "` is not followed", &call});
  if (!accessesKnown || meaning.accesses.empty()) {
    emitOpaque(meaning.isUniform ? Opcode::OpaqueUniform : Opcode::OpaqueDivergent, call);
    // An integer may become an address or decide a branch.
    program_.operations.back().isInteger = declines || type->isIntegerTy();
    return;
  }
  const bool isCopy = meaning.accesses.size() == 2 && meaning.accesses[0].kind == AccessKind::Load &&
                      meaning.accesses[1].kind == AccessKind::Store;
  for (const AssemblyAccess& access : meaning.accesses) {
    const Opcode opcode = access.kind == AccessKind::Load    ? Opcode::Load
                          : access.kind == AccessKind::Store ? Opcode::Store
                                                             : Opcode::Atomic;
    Operation& operation = emit(opcode, call, {input(access.operand), input(access.operand)});
    operation.extra = bytesOf(access);
    operation.movedBytes = operation.extra;
    operation.detail = static_cast<uint8_t>(access.kind);
    operation.isInteger = type->isIntegerTy();
    if (isCopy) {
      operation.isCopy = true;
      operation.operands[2] =
          registerFor(input(meaning.accesses[access.kind == AccessKind::Load ? 1 : 0].operand));
    }
  }
}

void Program::Decoder::decodeTerminator(const Instruction& terminator, Block& decoded) {
  auto indexOf = [&](const BasicBlock* block) { return blockIndex_.lookup(block); };
  if (const auto* branch = dyn_cast<BranchInst>(&terminator)) {
    for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
      decoded.successors.push_back(indexOf(branch->getSuccessor(i)));
    if (branch->isConditional() && decoded.successors[0] != decoded.successors[1]) {
      emit(Opcode::ConditionalBranch, terminator, {branch->getCondition()});
      return;
    }
    decoded.successors.resize(1);
    emit(Opcode::Branch, terminator, {});
    return;
  }
  if (const auto* choice = dyn_cast<SwitchInst>(&terminator);
      choice && choice->getCondition()->getType()->getIntegerBitWidth() <= 64) {
    SwitchTable table;
    auto successorIndex = [&](const BasicBlock* block) {
      auto place = std::find(decoded.successors.begin(), decoded.successors.end(), indexOf(block));
      if (place == decoded.successors.end())
        place = decoded.successors.insert(place, indexOf(block));
      return static_cast<uint32_t>(place - decoded.successors.begin());
    };
    for (const auto& entry : choice->cases()) {
      table.values.push_back(entry.getCaseValue()->getSExtValue());
      table.successors.push_back(successorIndex(entry.getCaseSuccessor()));
    }
    table.successors.push_back(successorIndex(choice->getDefaultDest()));
    Operation& operation = emit(Opcode::Switch, terminator, {choice->getCondition()});
    operation.extra = static_cast<uint32_t>(program_.switches.size());
    program_.switches.push_back(std::move(table));
    return;
  }
  if (!isa<ReturnInst>(terminator) && !isa<UnreachableInst>(terminator))
    program_.declined.push_back(
        {std::string("a control transfer of kind '") + terminator.getOpcodeName() + "' is not followed",
         &terminator});
  emit(Opcode::Return, terminator, {});
}

} // namespace cuda_lint
