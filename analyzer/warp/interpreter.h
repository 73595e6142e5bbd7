#pragma once

#include "analyzer/launch/launch.h"
#include "analyzer/warp/block_constraints.h"
#include "analyzer/warp/event.h"
#include "analyzer/warp/lane_arithmetic.h"
#include "analyzer/warp/local_memory.h"
#include "analyzer/warp/program.h"

#include <map>

namespace cuda_lint {

/// Rounds of a loop with an unknown trip count that run with concrete counters; the next one runs with
/// counters generalised to `start + step * round`.
inline constexpr uint32_t kConcreteRounds = 2;

/// How a warp's run ended.
enum class RunOutcome { Finished, BudgetExhausted, NeverEnds };

/// Runs one warp after another of a kernel in one launch geometry and tells an EventSink what they do.
class Interpreter {
public:
  struct Options {
    /// Leave loops after this many rounds even where their trip count is known; 0: never.
    uint32_t sampledRounds = 0;
  };

  Interpreter(const Program& program, const Launch& launch, EventSink& sink, Options options);

  /// Warp instructions so far count against `budget`.
  RunOutcome runWarp(const WarpPosition& position, uint64_t budget);

  /// From now on the block index is a symbol where `blocks` leaves it free, and `blocks`, which must outlive
  /// the runs, is narrowed to the blocks that do the same. nullptr: block indices are what positions say.
  void shareBlocks(BlockConstraints* blocks) { blocks_ = blocks; }
  const std::array<SymbolId, 3>& blockSymbols() const { return blockSymbols_; }

  /// By all warps.
  uint64_t executed() const { return executed_; }
  const SymbolTable& symbols() const { return symbols_; }

private:
  enum class Join : uint8_t { None, Uniform, Divergent };
  static constexpr size_t kNoParent = ~size_t{0};

  /// Lanes that run together, and where they stop to wait for others.
  struct Path {
    uint32_t block;
    uint32_t reconvergence;
    ActiveMask mask;
    /// The edge into `block` is still to be taken from here.
    uint32_t from = kNoBlock;
    /// Explored beside the likely side.
    bool aside = false;
    /// Under a condition that could not be decided.
    bool possible = false;
    /// Returning does not end these lanes: the other side of the condition goes on with all of them.
    bool tentative = false;
    Join join = Join::None;
    uint8_t joinFlags = 0;
    /// The branch that split these lanes off, the lanes that wait for them, and the lanes that it sent home.
    const llvm::Instruction* cause = nullptr;
    ActiveMask waiting = 0;
    ActiveMask gone = 0;
    /// Data decides at `cause` which lanes come here.
    bool dataDependent = false;
    /// It did so there or further out: `mask` holds the lanes that may be here.
    bool lanesUnknown = false;
    /// An assumption led here.
    bool assumed = false;
    /// The path that goes on where this one ends; its own waiting lanes wait for this one too.
    size_t parent = kNoParent;
  };

  struct LoopState {
    uint32_t round = 0;
    /// An exit whose condition is not known was passed in this activation.
    bool uncertain = false;
    /// The path stood under an assumption before that.
    bool assumedBefore = false;
    /// Header phis of the first round.
    std::vector<LaneVector> first;
  };

  struct Side {
    uint32_t successor;
    ActiveMask mask;
  };

  void reset(const WarpPosition& position);
  void bindArguments(const Launch& launch);
  void bindGlobals();
  void setSpecialRegisters(const WarpPosition& position);

  void runBlock(const Block& block, ActiveMask mask, bool possible, bool aside);
  void execute(const Operation& operation, ActiveMask mask);
  void transfer(uint32_t from, uint32_t to, ActiveMask mask, Join join, uint8_t joinFlags);
  /// What the header's phis become; counters of a loop that is left early are generalised.
  void enterHeader(uint32_t loop, const std::vector<LaneVector>& incoming, std::vector<LaneVector>& values);
  void terminate(const Operation& operation, uint32_t blockIndex);
  void splitKnown(const Operation& operation, uint32_t blockIndex, const std::vector<Side>& sides);
  void exploreAll(const Operation& operation, uint32_t blockIndex, uint32_t likely, bool assumed,
                  bool oneLane, bool dataDependent, uint8_t flags);
  bool leaveLoop(uint32_t blockIndex, const std::vector<uint32_t>& successors, uint32_t& exit,
                 uint32_t& stay) const;
  void followLoopExit(uint32_t blockIndex, uint32_t exit, uint32_t stay, ActiveMask asideMask);
  bool allExitsLeadTo(const Loop& loop, uint32_t exit) const;
  bool isInUnknownLoop(const Block& block) const;
  void goTo(Path& path, uint32_t from, uint32_t to);
  void retire(Path& path, ActiveMask lanes);
  /// The lanes of `mask` go on alone: those of `gone` returned at this branch.
  void goOnWithout(const Operation& operation, uint32_t blockIndex, uint32_t successor, ActiveMask mask,
                   ActiveMask gone);
  void tellTime(const Path& path, unsigned count);

