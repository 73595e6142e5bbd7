#include "analyzer/warp/interpreter.h"

#include "llvm/IR/Argument.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

#include <algorithm>

namespace cuda_lint {

namespace {

constexpr uint64_t kAllocationAlignment = 256;

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
    const SymbolId id = symbols_.add(symbol);
    reg = LaneVector::symbol(id);
    if (symbol.kind != SymbolKind::PointerBase)
      continue;
    if (argument.hasByValAttr())
      structures_[id] = position;
    else if (position < launch.arguments.size() && launch.arguments[position])
      arithmetic_.add(reg, reg, LaneVector::uniform(*launch.arguments[position]), 64, 0);
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
  for (unsigned i = 0; i < 3; ++i) {
    const bool isSymbol = blocks_ ? blocks_->isFree(i) : !position.block[i];
    specialRegisters_[static_cast<size_t>(SpecialRegister::BlockX) + i] =
        isSymbol ? LaneVector::symbol(blockSymbols_[i])
                 : LaneVector::uniform(static_cast<int64_t>(*position.block[i]));
  }
}

} // namespace cuda_lint
