#pragma once

#include "analyzer/warp/lane_vector.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Value;
} // namespace llvm

namespace cuda_lint {

enum class Opcode : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  ShiftLeft,
  ShiftRight,
  And,
  Or,
  Xor,
  Truncate,
  ZeroExtend,
  SignExtend,
  Copy,
  Compare,
  Select,
  Minimum,
  Maximum,
  Absolute,
  BitFunction,
  ElementAddress,
  Load,
  Store,
  Atomic,
  CopyMemory,
  SetMemory,
  SpecialRegister,
  Shuffle,
  Vote,
  BlockBarrier,
  WarpBarrier,
  /// Result not modelled; uniform if the operands are.
  Opaque,
  /// Result not modelled; differs between lanes whatever the operands. `isInteger` marks what is not followed
  /// rather than read from memory.
  OpaqueDivergent,
  /// Result not modelled; the same in every lane.
  OpaqueUniform,
  Branch,
  ConditionalBranch,
  Switch,
  Return,
};

enum class SpecialRegister : uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockSizeX,
  BlockSizeY,
  BlockSizeZ,
  BlockX,
  BlockY,
  BlockZ,
  GridX,
  GridY,
  GridZ,
  Lane,
  WarpInBlock,
  WarpSize,
  LaneMaskEqual,
  LaneMaskLess,
  LaneMaskLessEqual,
  LaneMaskGreater,
  LaneMaskGreaterEqual,
  ActiveLanes,
};

enum class BitFunction : uint8_t {
  FindFirstSet,
  Reverse,
  Count,
  LeadingZeros,
  TrailingZeros,
  SwapBytes,
  FunnelLeft,
  FunnelRight
};

enum class ShuffleMode : uint8_t { Index, Up, Down, Butterfly };
enum class VoteMode : uint8_t { All, Any, Ballot, Uniform };

/// An instruction, decoded so that interpreting it needs no look-up. Operands are register numbers.
struct Operation {
  Opcode opcode;
  /// Of the result, or of what a comparison compares.
  uint8_t bits = 64;
  bool isSigned = false;
  /// Some lanes may read a value that others have computed since: keep what inactive lanes hold.
  bool keepsInactive = false;
  /// Comparison, SpecialRegister, BitFunction, ShuffleMode, VoteMode, or AccessKind.
  uint8_t detail = 0;
  /// The loaded or stored type is a pointer, an integer; neither for floating point and aggregates.
  bool isPointer = false;
  bool isInteger = false;
  /// One half of an asynchronous copy; the other half's address is operand 2.
  bool isCopy = false;
  uint32_t result = 0;
  std::array<uint32_t, 3> operands{};
  /// Bytes of a memory access; index into scaledIndices, switches or operandLists.
  uint32_t extra = 0;
  /// Bytes that the machine moves for a load or store; 0 where it moves them along with another one's.
  uint32_t movedBytes = 0;
  /// Where they begin, from the operation's own address.
  int32_t movedOffset = 0;
  int64_t constant = 0;
  const llvm::Instruction* instruction = nullptr;
};

/// The variable part of an address: sum of registers times bytes.
struct ScaledIndex {
  uint32_t index;
  int64_t scale;
};

struct Phi {
  uint32_t result;
  uint8_t bits;
  /// By position in Block::predecessors.
  std::vector<uint32_t> incoming;
};

inline constexpr uint32_t kNoBlock = 0xffffffffu;
inline constexpr uint32_t kNoLoop = 0xffffffffu;

struct Block {
  uint32_t firstOperation = 0;
  /// Without phis, with the terminator.
  uint32_t operationCount = 0;
  std::vector<uint32_t> predecessors;
  std::vector<uint32_t> successors;
  std::vector<Phi> phis;
  /// A phi reads another phi of this block: they must be read before any is written.
  bool phisDepend = false;
  /// Where lanes that part here meet again: the immediate post-dominator, returns left out; kNoBlock where
  /// they do not.
  uint32_t reconvergence = kNoBlock;
  /// Holds nothing but a return.
  bool onlyReturns = false;
  /// A short side of a branch: the machine switches its instructions on and off by lane, without branching.
  bool isPredicated = false;
  /// Innermost.
  uint32_t loop = kNoLoop;
};

struct Loop {
  uint32_t header;
  uint32_t parent = kNoLoop;
  /// The block through whose branch the loop is left when its trip count is not known.
  uint32_t primaryExit = kNoBlock;
  std::vector<bool> contains;
};

struct SwitchTable {
  std::vector<int64_t> values;
  /// Index into Block::successors; the last one is the default's.
  std::vector<uint32_t> successors;
};

/// Where the shared variables of a kernel lie in its window.
struct SharedVariable {
  const llvm::GlobalVariable* variable;
  uint64_t offset;
  /// 0 for `extern __shared__`.
  uint64_t bytes;
};

/// What cannot be followed in a kernel, and where.
struct DeclinedConstruct {
  std::string reason;
  const llvm::Instruction* instruction;
};

/// A kernel in the form that the interpreter runs. All calls must have been inlined.
class Program {
public:
  explicit Program(const llvm::Function& kernel);

  const llvm::Function& kernel() const { return *kernel_; }
  const llvm::DataLayout& dataLayout() const { return *layout_; }

  std::vector<Operation> operations;
  std::vector<Block> blocks;
  std::vector<Loop> loops;
  std::vector<std::vector<ScaledIndex>> scaledIndices;
  std::vector<SwitchTable> switches;
  std::vector<std::vector<uint32_t>> operandLists;
  /// Registers that hold a value from the start.
  struct InitialValue {
    uint32_t reg;
    LaneVector value;
  };
  /// A register that holds the address of a global variable plus an offset.
  struct GlobalAddress {
    uint32_t reg;
    const llvm::GlobalVariable* variable;
    int64_t offset;
  };
  std::vector<InitialValue> constants;
  /// Registers that hold the address of a local variable.
  std::vector<uint32_t> locals;
  std::vector<GlobalAddress> globals;
  /// Floating-point constants and the like: uniform, not modelled.
  std::vector<uint32_t> opaqueConstants;
  std::vector<uint32_t> arguments;
  std::vector<SharedVariable> sharedVariables;
  /// Static shared memory; `extern __shared__` starts here.
  uint64_t sharedBytes = 0;
  uint32_t registerCount = 0;
  std::vector<DeclinedConstruct> declined;
  bool usesThreadY = false;
  bool usesThreadZ = false;

private:
  class Decoder;

  const llvm::Function* kernel_;
  const llvm::DataLayout* layout_;
};

} // namespace cuda_lint
