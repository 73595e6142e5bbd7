#include "analyzer/warp/interpreter.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <utility>

namespace cuda_lint {

namespace {

/// The widest access of one machine instruction, in bytes.
constexpr unsigned kWidestAccess = 16;
/// Pieces of one copy that are told; a longer one repeats its pattern.
constexpr unsigned kMaxPieces = 64;
constexpr uint64_t kAllocationAlignment = 256;
constexpr unsigned kBankBytes = 4;
/// What a request costs repeats with this many bytes: banks, sectors and the lines that hold them.
constexpr uint64_t kAddressPeriod = 128;

unsigned alignmentOf(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return static_cast<unsigned>(load->getAlign().value());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return static_cast<unsigned>(store->getAlign().value());
  return kWidestAccess;
}

std::optional<AddressSpace> spaceOfType(const llvm::Instruction& instruction, unsigned operand) {
  const llvm::Type* type = instruction.getOperand(operand)->getType();
  if (!type->isPointerTy())
    return std::nullopt;
  switch (type->getPointerAddressSpace()) {
  case 1:
    return AddressSpace::Global;
  case 3:
    return AddressSpace::Shared;
  case 4:
    return AddressSpace::Constant;
  case 5:
    return AddressSpace::Local;
  case 101:
    return AddressSpace::Parameter;
  default:
    return std::nullopt;
  }
}

/// The byte at `offset` of a by-value parameter lies in an array that is a member of it.
bool liesInArray(const llvm::Function& kernel, llvm::StringRef parameter, uint64_t offset,
                 const llvm::DataLayout& layout) {
  llvm::Type* type = nullptr;
  for (const llvm::Argument& argument : kernel.args())
    if (argument.getName() == parameter)
      type = argument.getParamByValType();
  while (auto* structure = llvm::dyn_cast_or_null<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(structure);
    if (offset >= fields->getSizeInBytes())
      return false;
    const unsigned field = fields->getElementContainingOffset(offset);
    offset -= fields->getElementOffset(field);
    type = structure->getElementType(field);
  }
  return type && type->isArrayTy();
}

/// Shared memory has integer atomics of 32 bits, and exchanges; the rest is made of compare-and-swap.
bool isLoopInSharedMemory(const llvm::Instruction& instruction, unsigned bytes) {
  const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  if (!atomic || atomic->getOperation() == llvm::AtomicRMWInst::Xchg)
    return false;
  return bytes != kBankBytes || !atomic->getType()->isIntegerTy();
}

/// The operand that holds the address.
unsigned addressOperand(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool isMaskedStore = intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_store;
  return llvm::isa<llvm::StoreInst>(instruction) || isMaskedStore ? 1 : 0;
}

} // namespace

AddressSpace Interpreter::spaceOf(const LaneVector& address, const Operation& operation,
                                  SymbolId* base) const {
  std::optional<AddressSpace> found;
  bool mixed = false;
  auto consider = [&](SymbolId id) {
    const Symbol& symbol = symbols_[id];
    if (symbol.kind != SymbolKind::PointerBase)
      return;
    mixed = mixed || (found && *found != symbol.space);
    found = symbol.space;
    if (base)
      *base = id;
  };
  for (const Term& term : address)
    consider(term.symbol);
  if (address.laneTerms())
    for (const LaneTerm& term : *address.laneTerms())
      consider(term.symbol);
  if (mixed)
    return AddressSpace::Unknown;
  if (found && *found != AddressSpace::Unknown)
    return *found;
  if (std::optional<AddressSpace> space =
          spaceOfType(*operation.instruction, addressOperand(*operation.instruction)))
    return *space;
  // A pointer that was itself read from memory points to global memory: kernels seldom keep others there.
  if (address.has(LaneVector::Data))
    return AddressSpace::Global;
  return AddressSpace::Unknown;
}

void Interpreter::tellAccess(const Operation& operation, AccessKind kind, AddressSpace space, unsigned bytes,
                             unsigned alignment, const LaneVector& address, ActiveMask mask) {
  auto tell = [&](const LaneVector& at, unsigned width) {
    sink_.memoryAccess({operation.instruction, kind, space, width, mask, at, symbols_, possible_,
                        lanesUnknown_, assumed_, aside_, repeats_, spinRound_,
                        otherSide_ ? &*otherSide_ : nullptr});
  };
  if (blocks_ && space != AddressSpace::Local && blocks_->hangsOn(address)) {
    // One address, which is aligned to its width, costs the same wherever it lies.
    if (!address.isUniformIn(mask))
      blocks_->keepRemainder(address, mask, kAddressPeriod);
    tellAccess(operation, kind, space, bytes, alignment, blocks_->here(address), mask);
    return;
  }
  // The machine moves what the alignment allows in one instruction.
  const unsigned widest = std::bit_floor(std::max(std::min(alignment, kWidestAccess), 1u));
  if (std::bit_floor(bytes) == bytes && bytes <= widest) {
    tell(address, bytes);
    return;
  }
  unsigned done = 0;
  for (unsigned pieces = 0; done < bytes && pieces < kMaxPieces; ++pieces) {
    const unsigned width = std::min(widest, std::bit_floor(bytes - done));
    LaneVector at;
    arithmetic_.add(at, address, LaneVector::uniform(done), 64, place(operation));
    tell(at, width);
    done += width;
  }
}

bool Interpreter::loadParameter(LaneVector& out, SymbolId base, const LaneVector& address,
                                const Operation& operation) {
  if (!address.isUniform() || address.termCount() != 1)
    return false;
  if (auto structure = structures_.find(base); structure != structures_.end()) {
    auto known = launch_.fields.find({structure->second, static_cast<uint64_t>(address.base())});
    if (known != launch_.fields.end() && known->second.first == operation.extra && operation.isInteger) {
      out = LaneVector::uniform(canonicalInteger(known->second.second, operation.bits));
      return true;
    }
  }
  auto [field, isNew] = parameterFields_.try_emplace({base, address.base()});
  if (isNew) {
    Symbol symbol;
    symbol.kind = operation.isPointer ? SymbolKind::PointerBase : SymbolKind::Argument;
    if (operation.isPointer) {
      symbol.space = AddressSpace::Global;
      symbol.alignment = kAllocationAlignment;
      symbol.minimum = kAllocationAlignment;
    }
    symbol.isTableEntry =
        address.base() >= 0 && liesInArray(program_.kernel(), symbols_[base].name,
                                           static_cast<uint64_t>(address.base()), program_.dataLayout());
    symbol.name = "a field of " + symbols_[base].name;
    field->second = symbols_.add(symbol);
  }
  out = LaneVector::symbol(field->second);
  return true;
}

bool Interpreter::loadInitialiser(LaneVector& out, SymbolId base, const LaneVector& address,
                                  const Operation& operation, ActiveMask mask) {
  auto variable = initialised_.find(base);
  if (variable == initialised_.end() || address.termCount() != 1 || address.laneTerms() ||
      !operation.isInteger)
    return false;
  Lanes values{};
  auto* initialiser = const_cast<llvm::Constant*>(variable->second->getInitializer());
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    const llvm::Constant* folded = llvm::ConstantFoldLoadFromConst(
        initialiser, operation.instruction->getType(),
        llvm::APInt(64, static_cast<uint64_t>(address.offset(lane))), program_.dataLayout());
    const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(folded);
    if (!integer)
      return false;
    values[lane] = integer->getSExtValue();
  }
  if (address.isUniformIn(mask))
    out = LaneVector::uniform(values[firstLane(mask)]);
  else
    out = LaneVector::perLane(values);
  return true;
}

