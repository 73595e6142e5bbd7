#include "analyzer/warp/interpreter.h"

#include "llvm/IR/Argument.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

#include <algorithm>

namespace cuda_lint {

namespace {

/// Rounds of a loop with an unknown trip count that run with concrete counters; the next one runs with
/// counters generalised to `start + step * round`.
constexpr uint32_t kConcreteRounds = 2;
/// Paths explored beside the likely ones, one inside the other.
constexpr size_t kMaxPaths = 96;
constexpr uint64_t kAllocationAlignment = 256;

ActiveMask maskOf(const LaneVector& condition) {
  if (condition.shape() == LaneVector::Shape::Uniform)
    return (condition.base() & 1) ? kFullMask : 0;
  ActiveMask mask = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    mask |= static_cast<ActiveMask>(condition.lanes()[lane] & 1) << lane;
  return mask;
}

} // namespace

Interpreter::Interpreter(const Program& program, const Launch& launch, EventSink& sink, Options options)
    : program_(program), launch_(launch), sink_(sink), options_(options), arithmetic_(symbols_) {
  registers_.resize(program.registerCount);
  written_.resize(program.registerCount);
  loops_.resize(program.loops.size());
  specialRegisters_.resize(static_cast<size_t>(SpecialRegister::ActiveLanes) + 1);
  for (const Program::InitialValue& constant : program.constants)
    registers_[constant.reg] = constant.value;
  for (uint32_t reg : program.opaqueConstants)
    registers_[reg] = LaneVector::symbol(symbols_.add({}));
  for (uint32_t reg : program.locals) {
    Symbol symbol;
    symbol.kind = SymbolKind::PointerBase;
    symbol.space = AddressSpace::Local;
    symbol.alignment = 16;
    symbol.minimum = kAllocationAlignment;
    symbol.name = "local";
    SymbolId id = symbols_.add(symbol);
    registers_[reg] = LaneVector::symbol(id);
    locals_[id];
  }
  bindGlobals();
  bindArguments(launch);
  const char* names[] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
  for (unsigned i = 0; i < 3; ++i) {
    Symbol symbol;
    symbol.kind = SymbolKind::BlockIndex;
    symbol.minimum = 0;
    symbol.nominal = 1;
    symbol.name = names[i];
    blockSymbols_[i] = symbols_.add(symbol);
  }
}

void Interpreter::bindGlobals() {
  std::map<const llvm::GlobalVariable*, SymbolId> bases;
  Symbol window;
  window.kind = SymbolKind::PointerBase;
  window.space = AddressSpace::Shared;
  window.alignment = kAllocationAlignment;
  window.minimum = kAllocationAlignment;
  window.name = "shared";
  const SymbolId shared = symbols_.add(window);
  for (const Program::GlobalAddress& address : program_.globals) {
    auto inWindow = std::find_if(program_.sharedVariables.begin(), program_.sharedVariables.end(),
                                 [&](const SharedVariable& v) { return v.variable == address.variable; });
    LaneVector value;
    if (inWindow != program_.sharedVariables.end()) {
      arithmetic_.add(value, LaneVector::symbol(shared),
                      LaneVector::uniform(static_cast<int64_t>(inWindow->offset) + address.offset), 64, 0);
    } else {
      auto [base, isNew] = bases.try_emplace(address.variable);
      if (isNew) {
        Symbol symbol;
        symbol.kind = SymbolKind::PointerBase;
        symbol.space =
            address.variable->getAddressSpace() == 4 ? AddressSpace::Constant : AddressSpace::Global;
        symbol.alignment = kAllocationAlignment;
        symbol.minimum = kAllocationAlignment;
        symbol.name = address.variable->getName().str();
        base->second = symbols_.add(symbol);
        if (address.variable->isConstant() && address.variable->hasDefinitiveInitializer())
          initialised_[base->second] = address.variable;
      }
      arithmetic_.add(value, LaneVector::symbol(base->second), LaneVector::uniform(address.offset), 64, 0);
    }
    registers_[address.reg] = value;
  }
}

void Interpreter::bindArguments(const Launch& launch) {
  for (const llvm::Argument& argument : program_.kernel().args()) {
    const unsigned position = argument.getArgNo();
    LaneVector& reg = registers_[program_.arguments[position]];
    Symbol symbol;
    symbol.name = argument.getName().str();
    symbol.kind = SymbolKind::Argument;
    if (argument.getType()->isPointerTy()) {
      symbol.kind = SymbolKind::PointerBase;
      symbol.space = argument.hasByValAttr() ? AddressSpace::Parameter : AddressSpace::Global;
      symbol.alignment = kAllocationAlignment;
      symbol.minimum = kAllocationAlignment;
    } else if (argument.getType()->isIntegerTy() && position < launch.arguments.size() &&
               launch.arguments[position]) {
      reg = LaneVector::uniform(canonicalInteger(*launch.arguments[position],
                                                 std::min(argument.getType()->getIntegerBitWidth(), 64u)));
      continue;
    }
    reg = LaneVector::symbol(symbols_.add(symbol));
  }
  auto dimension = [&](unsigned i, const char* name) {
    if (launch.grid[i])
      return LaneVector::uniform(static_cast<int64_t>(*launch.grid[i]));
    Symbol symbol;
    symbol.kind = SymbolKind::GridDimension;
    symbol.minimum = 1;
    symbol.name = name;
    return LaneVector::symbol(symbols_.add(symbol));
  };
  auto at = [&](SpecialRegister reg) -> LaneVector& { return specialRegisters_[static_cast<size_t>(reg)]; };
  at(SpecialRegister::GridX) = dimension(0, "gridDim.x");
  at(SpecialRegister::GridY) = dimension(1, "gridDim.y");
  at(SpecialRegister::GridZ) = dimension(2, "gridDim.z");
  at(SpecialRegister::BlockSizeX) = LaneVector::uniform(static_cast<int64_t>(launch.block[0]));
  at(SpecialRegister::BlockSizeY) = LaneVector::uniform(static_cast<int64_t>(launch.block[1]));
  at(SpecialRegister::BlockSizeZ) = LaneVector::uniform(static_cast<int64_t>(launch.block[2]));
  at(SpecialRegister::WarpSize) = LaneVector::uniform(kWarpSize);
  Lanes lane, equal, less;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    lane[i] = i;
    equal[i] = static_cast<int32_t>(1u << i);
    less[i] = static_cast<int32_t>((1u << i) - 1);
  }
  at(SpecialRegister::Lane) = LaneVector::perLane(lane);
  at(SpecialRegister::LaneMaskEqual) = LaneVector::perLane(equal);
  at(SpecialRegister::LaneMaskLess) = LaneVector::perLane(less);
  arithmetic_.bitOr(at(SpecialRegister::LaneMaskLessEqual), at(SpecialRegister::LaneMaskLess),
                    at(SpecialRegister::LaneMaskEqual), 32, 0);
  const LaneVector ones = LaneVector::uniform(-1);
  arithmetic_.bitXor(at(SpecialRegister::LaneMaskGreater), at(SpecialRegister::LaneMaskLessEqual), ones, 32,
                     0);
  arithmetic_.bitXor(at(SpecialRegister::LaneMaskGreaterEqual), at(SpecialRegister::LaneMaskLess), ones, 32,
                     0);
}