  /// Does an operation on values that hang on the block index, where that takes more than linear
  /// arithmetic; false where it does not.
  bool executeOverBlocks(const Operation& operation, ActiveMask mask);
  /// Puts the block index into a register; from then on the blocks left have this value.
  void settle(uint32_t reg, ActiveMask mask);
  void linearOverBlocks(LaneVector& out, const Operation& operation, ActiveMask mask);
  bool mayOverflow(const Operation& operation) const;
  void wrapOverBlocks(LaneVector& value, unsigned bits, ActiveMask mask);
  bool keepSign(const LaneVector& value, ActiveMask mask);
  LaneVector asUnsigned(const LaneVector& value, unsigned bits, ActiveMask mask);
  bool compareOverBlocks(LaneVector& out, Comparison comparison, bool isSigned, const LaneVector& a,
                         const LaneVector& b, unsigned bits, ActiveMask mask, unsigned where);
  void quotientOverBlocks(LaneVector& out, const LaneVector& value, int64_t divisor, bool wantRemainder,
                          ActiveMask mask, unsigned where);
  bool bitsOverBlocks(LaneVector& out, const Operation& operation, ActiveMask mask);
  bool divideOverBlocks(LaneVector& out, const Operation& operation, ActiveMask mask);

  LaneVector& result(const Operation& operation, ActiveMask mask);
  void finishResult(const Operation& operation, ActiveMask mask);

  void bitFunction(LaneVector& out, const Operation& operation, ActiveMask mask);
  void load(const Operation& operation, ActiveMask mask);
  void store(const Operation& operation, ActiveMask mask);
  void atomic(const Operation& operation, ActiveMask mask);
  void noteOtherSide(const Operation& operation, ActiveMask mask);
  void spin(const Operation& operation, const LaneVector& address, ActiveMask mask);
  void copyMemory(const Operation& operation, ActiveMask mask);
  void shuffle(const Operation& operation, ActiveMask mask);
  void vote(const Operation& operation, ActiveMask mask);
  AddressSpace spaceOf(const LaneVector& address, const Operation& operation, SymbolId* base) const;
  void tellAccess(const Operation& operation, AccessKind kind, AddressSpace space, unsigned bytes,
                  unsigned alignment, const LaneVector& address, ActiveMask mask);
  bool loadParameter(LaneVector& out, SymbolId base, const LaneVector& address, const Operation& operation);
  bool loadInitialiser(LaneVector& out, SymbolId base, const LaneVector& address, const Operation& operation,
                       ActiveMask mask);
  unsigned place(const Operation& operation) const {
    return operation.result * LaneArithmetic::kPlacesPerOperation;
  }
  unsigned blockPlace(uint32_t block) const {
    return (program_.registerCount + block) * LaneArithmetic::kPlacesPerOperation;
  }

  const Program& program_;
  Launch launch_;
  EventSink& sink_;
  Options options_;
  SymbolTable symbols_;
  LaneArithmetic arithmetic_;
  std::vector<LaneVector> registers_;
  std::vector<ActiveMask> written_;
  std::vector<LaneVector> specialRegisters_;
  std::array<SymbolId, 3> blockSymbols_{};
  BlockConstraints* blocks_ = nullptr;
  std::vector<LoopState> loops_;
  std::vector<Path> paths_;
  std::map<SymbolId, LocalVariable> locals_;
  std::map<std::pair<SymbolId, int64_t>, SymbolId> parameterFields_;
  /// Parameters that are passed by value, by position.
  std::map<SymbolId, unsigned> structures_;
  std::map<SymbolId, const llvm::GlobalVariable*> initialised_;
  LaneVector scratch_;
  bool usesScratch_ = false;
  std::vector<LaneVector> phiValues_;
  ActiveMask live_ = 0;
  uint64_t executed_ = 0;
  bool possible_ = false;
  bool aside_ = false;
  bool tentative_ = false;
  bool lanesUnknown_ = false;
  bool assumed_ = false;
  bool repeats_ = false;
  unsigned spinRound_ = 0;
  /// Of the asynchronous copy that runs.
  std::optional<LaneVector> otherSide_;
  bool neverEnds_ = false;
};

} // namespace cuda_lint