void Interpreter::noteOtherSide(const Operation& operation, ActiveMask mask) {
  otherSide_.reset();
  if (!operation.isCopy)
    return;
  otherSide_ = registers_[operation.operands[2]];
  if (blocks_ && blocks_->hangsOn(*otherSide_)) {
    blocks_->keepRemainder(*otherSide_, mask, kAddressPeriod);
    otherSide_ = blocks_->here(*otherSide_);
  }
}

void Interpreter::load(const Operation& operation, ActiveMask mask) {
  noteOtherSide(operation, mask);
  const LaneVector& address = registers_[operation.operands[0]];
  SymbolId base = 0;
  const AddressSpace space = spaceOf(address, operation, &base);
  if (operation.movedBytes && operation.movedOffset) {
    LaneVector start;
    arithmetic_.add(start, address, LaneVector::uniform(operation.movedOffset), 64, place(operation));
    tellAccess(operation, AccessKind::Load, space, operation.movedBytes, kWidestAccess, start, mask);
  } else if (operation.movedBytes) {
    tellAccess(operation, AccessKind::Load, space, operation.movedBytes, alignmentOf(*operation.instruction),
               address, mask);
  }
  if (operation.instruction->getType()->isVoidTy())
    return;
  if (space == AddressSpace::Local || space == AddressSpace::Parameter || initialised_.count(base))
    settle(operation.operands[0], mask);
  const unsigned where = place(operation);
  LaneVector value;
  LaneVector source = address;
  AddressSpace sourceSpace = space;
  bool found = false;
  if (space == AddressSpace::Local && address.isUniform() && address.termCount() == 1) {
    const LocalVariable& variable = locals_[base];
    if (const LaneVector* stored = variable.load(address.base(), operation.extra)) {
      value = *stored;
      found = true;
    } else if (std::optional<LaneVector> copied =
                   variable.copiedFrom(address.base(), operation.extra, arithmetic_, where)) {
      source = *copied;
      sourceSpace = spaceOf(source, operation, &base);
    }
  }
  if (!found && (sourceSpace == AddressSpace::Parameter || sourceSpace == AddressSpace::Constant ||
                 sourceSpace == AddressSpace::Global))
    found = loadInitialiser(value, base, source, operation, mask) ||
            (sourceSpace != AddressSpace::Global && loadParameter(value, base, source, operation));
  if (!found) {
    const bool sameEverywhere = source.isUniformIn(mask);
    if (sourceSpace == AddressSpace::Local) {
      const LocalVariable& variable = locals_[base];
      arithmetic_.opaque(value, variable.holdsUniform() && sameEverywhere, variable.flags(), where);
    } else if (sameEverywhere && operation.isPointer) {
      SymbolId pointer = symbols_.fresh(where, SymbolKind::PointerBase, kAllocationAlignment);
      // Tables of pointers in global memory point to global memory; what other memory holds may point
      // anywhere.
      const bool fromTable = sourceSpace == AddressSpace::Global || sourceSpace == AddressSpace::Constant ||
                             sourceSpace == AddressSpace::Parameter;
      symbols_[pointer].space = fromTable ? AddressSpace::Global : AddressSpace::Unknown;
      symbols_[pointer].minimum = kAllocationAlignment;
      value = LaneVector::symbol(pointer);
    } else if (sameEverywhere) {
      SymbolId loaded = symbols_.fresh(where, SymbolKind::Loaded, 1);
      symbols_[loaded].nominal = 1024;
      symbols_[loaded].isTableEntry = sourceSpace == AddressSpace::Parameter;
      value = LaneVector::symbol(loaded);
      value.addFlags(LaneVector::Data);
    } else {
      value = LaneVector::divergent(LaneVector::Data);
    }
  }
  result(operation, mask) = value;
  finishResult(operation, mask);
}

