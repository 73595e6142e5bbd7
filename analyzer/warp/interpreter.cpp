#include "analyzer/warp/interpreter.h"

#include "llvm/IR/Instruction.h"

#include <algorithm>

namespace cuda_lint {

RunOutcome Interpreter::runWarp(const WarpPosition& position, uint64_t budget) {
  setSpecialRegisters(position);
  std::fill(written_.begin(), written_.end(), 0);
  for (auto& [symbol, variable] : locals_)
    variable.clear();
  live_ = position.lanes;
  neverEnds_ = false;
  paths_.clear();
  paths_.push_back({0, kNoBlock, live_});
  sink_.beginWarp(position);
  while (!paths_.empty()) {
    Path& path = paths_.back();
    if (!path.aside && !path.tentative)
      path.mask &= live_;
    if (path.mask == 0) {
      paths_.pop_back();
      continue;
    }
    if (path.from != kNoBlock) {
      uint32_t from = path.from;
      path.from = kNoBlock;
      transfer(from, path.block, path.mask, path.block == path.reconvergence ? path.join : Join::None,
               path.joinFlags);
    }
    if (path.block == path.reconvergence || path.block == kNoBlock) {
      paths_.pop_back();
      continue;
    }
    const Block& block = program_.blocks[path.block];
    executed_ += block.operationCount;
    if (executed_ > budget)
      return RunOutcome::BudgetExhausted;
    if (!path.aside)
      tellTime(path, block.operationCount);
    possible_ = path.possible;
    aside_ = path.aside;
    tentative_ = path.tentative;
    lanesUnknown_ = path.lanesUnknown;
    assumed_ = path.assumed;
    repeats_ = isInUnknownLoop(block);
    const uint32_t blockIndex = path.block;
    const ActiveMask mask = path.mask;
    const Operation* operation = &program_.operations[block.firstOperation];
    for (uint32_t i = 1; i < block.operationCount; ++i)
      execute(*operation++, mask);
    terminate(*operation, blockIndex);
    if (neverEnds_)
      return RunOutcome::NeverEnds;
  }
  return RunOutcome::Finished;
}

bool Interpreter::isInUnknownLoop(const Block& block) const {
  for (uint32_t loop = block.loop; loop != kNoLoop; loop = program_.loops[loop].parent)
    if (loops_[loop].uncertain)
      return true;
  return false;
}

void Interpreter::tellTime(const Path& path, unsigned count) {
  sink_.instructions(count, path.mask);
  sink_.issued(count, program_.blocks[path.block].isPredicated ? path.mask | path.waiting : path.mask);
  for (const Path* at = &path;; at = &paths_[at->parent]) {
    if (at->cause) {
      if (ActiveMask idle = at->waiting | at->gone)
        sink_.idle(*at->cause, count, idle, path.mask);
      if (at->dataDependent)
        sink_.dataDependent(*at->cause, count);
    }
    if (at->parent == kNoParent)
      return;
  }
}

LaneVector& Interpreter::result(const Operation& operation, ActiveMask mask) {
  usesScratch_ = operation.keepsInactive && (written_[operation.result] & ~mask & live_) != 0;
  return usesScratch_ ? scratch_ : registers_[operation.result];
}

void Interpreter::finishResult(const Operation& operation, ActiveMask mask) {
  if (usesScratch_)
    arithmetic_.blend(registers_[operation.result], scratch_, mask, place(operation));
  if (operation.keepsInactive)
    written_[operation.result] |= mask;
}

void Interpreter::execute(const Operation& operation, ActiveMask mask) {
  auto reg = [&](unsigned i) -> const LaneVector& { return registers_[operation.operands[i]]; };
  const unsigned bits = operation.bits;
  const unsigned where = place(operation);
  switch (operation.opcode) {
  case Opcode::Load:
    load(operation, mask);
    return;
  case Opcode::Store:
    store(operation, mask);
    return;
  case Opcode::Atomic:
    atomic(operation, mask);
    return;
  case Opcode::CopyMemory:
  case Opcode::SetMemory:
    copyMemory(operation, mask);
    return;
  case Opcode::Shuffle:
    shuffle(operation, mask);
    return;
  case Opcode::Vote:
    vote(operation, mask);
    return;
  case Opcode::BlockBarrier:
  case Opcode::WarpBarrier:
    sink_.barrier({operation.instruction,
                   operation.opcode == Opcode::BlockBarrier ? BarrierKind::Block : BarrierKind::Warp, mask});
    if (operation.instruction->getType()->isVoidTy())
      return;
    arithmetic_.opaque(registers_[operation.result], true, LaneVector::Data, where);
    return;
  default:
    break;
  }
  if (operation.instruction->getType()->isVoidTy())
    return;
  if (blocks_ && executeOverBlocks(operation, mask))
    return;
  LaneVector& out = result(operation, mask);
  switch (operation.opcode) {
  case Opcode::Add:
    arithmetic_.add(out, reg(0), reg(1), bits, where);
    break;
  case Opcode::Subtract:
    arithmetic_.subtract(out, reg(0), reg(1), bits, where);
    break;
  case Opcode::Multiply:
    arithmetic_.multiply(out, reg(0), reg(1), bits, where);
    break;
  case Opcode::Divide:
  case Opcode::Remainder: {
    const LaneVector& dividend = reg(0);
    if (!dividend.isUniform() && !dividend.isDivergentUnknown())
      sink_.remainder({operation.instruction, dividend, reg(1), mask});
    if (operation.opcode == Opcode::Divide)
      arithmetic_.divide(out, dividend, reg(1), operation.isSigned, bits, where);
    else
      arithmetic_.remainder(out, dividend, reg(1), operation.isSigned, bits, where);
    break;
  }
  case Opcode::ShiftLeft:
    arithmetic_.shiftLeft(out, reg(0), reg(1), bits, where);
    break;
  case Opcode::ShiftRight:
    arithmetic_.shiftRight(out, reg(0), reg(1), operation.isSigned, bits, where);
    break;
  case Opcode::And: {
    // `x & (stride - 1)` may have either operand first.
    const LaneVector& first = reg(0);
    const LaneVector& second = reg(1);
    if (bits > 1 && first.isUniform() != second.isUniform() && !first.isDivergentUnknown() &&
        !second.isDivergentUnknown())
      sink_.remainder({operation.instruction, first.isUniform() ? second : first,
                       first.isUniform() ? first : second, mask});
    arithmetic_.bitAnd(out, first, second, bits, where);
    break;
  }
  case Opcode::Or:
    arithmetic_.bitOr(out, reg(0), reg(1), bits, where);
    break;
  case Opcode::Xor:
    arithmetic_.bitXor(out, reg(0), reg(1), bits, where);
    break;
  case Opcode::Truncate:
    arithmetic_.truncate(out, reg(0), bits, where);
    break;
  case Opcode::ZeroExtend:
    arithmetic_.zeroExtend(out, reg(0), bits, where);
    break;
  case Opcode::SignExtend:
    arithmetic_.signExtend(out, reg(0), bits, where);
    break;
  case Opcode::Copy:
    out = reg(0);
    break;
  case Opcode::Compare:
    arithmetic_.compare(out, static_cast<Comparison>(operation.detail), operation.isSigned, reg(0), reg(1),
                        bits, where);
    break;
  case Opcode::Select:
    arithmetic_.select(out, reg(0), reg(1), reg(2), where);
    break;
  case Opcode::Minimum:
  case Opcode::Maximum:
    arithmetic_.minimum(out, reg(0), reg(1), operation.opcode == Opcode::Maximum, operation.isSigned, bits,
                        where);
    break;
  case Opcode::Absolute: {
    LaneVector negated;
    arithmetic_.subtract(negated, LaneVector::uniform(0), reg(0), bits, where + 7);
    arithmetic_.minimum(out, reg(0), negated, true, true, bits, where);
    break;
  }
  case Opcode::ElementAddress: {
    const std::vector<ScaledIndex>& indices = program_.scaledIndices[operation.extra];
    LaneVector address = reg(0);
    if (operation.constant != 0)
      arithmetic_.add(address, address, LaneVector::uniform(operation.constant), 64, where);
    for (const ScaledIndex& index : indices) {
      LaneVector bytes;
      arithmetic_.multiply(bytes, registers_[index.index], LaneVector::uniform(index.scale), 64, where);
      arithmetic_.add(address, address, bytes, 64, where);
    }
    out = address;
    break;
  }
  case Opcode::SpecialRegister: {
    auto which = static_cast<SpecialRegister>(operation.detail);
    out = which == SpecialRegister::ActiveLanes ? LaneVector::uniform(static_cast<int32_t>(mask))
                                                : specialRegisters_[operation.detail];
    break;
  }
  case Opcode::OpaqueUniform:
    arithmetic_.opaque(out, true, LaneVector::Data, where);
    break;
  case Opcode::OpaqueDivergent:
    out = LaneVector::divergent(operation.isInteger ? LaneVector::Unfollowed : LaneVector::Data);
    break;
  case Opcode::BitFunction:
    bitFunction(out, operation, mask);
    break;
  default: {
    bool isUniform = true;
    uint8_t flags = 0;
    for (uint32_t operand : program_.operandLists[operation.extra]) {
      isUniform = isUniform && registers_[operand].isUniformIn(mask);
      flags |= registers_[operand].flags();
    }
    if (!isUniform && !(flags & LaneVector::Data))
      flags |= LaneVector::Unfollowed;
    arithmetic_.opaque(out, isUniform, flags, where);
    break;
  }
  }
  finishResult(operation, mask);
}

} // namespace cuda_lint
