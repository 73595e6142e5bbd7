#include "analyzer/checks/divergent_branch.h"

#include "analyzer/checks/source_locator.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <cmath>

namespace cuda_lint {

namespace {

/// Share of a kernel's lane-instructions that a branch must waste to be worth a line.
constexpr double kWorthwhileLoss = 0.10;
/// A side of at most this many lanes that runs this few instructions is a tail: one lane writes what a warp
/// computed.
constexpr unsigned kTailLanes = 4;
constexpr unsigned kTailInstructions = 48;
/// Where data decides, half of the lanes waiting is as good a guess as any: twice the share must lie behind.
constexpr double kWorthwhileBehindData = 2 * kWorthwhileLoss;
/// Sides with fewer instructions than this are predicated by the compiler: no lane branches.
constexpr uint64_t kPredicatedInstructions = 12;
/// Executions of a branch in one warp that are told apart.
constexpr size_t kTrackedExecutions = 4096;

} // namespace

void DivergentBranch::beginBlock(const BlockClass& block) {
  sites_.beginBlock();
  totals_.push_back({block.weight, 0, 0});
}

void DivergentBranch::beginWarp(const WarpPosition& position) {
  inWarp_.clear();
}

void DivergentBranch::restart() {
  sites_.clear();
  totals_.clear();
  unknownExits_.clear();
}

void DivergentBranch::instructions(unsigned count, ActiveMask active) {
  totals_.back().laneInstructions += uint64_t{count} * kWarpSize;
  totals_.back().instructions += count;
}

void DivergentBranch::branch(const BranchExecution& branch) {
  if (branch.aside)
    return;
  if (branch.leavesLoop && (!branch.isKnown || branch.isAssumed))
    unknownExits_.insert(branch.instruction);
  Counts& counts = sites_[branch.instruction];
  ++counts.executions;
  counts.leavesLoop = branch.leavesLoop;
  InWarp& inWarp = inWarp_[branch.instruction];
  const unsigned execution = inWarp.executions++;
  const bool divergedLast = inWarp.divergedLast;
  inWarp.divergedLast = false;
  if (!branch.isKnown)
    return;
  const ActiveMask taken = branch.taken & branch.active;
  const ActiveMask other = branch.active & ~taken;
  if (taken == 0 || other == 0)
    return;
  ++counts.divergent;
  inWarp.divergedLast = true;
  counts.manySides = counts.manySides || branch.sides > 2;
  counts.unevenTrips = counts.unevenTrips || (branch.leavesLoop && divergedLast);
  counts.isAssumed = counts.isAssumed || branch.isAssumed;
  counts.isPossible = counts.isPossible || branch.possible;
  counts.minority = std::max(counts.minority, std::min(laneCount(taken), laneCount(other)));
  // One side lies wholly below the other: a boundary, wherever it falls.
  const bool boundary = (taken < (other & (~other + 1))) || (other < (taken & (~taken + 1)));
  counts.scattered = counts.scattered || !boundary;
  if (execution < kTrackedExecutions) {
    if (counts.warpsByExecution.size() <= execution)
      counts.warpsByExecution.resize(execution + 1);
    uint8_t& warps = counts.warpsByExecution[execution];
    warps = static_cast<uint8_t>(std::min(warps + 1, 255));
    counts.manyWarps = counts.manyWarps || warps > 1;
  }
}

void DivergentBranch::idle(const llvm::Instruction& branch, unsigned count, ActiveMask idleLanes,
                           ActiveMask active) {
  Counts& counts = sites_[&branch];
  counts.lost += uint64_t{count} * laneCount(idleLanes);
  counts.active += uint64_t{count} * laneCount(active);
  counts.instructions += count;
}

void DivergentBranch::dataDependent(const llvm::Instruction& branch, unsigned count) {
  sites_[&branch].dataInstructions += count;
}

/// Boundary guards and single-writer tails: what every kernel has, and what cannot be written better.
bool DivergentBranch::isCheap(const Counts& counts) const {
  if (counts.manySides || counts.unevenTrips)
    return false;
  if (!counts.scattered && !counts.manyWarps)
    return true;
  return !counts.leavesLoop && counts.minority <= kTailLanes &&
         counts.instructions <= counts.divergent * kTailInstructions;
}

uint32_t DivergentBranch::blockOf(const llvm::Instruction& branch) const {
  const Program& program = context_.program;
  for (uint32_t i = 0; i < program.blocks.size(); ++i) {
    const Block& block = program.blocks[i];
    if (program.operations[block.firstOperation + block.operationCount - 1].instruction == &branch)
      return i;
  }
  return kNoBlock;
}

uint32_t DivergentBranch::loopOf(const llvm::Instruction& branch) const {
  const uint32_t block = blockOf(branch);
  return block == kNoBlock ? kNoLoop : context_.program.blocks[block].loop;
}

/// Data decides here, but hardly ever parts lanes.
bool DivergentBranch::rarelyParts(const llvm::Instruction& branch, const Counts& counts) const {
  if (!counts.leavesLoop)
    return counts.dataInstructions <= counts.executions * kPredicatedInstructions || isGuard(branch);
  return retriesAtomic(branch) || bisects(branch);
}

/// The loop's end hangs on a compare-and-swap: it goes round again only where another thread came between.
bool DivergentBranch::retriesAtomic(const llvm::Instruction& branch) const {
  const Program& program = context_.program;
  const uint32_t loop = loopOf(branch);
  for (size_t i = 0; loop != kNoLoop && i < program.blocks.size(); ++i) {
    if (!program.loops[loop].contains[i])
      continue;
    const Block& block = program.blocks[i];
    for (uint32_t k = 0; k < block.operationCount; ++k)
      if (llvm::isa<llvm::AtomicCmpXchgInst>(program.operations[block.firstOperation + k].instruction))
        return true;
  }
  return false;
}

namespace {

/// Phis that `value` is computed from within a few instructions.
void phisOf(const llvm::Value* value, unsigned depth, llvm::SmallPtrSetImpl<const llvm::PHINode*>& phis) {
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
    phis.insert(phi);
    return;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (depth == 0 || !instruction || instruction->mayReadFromMemory())
    return;
  for (const llvm::Value* operand : instruction->operands())
    phisOf(operand, depth - 1, phis);
}

bool halves(const llvm::Instruction& instruction) {
  const bool isShift = instruction.getOpcode() == llvm::Instruction::LShr ||
                       instruction.getOpcode() == llvm::Instruction::AShr;
  const bool isDivision = instruction.getOpcode() == llvm::Instruction::UDiv ||
                          instruction.getOpcode() == llvm::Instruction::SDiv;
  if (!isShift && !isDivision)
    return false;
  const auto* by = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  return by && (isShift ? by->isOne() : by->equalsInt(2));
}

} // namespace

/// The interval between two bounds is halved until nothing is left of it: as many rounds in each lane, give
/// or take one, whatever the data.
bool DivergentBranch::bisects(const llvm::Instruction& branch) const {
  constexpr unsigned depth = 4;
  const auto* conditional = llvm::dyn_cast<llvm::BranchInst>(&branch);
  const uint32_t loop = loopOf(branch);
  if (!conditional || !conditional->isConditional() || loop == kNoLoop)
    return false;
  llvm::SmallPtrSet<const llvm::PHINode*, 8> bounds;
  phisOf(conditional->getCondition(), depth, bounds);
  const Program& program = context_.program;
  for (size_t i = 0; i < program.blocks.size(); ++i) {
    if (!program.loops[loop].contains[i])
      continue;
    const Block& block = program.blocks[i];
    for (uint32_t k = 0; k < block.operationCount; ++k) {
      const llvm::Instruction& instruction = *program.operations[block.firstOperation + k].instruction;
      llvm::SmallPtrSet<const llvm::PHINode*, 8> halved;
      if (halves(instruction))
        phisOf(instruction.getOperand(0), depth, halved);
      const auto shared = std::count_if(halved.begin(), halved.end(),
                                        [&](const llvm::PHINode* phi) { return bounds.contains(phi); });
      if (shared >= 2)
        return true;
    }
  }
  return false;
}

/// All sides but one do next to nothing: lanes wait only where few of a warp take the other, and as with
/// boundary guards most conditions of this form hold for whole warps.
bool DivergentBranch::isGuard(const llvm::Instruction& branch) const {
  const Program& program = context_.program;
  const uint32_t own = blockOf(branch);
  if (own == kNoBlock)
    return false;
  unsigned heavySides = 0;
  for (uint32_t successor : program.blocks[own].successors) {
    std::vector<uint32_t> others = program.blocks[own].successors;
    std::erase(others, successor);
    const std::vector<bool> here = blocksBehind(own, {successor});
    const std::vector<bool> elsewhere = blocksBehind(own, others);
    uint64_t instructions = 0;
    bool hasLoop = false;
    for (size_t i = 0; i < here.size(); ++i) {
      if (!here[i] || elsewhere[i])
        continue;
      instructions += program.blocks[i].operationCount;
      hasLoop = hasLoop || program.blocks[i].loop != program.blocks[own].loop;
    }
    heavySides += hasLoop || instructions > kPredicatedInstructions;
  }
  return heavySides < 2;
}

std::vector<bool> DivergentBranch::blocksBehind(uint32_t own, std::vector<uint32_t> pending) const {
  const Program& program = context_.program;
  std::vector<bool> behind(program.blocks.size());
  while (!pending.empty()) {
    const uint32_t next = pending.back();
    pending.pop_back();
    if (next == program.blocks[own].reconvergence || behind[next])
      continue;
    behind[next] = true;
    pending.insert(pending.end(), program.blocks[next].successors.begin(),
                   program.blocks[next].successors.end());
  }
  return behind;
}

bool DivergentBranch::isOverestimated(const llvm::Instruction& branch) const {
  const Program& program = context_.program;
  const uint32_t own = blockOf(branch);
  if (own == kNoBlock)
    return true;
  const std::vector<bool> behind = blocksBehind(own, program.blocks[own].successors);
  for (const llvm::Instruction* exit : unknownExits_) {
    const uint32_t block = blockOf(*exit);
    bool isInside = block != kNoBlock && behind[block];
    for (uint32_t loop = loopOf(branch); loop != kNoLoop; loop = program.loops[loop].parent)
      isInside = isInside || loop == loopOf(*exit);
    if (!isInside)
      return true;
  }
  return false;
}

CheckResult DivergentBranch::finish() {
  CheckResult result;
  // Over the grid: every block counts as often as the blocks that it stands for.
  double total = 0;
  double totalInstructions = 0;
  llvm::DenseMap<const llvm::Instruction*, double> lost;
  llvm::DenseMap<const llvm::Instruction*, double> behindData;
  for (size_t i = 0; i < totals_.size(); ++i) {
    total += static_cast<double>(totals_[i].laneInstructions) * static_cast<double>(totals_[i].weight);
    totalInstructions +=
        static_cast<double>(totals_[i].instructions) * static_cast<double>(totals_[i].weight);
    for (const auto& [instruction, counts] : sites_.blocks()[i]) {
      lost[instruction] += static_cast<double>(counts.lost) * static_cast<double>(totals_[i].weight);
      behindData[instruction] +=
          static_cast<double>(counts.dataInstructions) * static_cast<double>(totals_[i].weight);
    }
  }
  if (total == 0)
    return result;
  for (const auto& [instruction, counts] : sites_.representative()) {
    const double share = lost.lookup(instruction) / total;
    // Of loops in one another the inner one's instructions are told more than once.
    const double dataShare = std::min(behindData.lookup(instruction) / totalInstructions, 1.0);
    const bool isKnown = counts.divergent != 0 && share >= kWorthwhileLoss && !isCheap(counts);
    if (!isKnown && (dataShare < kWorthwhileBehindData || isOverestimated(*instruction) ||
                     rarelyParts(*instruction, counts)))
      continue;
    std::optional<SourcePlace> place = context_.locator.place(*instruction);
    if (!place)
      continue;
    Finding finding;
    finding.place = *place;
    if (!isKnown) {
      finding.severity = Severity::Note;
      finding.confidence = Confidence::Possible;
      finding.message =
          "data decides here which lanes take which side, with " +
          std::to_string(std::llround(dataShare * 100)) +
          "% of the kernel's instructions behind it; how often lanes part is not known statically";
      result.findings.push_back(std::move(finding));
      continue;
    }
    const bool atMost = isOverestimated(*instruction);
    finding.severity = atMost ? Severity::Note : Severity::Warning;
    finding.confidence = confidenceOf(counts.isPossible, counts.isAssumed);
    const auto percent = static_cast<int64_t>(std::llround(share * 100));
    finding.message = "lanes of a warp part here in " + std::to_string(counts.divergent) + " of " +
                      std::to_string(counts.executions) + " executions, and " + (atMost ? "at most " : "") +
                      std::to_string(percent) +
                      "% of the kernel's lane-instructions are spent waiting; let whole warps take one side";
    finding.metrics = {
        {"divergent_warps", static_cast<int64_t>(counts.divergent)},
        {"warps", static_cast<int64_t>(counts.executions)},
        {"active_lanes", static_cast<double>(counts.active) / static_cast<double>(counts.instructions)}};
    result.findings.push_back(std::move(finding));
  }
  return result;
}

} // namespace cuda_lint