void Interpreter::store(const Operation& operation, ActiveMask mask) {
  noteOtherSide(operation, mask);
  const LaneVector& address = registers_[operation.operands[0]];
  SymbolId base = 0;
  const AddressSpace space = spaceOf(address, operation, &base);
  if (operation.movedBytes)
    tellAccess(operation, AccessKind::Store, space, operation.movedBytes, alignmentOf(*operation.instruction),
               address, mask);
  if (space != AddressSpace::Local)
    return;
  settle(operation.operands[0], mask);
  const LaneVector& value = registers_[operation.operands[1]];
  LocalVariable& variable = locals_[base];
  // Stores have no result; the address register names the place instead.
  const unsigned where = operation.operands[0] * LaneArithmetic::kPlacesPerOperation;
  if (address.isUniform() && address.termCount() == 1)
    // Lanes that are gone have no old value to keep.
    variable.store(address.base(), operation.extra, value, mask | ~live_, aside_ || tentative_, arithmetic_,
                   where);
  else
    variable.storeAnywhere(value);
}

void Interpreter::spin(const Operation& operation, const LaneVector& address, ActiveMask mask) {
  // Halves of a warp go one after the other where a lane is two banks wide.
  const unsigned group = operation.extra > kBankBytes ? kWarpSize / 2 : kWarpSize;
  const auto width = static_cast<int64_t>(std::max(operation.extra, kBankBytes));
  for (spinRound_ = 1; mask; ++spinRound_) {
    const unsigned round = std::exchange(spinRound_, 0);
    tellAccess(operation, AccessKind::Load, AddressSpace::Shared, operation.extra, operation.extra, address,
               mask);
    spinRound_ = round;
    tellAccess(operation, AccessKind::Atomic, AddressSpace::Shared, operation.extra, operation.extra, address,
               mask);
    if (address.isDivergentUnknown())
      break;
    // One lane of each bank gets through.
    uint32_t served = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if (lane % group == 0)
        served = 0;
      const auto bank = static_cast<unsigned>(static_cast<uint64_t>(address.offset(lane) / width) % group);
      if (!isActive(mask, lane) || (served >> bank & 1))
        continue;
      served |= uint32_t{1} << bank;
      mask &= ~(ActiveMask{1} << lane);
    }
  }
  spinRound_ = 0;
}