void Interpreter::setSpecialRegisters(const WarpPosition& position) {
  auto at = [&](SpecialRegister reg) -> LaneVector& { return specialRegisters_[static_cast<size_t>(reg)]; };
  const uint64_t width = launch_.block[0];
  const uint64_t height = launch_.block[1];
  Lanes x, y, z;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    uint64_t thread = uint64_t{position.warp} * kWarpSize + lane;
    x[lane] = static_cast<int64_t>(thread % width);
    y[lane] = static_cast<int64_t>(thread / width % height);
    z[lane] = static_cast<int64_t>(thread / (width * height));
  }
  auto compact = [](const Lanes& lanes) {
    bool same = std::all_of(lanes.begin(), lanes.end(), [&](int64_t lane) { return lane == lanes[0]; });
    return same ? LaneVector::uniform(lanes[0]) : LaneVector::perLane(lanes);
  };
  at(SpecialRegister::ThreadX) = compact(x);
  at(SpecialRegister::ThreadY) = compact(y);
  at(SpecialRegister::ThreadZ) = compact(z);
  at(SpecialRegister::WarpInBlock) = LaneVector::uniform(position.warp);
  for (unsigned i = 0; i < 3; ++i)
    specialRegisters_[static_cast<size_t>(SpecialRegister::BlockX) + i] =
        position.block[i] ? LaneVector::uniform(static_cast<int64_t>(*position.block[i]))
                          : LaneVector::symbol(blockSymbols_[i]);
}

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

