#include "analyzer/checks/divergent_branch.h"

#include "analyzer/checks/source_locator.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instruction.h"

#include <cmath>

namespace cuda_lint {

namespace {

/// Share of a kernel's lane-instructions that a branch must waste to be worth a line.
constexpr double kWorthwhileLoss = 0.10;
/// A side of at most this many lanes that runs this few instructions is a tail: one lane writes what a warp
/// computed.
constexpr unsigned kTailLanes = 4;
constexpr unsigned kTailInstructions = 48;
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
  counts.leavesLoop = branch.leavesLoop;
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

bool DivergentBranch::isOverestimated(const llvm::Instruction& branch) const {
  const Program& program = context_.program;
  auto loopOf = [&](const llvm::Instruction& instruction) {
    for (const Block& block : program.blocks)
      if (program.operations[block.firstOperation + block.operationCount - 1].instruction == &instruction)
        return block.loop;
    return kNoLoop;
  };
  const uint32_t own = loopOf(branch);
  for (const llvm::Instruction* exit : unknownExits_) {
    const uint32_t unknown = loopOf(*exit);
    bool isInside = false;
    for (uint32_t loop = own; loop != kNoLoop; loop = program.loops[loop].parent)
      isInside = isInside || loop == unknown;
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
    const double dataShare = behindData.lookup(instruction) / totalInstructions;
    const bool isKnown = counts.divergent != 0 && share >= kWorthwhileLoss && !isCheap(counts);
    if (!isKnown && dataShare < kWorthwhileLoss)
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