void Interpreter::atomic(const Operation& operation, ActiveMask mask) {
  otherSide_.reset();
  const LaneVector& address = registers_[operation.operands[0]];
  const AddressSpace space = spaceOf(address, operation, nullptr);
  if (space == AddressSpace::Shared && isLoopInSharedMemory(*operation.instruction, operation.extra))
    spin(operation, address, mask);
  else
    tellAccess(operation, AccessKind::Atomic, space, operation.extra, operation.extra, address, mask);
  if (operation.instruction->getType()->isVoidTy())
    return;
  result(operation, mask) = LaneVector::divergent(LaneVector::Data);
  finishResult(operation, mask);
}

void Interpreter::copyMemory(const Operation& operation, ActiveMask mask) {
  otherSide_.reset();
  const LaneVector& target = registers_[operation.operands[0]];
  const LaneVector& length = registers_[operation.operands[2]];
  const uint64_t bytes =
      length.isKnownUniform() && length.base() > 0 ? static_cast<uint64_t>(length.base()) : 0;
  const auto& intrinsic = llvm::cast<llvm::MemIntrinsic>(*operation.instruction);
  SymbolId targetBase = 0;
  const AddressSpace targetSpace = spaceOf(target, operation, &targetBase);
  const auto told = static_cast<unsigned>(std::min<uint64_t>(bytes, kWidestAccess * kMaxPieces));
  if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic)) {
    const LaneVector& source = registers_[operation.operands[1]];
    SymbolId sourceBase = 0;
    const AddressSpace sourceSpace = spaceOf(source, operation, &sourceBase);
    if (told)
      tellAccess(operation, AccessKind::Load, sourceSpace, told,
                 static_cast<unsigned>(transfer->getSourceAlign().valueOrOne().value()), source, mask);
    if (targetSpace == AddressSpace::Local && target.isUniform() && target.termCount() == 1 && bytes) {
      // A copy of a local variable carries its values along, when both lie at known offsets.
      if (sourceSpace != AddressSpace::Local)
        locals_[targetBase].copyFrom(target.base(), bytes, source);
      else
        locals_[targetBase].storeAnywhere(LaneVector::divergent(LaneVector::Data));
      return;
    }
  }
  if (told)
    tellAccess(operation, AccessKind::Store, targetSpace, told,
               static_cast<unsigned>(intrinsic.getDestAlign().valueOrOne().value()), target, mask);
  if (targetSpace == AddressSpace::Local) {
    const bool isSet = operation.opcode == Opcode::SetMemory;
    locals_[targetBase].storeAnywhere(isSet ? registers_[operation.operands[1]]
                                            : LaneVector::divergent(LaneVector::Data));
  }
}

