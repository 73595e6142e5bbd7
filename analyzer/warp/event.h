#pragma once

#include "analyzer/warp/lane_vector.h"

#include <array>
#include <optional>

namespace llvm {
class Instruction;
} // namespace llvm

namespace cuda_lint {

enum class AccessKind : uint8_t { Load, Store, Atomic };

/// One warp-level memory request.
struct MemoryAccess {
  const llvm::Instruction* instruction;
  AccessKind kind;
  AddressSpace space;
  /// Bytes that each lane asks for.
  unsigned bytes;
  ActiveMask mask;
  /// Of the first byte, lane by lane. The references live as long as the event is being told.
  const LaneVector& address;
  const SymbolTable& symbols;
  /// Runs only under a condition that could not be decided.
  bool possible;
  /// Data decides which of the lanes of `mask` are really there.
  bool lanesUnknown;
  /// Reached, or reached this often, under an assumption: an index inside its bounds, a loop whose trip count
  /// is not known.
  bool isAssumed;
  /// Reached on a side that is explored beside the likely one (a boundary's, an error's): not part of the
  /// totals.
  bool aside;
  /// Inside a loop whose trip count is not known: stands for any number of executions.
  bool repeats;
  /// Belongs to this round of the loop that an atomic operation is made of, where the machine has none of its
  /// kind: it reads, computes, and swaps if nobody came in between. From 1; 0 elsewhere.
  unsigned spinRound = 0;
  /// Of an asynchronous copy: the address on its other side.
  const LaneVector* otherSide = nullptr;
};

/// One execution of a conditional branch or switch.
struct BranchExecution {
  const llvm::Instruction* instruction;
  ActiveMask active;
  /// Lanes that go to the first successor (for a switch: to the case of the first active lane). Meaningful
  /// when `isKnown`.
  ActiveMask taken;
  /// Different successors that lanes go to, as far as known.
  unsigned sides;
  /// One of the successors lies outside the innermost loop.
  bool leavesLoop;
  /// Each lane's side is known.
  bool isKnown;
  /// Known only under an assumption: an index inside its bounds.
  bool isAssumed;
  /// Not known, and different from lane to lane because of data.
  bool isDataDependent;
  bool possible;
  bool lanesUnknown;
  /// Reached under an assumption.
  bool isReachAssumed;
  bool aside;
  bool repeats;
};

/// An integer remainder, a quotient or a masking of bits whose first operand differs between lanes.
struct RemainderExecution {
  const llvm::Instruction* instruction;
  const LaneVector& dividend;
  const LaneVector& divisor;
  ActiveMask mask;
};

enum class BarrierKind : uint8_t { Block, Warp };

struct Barrier {
  const llvm::Instruction* instruction;
  BarrierKind kind;
  ActiveMask active;
};

/// Which warp runs. The block index is nullopt in a dimension whose extent is not known.
struct WarpPosition {
  std::array<std::optional<uint64_t>, 3> block;
  unsigned warp = 0;
  /// Lanes that hold a thread.
  ActiveMask lanes = kFullMask;
};

/// Told what a warp does, as it does it.
class EventSink {
public:
  virtual ~EventSink() = default;
  virtual void beginWarp(const WarpPosition& position) {}
  virtual void memoryAccess(const MemoryAccess& access) {}
  virtual void branch(const BranchExecution& branch) {}
  virtual void remainder(const RemainderExecution& remainder) {}
  virtual void barrier(const Barrier& barrier) {}
  virtual void shuffle(const llvm::Instruction& instruction, ActiveMask active) {}
  /// `count` instructions ran with `active` lanes.
  virtual void instructions(unsigned count, ActiveMask active) {}
  /// `count` instructions were issued for `active` lanes, those included whose predicate is off: the machine
  /// does not branch around a short side.
  virtual void issued(unsigned count, ActiveMask active) {}
  /// While `count` instructions ran, `idleLanes` lanes waited or were gone because `branch` had sent them
  /// elsewhere.
  virtual void idle(const llvm::Instruction& branch, unsigned count, ActiveMask idleLanes,
                    ActiveMask active) {}
  /// `count` instructions ran on a side of `branch` whose lanes are not known, because data decides.
  virtual void dataDependent(const llvm::Instruction& branch, unsigned count) {}
};

} // namespace cuda_lint