void Interpreter::tellTime(const Path& path, unsigned count) {
  sink_.instructions(count, path.mask);
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

void Interpreter::enterHeader(uint32_t loopIndex, bool fromInside, const std::vector<LaneVector>& incoming,
                              ActiveMask mask, std::vector<LaneVector>& values) {
  LoopState& state = loops_[loopIndex];
  const Block& header = program_.blocks[program_.loops[loopIndex].header];
  values = incoming;
  if (!fromInside) {
    state.round = 0;
    state.uncertain = false;
    return;
  }
  ++state.round;
  const uint32_t concrete = state.uncertain ? kConcreteRounds : options_.sampledRounds;
  if (state.round > concrete + 1 && program_.loops[loopIndex].primaryExit == kNoBlock) {
    neverEnds_ = true;
    return;
  }
  if (state.round + 1 == concrete) {
    state.first.clear();
    for (const Phi& phi : header.phis)
      state.first.push_back(registers_[phi.result]);
    return;
  }
  if (state.round != concrete || state.first.size() != header.phis.size())
    return;
  const unsigned roundPlace = blockPlace(program_.loops[loopIndex].header);
  SymbolId round = symbols_.fresh(roundPlace, SymbolKind::LoopRound, 1);
  symbols_[round].minimum = 0;
  symbols_[round].nominal = 1;
  for (size_t i = 0; i < header.phis.size(); ++i) {
    const LaneVector& before = registers_[header.phis[i].result];
    const unsigned phiPlace = header.phis[i].result * LaneArithmetic::kPlacesPerOperation;
    if (before.isDivergentUnknown() || incoming[i].isDivergentUnknown() ||
        state.first[i].isDivergentUnknown())
      continue;
    LaneVector step, earlierStep;
    arithmetic_.subtract(step, incoming[i], before, 64, phiPlace + 1);
    arithmetic_.subtract(earlierStep, before, state.first[i], 64, phiPlace + 2);
    if (step.sameValue(earlierStep)) {
      arithmetic_.generalise(values[i], before, incoming[i], round, phiPlace);
    } else if (incoming[i].isUniform()) {
      // A doubling or halving counter, a chased pointer: any value of the kind.
      values[i] = before;
      arithmetic_.join(values[i], incoming[i], phiPlace);
    }
  }
}

void Interpreter::transfer(uint32_t from, uint32_t to, ActiveMask mask, Join join, uint8_t joinFlags) {
  const Block& target = program_.blocks[to];
  const bool isHeader = target.loop != kNoLoop && program_.loops[target.loop].header == to;
  if (target.phis.empty() && !isHeader)
    return;
  const auto edge = static_cast<size_t>(
      std::find(target.predecessors.begin(), target.predecessors.end(), from) - target.predecessors.begin());
  auto write = [&](const Phi& phi, const LaneVector& value) {
    LaneVector& reg = registers_[phi.result];
    const unsigned where = phi.result * LaneArithmetic::kPlacesPerOperation;
    if (join != Join::None && written_[phi.result] != 0) {
      if (join == Join::Uniform)
        arithmetic_.join(reg, value, where);
      else if (!reg.sameValue(value))
        reg = LaneVector::divergent(reg.flags() | value.flags() | joinFlags);
    } else if (written_[phi.result] & ~mask & live_) {
      arithmetic_.blend(reg, value, mask, where);
    } else {
      reg = value;
    }
    written_[phi.result] |= mask;
  };
  if (!isHeader && !target.phisDepend) {
    for (const Phi& phi : target.phis)
      write(phi, registers_[phi.incoming[edge]]);
    return;
  }
  if (isHeader) {
    const Loop& loop = program_.loops[target.loop];
    const LoopState& state = loops_[target.loop];
    const bool fromInside = loop.contains[from];
    if (!fromInside || (!state.uncertain && !options_.sampledRounds)) {
      // The common case of a loop that runs concretely.
      LoopState& mutableState = loops_[target.loop];
      mutableState.round = fromInside ? mutableState.round + 1 : 0;
      mutableState.uncertain = fromInside && mutableState.uncertain;
      if (!target.phisDepend) {
        for (const Phi& phi : target.phis)
          write(phi, registers_[phi.incoming[edge]]);
        return;
      }
    }
    std::vector<LaneVector> incoming;
    for (const Phi& phi : target.phis)
      incoming.push_back(registers_[phi.incoming[edge]]);
    if (fromInside && (state.uncertain || options_.sampledRounds)) {
      std::vector<LaneVector> values;
      enterHeader(target.loop, true, incoming, mask, values);
      incoming = std::move(values);
    }
    for (size_t i = 0; i < target.phis.size(); ++i)
      write(target.phis[i], incoming[i]);
    return;
  }
  std::vector<LaneVector> incoming;
  for (const Phi& phi : target.phis)
    incoming.push_back(registers_[phi.incoming[edge]]);
  for (size_t i = 0; i < target.phis.size(); ++i)
    write(target.phis[i], incoming[i]);
}

void Interpreter::goTo(Path& path, uint32_t from, uint32_t to) {
  transfer(from, to, path.mask, to == path.reconvergence ? path.join : Join::None, path.joinFlags);
  path.block = to;
}

void Interpreter::retire(Path& path, ActiveMask lanes) {
  path.mask &= ~lanes;
  if (!path.aside && !path.tentative)
    live_ &= ~lanes;
}

bool Interpreter::leaveLoop(uint32_t blockIndex, const std::vector<uint32_t>& successors, uint32_t& exit,
                            uint32_t& stay) const {
  const uint32_t loop = program_.blocks[blockIndex].loop;
  if (loop == kNoLoop || successors.size() != 2)
    return false;
  const std::vector<bool>& contains = program_.loops[loop].contains;
  if (contains[successors[0]] == contains[successors[1]])
    return false;
  exit = contains[successors[0]] ? successors[1] : successors[0];
  stay = contains[successors[0]] ? successors[0] : successors[1];
  return true;
}

void Interpreter::followLoopExit(uint32_t blockIndex, uint32_t exit, uint32_t stay, ActiveMask asideMask) {
  const Block& block = program_.blocks[blockIndex];
  const Loop& loop = program_.loops[block.loop];
  LoopState& state = loops_[block.loop];
  const bool isPrimary = loop.primaryExit == blockIndex;
  state.uncertain = true;
  const uint32_t concrete = kConcreteRounds;
  Path& path = paths_.back();
  path.assumed = true;
  if (isPrimary && state.round >= (loop.header == blockIndex ? concrete + 1 : concrete)) {
    if (program_.blocks[exit].onlyReturns) {
      retire(path, path.mask);
      return;
    }
    goTo(path, blockIndex, exit);
    return;
  }
  const bool worthALook = !isPrimary && state.round == 0 && exit != block.reconvergence &&
                          !program_.blocks[exit].onlyReturns && paths_.size() < kMaxPaths && !path.aside;
  Path look = path;
  goTo(path, blockIndex, stay);
  if (!worthALook)
    return;
  look.block = exit;
  look.from = blockIndex;
  look.reconvergence = block.reconvergence;
  look.mask = asideMask;
  look.aside = true;
  look.possible = true;
  look.cause = nullptr;
  look.waiting = 0;
  look.gone = 0;
  look.dataDependent = false;
  look.parent = paths_.size() - 1;
  look.join = Join::None;
  paths_.push_back(look);
}

void Interpreter::goOnWithout(const Operation& operation, uint32_t blockIndex, uint32_t successor,
                              ActiveMask mask, ActiveMask gone) {
  // Lanes that never held a thread are not missed.
  if (paths_.back().cause != operation.instruction) {
    Path path = paths_.back();
    paths_.back().block = path.reconvergence;
    path.cause = operation.instruction;
    path.waiting = 0;
    path.gone = 0;
    path.dataDependent = false;
    path.parent = paths_.size() - 1;
    paths_.push_back(path);
  }
  Path& path = paths_.back();
  path.gone |= gone;
  path.mask = mask;
  goTo(path, blockIndex, successor);
}

void Interpreter::splitKnown(const Operation& operation, uint32_t blockIndex,
                             const std::vector<Side>& sides) {
  const Block& block = program_.blocks[blockIndex];
  const ActiveMask before = paths_.back().mask;
  std::vector<Side> running;
  for (const Side& side : sides) {
    if (program_.blocks[side.successor].onlyReturns)
      retire(paths_.back(), side.mask);
    else
      running.push_back(side);
  }
  if (running.empty())
    return;
  if (running.size() == 1) {
    goOnWithout(operation, blockIndex, running[0].successor, running[0].mask, before & ~running[0].mask);
    return;
  }
  const Path parent = paths_.back();
  const uint32_t reconvergence = block.reconvergence;
  // The lanes that leave a loop wait at the entry below: no entry a round.
  const bool reuses = parent.reconvergence == reconvergence && reconvergence != kNoBlock &&
                      (parent.cause == nullptr || parent.cause == operation.instruction) &&
                      !parent.dataDependent;
  if (reuses)
    paths_.pop_back();
  else
    paths_.back().block = reconvergence;
  const size_t parentIndex = reuses ? parent.parent : paths_.size() - 1;
  for (const Side& side : running) {
    const bool joins = side.successor == parent.reconvergence && parent.reconvergence == reconvergence;
    transfer(blockIndex, side.successor, side.mask, joins ? parent.join : Join::None, parent.joinFlags);
    if (side.successor == reconvergence)
      continue;
    Path path = parent;
    path.block = side.successor;
    path.reconvergence = reconvergence;
    path.mask = side.mask;
    path.cause = operation.instruction;
    path.waiting = parent.mask & ~side.mask;
    path.gone = 0;
    path.dataDependent = false;
    path.parent = parentIndex;
    if (reuses) {
      path.waiting |= parent.waiting;
      path.gone = parent.gone;
    }
    if (parent.reconvergence != reconvergence)
      path.join = Join::None;
    paths_.push_back(path);
  }
}

void Interpreter::exploreAll(const Operation& operation, uint32_t blockIndex, uint32_t likely, bool assumed,
                             bool oneLane, bool dataDependent, uint8_t flags) {
  const Block& block = program_.blocks[blockIndex];
  const Path parent = paths_.back();
  std::vector<uint32_t> successors = block.successors;
  // A side that returns at once has nothing to look at, and must not end lanes that may go on.
  std::erase_if(successors, [&](uint32_t s) { return program_.blocks[s].onlyReturns; });
  if (successors.empty()) {
    retire(paths_.back(), parent.mask);
    return;
  }
  const bool tooDeep = paths_.size() >= kMaxPaths;
  if (std::find(successors.begin(), successors.end(), likely) == successors.end())
    likely = successors[0];
  if (successors.size() == 1 || tooDeep) {
    paths_.back().assumed = true;
    goTo(paths_.back(), blockIndex, likely);
    return;
  }
  const uint32_t reconvergence = block.reconvergence;
  paths_.back().block = reconvergence;
  const size_t parentIndex = paths_.size() - 1;
  // The likely side lies lowest, so that it runs last and its values hold afterwards.
  std::stable_sort(successors.begin(), successors.end(),
                   [&](uint32_t a, uint32_t b) { return (a == likely) > (b == likely); });
  bool isLast = true;
  for (uint32_t successor : successors) {
    Path path = parent;
    path.block = successor;
    path.from = blockIndex;
    path.reconvergence = reconvergence;
    path.cause = dataDependent ? operation.instruction : nullptr;
    path.waiting = 0;
    path.gone = 0;
    path.dataDependent = dataDependent;
    path.lanesUnknown = path.lanesUnknown || dataDependent;
    path.parent = parentIndex;
    path.join = Join::None;
    path.assumed = true;
    if (assumed) {
      if (!isLast) {
        path.aside = true;
        path.possible = true;
        if (oneLane)
          path.mask = path.mask & (~path.mask + 1);
      }
    } else {
      path.possible = true;
      path.tentative = path.tentative || reconvergence != kNoBlock || !isLast;
      path.aside = path.aside || (!isLast && !dataDependent);
      if (isLast) {
        path.join = dataDependent ? Join::Divergent : Join::Uniform;
        path.joinFlags = flags;
      }
    }
    isLast = false;
    paths_.push_back(path);
  }
}

void Interpreter::terminate(const Operation& operation, uint32_t blockIndex) {
  const Block& block = program_.blocks[blockIndex];
  Path& path = paths_.back();
  const ActiveMask mask = path.mask;
  switch (operation.opcode) {
  case Opcode::Branch: {
    if (program_.blocks[block.successors[0]].onlyReturns) {
      retire(path, mask);
      return;
    }
    goTo(path, blockIndex, block.successors[0]);
    return;
  }
  case Opcode::ConditionalBranch:
  case Opcode::Switch:
    break;
  default:
    retire(path, mask);
    return;
  }
  const LaneVector& condition = registers_[operation.operands[0]];
  uint32_t exit = kNoBlock;
  uint32_t stay = kNoBlock;
  const bool isExit = leaveLoop(blockIndex, block.successors, exit, stay);
  BranchExecution event{operation.instruction, mask,      0, 0, isExit, false, false, false,
                        path.possible,         path.aside};
  const bool isSwitch = operation.opcode == Opcode::Switch;
  const bool known = condition.isKnown();
  const bool dataDependent = condition.isDivergentUnknown() && !condition.isUniformIn(mask);
  const bool assumed = condition.has(LaneVector::Assumed);
  event.isAssumed = assumed;
  event.isDataDependent = dataDependent;
  if (known) {
    std::vector<Side> sides;
    if (!isSwitch) {
      ActiveMask taken = maskOf(condition) & mask;
      event.taken = taken;
      if (taken)
        sides.push_back({block.successors[0], taken});
      if (taken != mask)
        sides.push_back({block.successors[1], mask & ~taken});
    } else {
      const SwitchTable& table = program_.switches[operation.extra];
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if (!isActive(mask, lane))
          continue;
        size_t entry =
            static_cast<size_t>(std::find(table.values.begin(), table.values.end(), condition.offset(lane)) -
                                table.values.begin());
        uint32_t successor = block.successors[table.successors[entry]];
        auto side = std::find_if(sides.begin(), sides.end(),
                                 [&](const Side& other) { return other.successor == successor; });
        if (side == sides.end())
          side = sides.insert(sides.end(), Side{successor, 0});
        side->mask |= ActiveMask{1} << lane;
      }
      event.taken = sides[0].mask;
    }
    event.isKnown = true;
    event.sides = static_cast<unsigned>(sides.size());
    sink_.branch(event);
    if (isExit && sides.size() == 1 && assumed) {
      const bool oneLane = condition.has(LaneVector::OneLane);
      followLoopExit(blockIndex, exit, stay, oneLane ? mask & (~mask + 1) : mask);
      return;
    }
    if (isExit && options_.sampledRounds) {
      // Rounds enough were seen: go on behind the loop.
      const Loop& loop = program_.loops[block.loop];
      const bool stays = sides.size() > 1 || sides[0].successor == stay;
      if (stays && loop.primaryExit == blockIndex && loops_[block.loop].round > options_.sampledRounds) {
        if (program_.blocks[exit].onlyReturns)
          retire(path, mask);
        else
          goTo(path, blockIndex, exit);
        return;
      }
    }
    if (sides.size() == 1 && !assumed) {
      if (program_.blocks[sides[0].successor].onlyReturns)
        retire(path, mask);
      else
        goTo(path, blockIndex, sides[0].successor);
      return;
    }
    if (sides.size() == 1) {
      exploreAll(operation, blockIndex, sides[0].successor, true, condition.has(LaneVector::OneLane), false,
                 condition.flags());
      return;
    }
    splitKnown(operation, blockIndex, sides);
    return;
  }
  sink_.branch(event);
  if (isExit) {
    // How long the loop runs differs from lane to lane, and is not known.
    if (dataDependent && paths_.back().cause != operation.instruction && paths_.size() < kMaxPaths) {
      Path rounds = paths_.back();
      paths_.back().block = block.reconvergence;
      rounds.cause = operation.instruction;
      rounds.waiting = 0;
      rounds.gone = 0;
      rounds.dataDependent = true;
      rounds.lanesUnknown = true;
      rounds.parent = paths_.size() - 1;
      // The path below takes over where lanes meet.
      if (rounds.reconvergence != block.reconvergence)
        rounds.join = Join::None;
      rounds.reconvergence = block.reconvergence;
      paths_.push_back(rounds);
    }
    followLoopExit(blockIndex, exit, stay, mask);
    return;
  }
  uint32_t likely = block.successors[0];
  if (!isSwitch && !dataDependent && !(condition.nominal(firstLane(mask), symbols_) & 1))
    likely = block.successors[1];
  exploreAll(operation, blockIndex, likely, false, false, dataDependent, condition.flags());
}

} // namespace cuda_lint