void Interpreter::shuffle(const Operation& operation, ActiveMask mask) {
  sink_.shuffle(*operation.instruction, mask);
  if (registers_[operation.operands[0]].laneTerms())
    settle(operation.operands[0], mask);
  settle(operation.operands[1], mask);
  settle(operation.operands[2], mask);
  const LaneVector& value = registers_[operation.operands[0]];
  const LaneVector& selector = registers_[operation.operands[1]];
  const LaneVector& control = registers_[operation.operands[2]];
  const unsigned where = place(operation);
  LaneVector& out = result(operation, mask);
  const bool broadcasts = static_cast<ShuffleMode>(operation.detail) == ShuffleMode::Index &&
                          selector.isUniform() && control.isKnownUniform() &&
                          (control.base() >> 8 & 0x1f) == 0;
  if (value.isUniform()) {
    out = value;
  } else if (value.isDivergentUnknown() || value.laneTerms() || !selector.isKnown() ||
             !control.isKnownUniform()) {
    if (broadcasts)
      arithmetic_.opaque(out, true, value.flags(), where);
    else
      out = LaneVector::divergent(value.flags() | selector.flags() |
                                  (value.isDivergentUnknown() ? 0 : LaneVector::Unfollowed));
  } else {
    // PTX ISA, shfl.sync: the segment mask is in bits 8-12 of the control word, the clamp in bits 0-4.
    const auto segment = static_cast<unsigned>(control.base() >> 8 & 0x1f);
    const auto clamp = static_cast<unsigned>(control.base() & 0x1f);
    Lanes lanes;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const auto by = static_cast<unsigned>(selector.offset(lane) & 0x1f);
      const unsigned highest = (lane & segment) | (clamp & ~segment & 0x1f);
      int source = static_cast<int>(lane);
      bool inside = false;
      switch (static_cast<ShuffleMode>(operation.detail)) {
      case ShuffleMode::Up:
        source = static_cast<int>(lane) - static_cast<int>(by);
        inside = source >= static_cast<int>(highest);
        break;
      case ShuffleMode::Down:
        source = static_cast<int>(lane + by);
        inside = source <= static_cast<int>(highest);
        break;
      case ShuffleMode::Butterfly:
        source = static_cast<int>(lane ^ by);
        inside = source <= static_cast<int>(highest);
        break;
      case ShuffleMode::Index:
        source = static_cast<int>((lane & segment) | (by & ~segment & 0x1f));
        inside = source <= static_cast<int>(highest);
        break;
      }
      lanes[lane] = value.offset(inside ? static_cast<unsigned>(source) : lane);
    }
    LaneVector symbolic = value;
    LaneVector known = LaneVector::perLane(lanes);
    if (value.termCount()) {
      LaneVector offsets = LaneVector::perLane(value.lanes());
      arithmetic_.subtract(symbolic, value, offsets, 64, where);
      arithmetic_.add(out, symbolic, known, 64, where);
    } else {
      out = known;
    }
  }
  finishResult(operation, mask);
}

void Interpreter::vote(const Operation& operation, ActiveMask mask) {
  const LaneVector& predicate = registers_[operation.operands[0]];
  LaneVector& out = result(operation, mask);
  if (predicate.isKnown() && !predicate.has(LaneVector::Assumed)) {
    ActiveMask votes = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      votes |= static_cast<ActiveMask>(predicate.offset(lane) & 1) << lane;
    votes &= mask;
    switch (static_cast<VoteMode>(operation.detail)) {
    case VoteMode::All:
      out = LaneVector::uniform(votes == mask);
      break;
    case VoteMode::Any:
      out = LaneVector::uniform(votes != 0);
      break;
    case VoteMode::Uniform:
      out = LaneVector::uniform(votes == 0 || votes == mask);
      break;
    case VoteMode::Ballot:
      out = LaneVector::uniform(static_cast<int32_t>(votes));
      break;
    }
    out.addFlags(predicate.flags());
  } else {
    arithmetic_.opaque(out, true, predicate.flags() | LaneVector::Data, place(operation));
  }
  finishResult(operation, mask);
}

} // namespace cuda_lint
