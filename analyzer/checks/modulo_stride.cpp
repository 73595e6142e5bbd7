#include "analyzer/checks/modulo_stride.h"

#include "analyzer/checks/source_locator.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace cuda_lint {

namespace {

/// Instructions between the remainder and the branch or address that it decides.
constexpr unsigned kMaxDistance = 8;

enum class Use { None, Branch, Address };

Use useOf(const llvm::Instruction& instruction, unsigned distance,
          llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  if (distance > kMaxDistance || !seen.insert(&instruction).second)
    return Use::None;
  Use found = Use::None;
  for (const llvm::Use& use : instruction.uses()) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(user))
      return Use::Branch;
    if (llvm::isa<llvm::LoadInst>(user) || (llvm::isa<llvm::StoreInst>(user) && use.getOperandNo() == 1) ||
        llvm::isa<llvm::AtomicRMWInst>(user)) {
      found = Use::Address;
      continue;
    }
    if (llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                  llvm::GetElementPtrInst>(user)) {
      Use next = useOf(*user, distance + 1, seen);
      if (next == Use::Branch)
        return next;
      if (next == Use::Address)
        found = next;
    }
  }
  return found;
}

bool isRemainder(unsigned opcode) {
  return opcode == llvm::Instruction::URem || opcode == llvm::Instruction::SRem;
}

} // namespace

void ModuloStride::restart() {
  sites_.clear();
}

void ModuloStride::remainder(const RemainderExecution& remainder) {
  const unsigned opcode = remainder.instruction->getOpcode();
  const bool isMask = opcode == llvm::Instruction::And;
  if (!isMask && !isRemainder(opcode))
    return;
  // Selecting whole warps is not taking lanes apart.
  if (!remainder.divisor.isUniform() || remainder.dividend.isUniformIn(remainder.mask))
    return;
  if (isMask && remainder.divisor.isKnown()) {
    const auto mask = static_cast<uint64_t>(remainder.divisor.base());
    if (mask == 0 || (mask & (mask + 1)) != 0)
      return;
  }
  Counts& counts = sites_[remainder.instruction];
  if (!remainder.divisor.isKnownUniform())
    return;
  counts.changes = counts.changes || (counts.seen && counts.divisor != remainder.divisor.base());
  counts.divisor = remainder.divisor.base();
  counts.seen = true;
}

/// A division by a value that the compiler does not know takes tens of instructions, each round anew.
void ModuloStride::noteDivisions(CheckResult& result) const {
  const Program& program = context_.program;
  std::vector<bool> hasInner(program.loops.size());
  for (const Loop& loop : program.loops)
    if (loop.parent != kNoLoop)
      hasInner[loop.parent] = true;
  for (const Block& block : program.blocks) {
    if (block.loop == kNoLoop || hasInner[block.loop])
      continue;
    for (uint32_t i = 0; i < block.operationCount; ++i) {
      const Operation& operation = program.operations[block.firstOperation + i];
      if (operation.opcode != Opcode::Divide && operation.opcode != Opcode::Remainder)
        continue;
      if (llvm::isa<llvm::Constant>(operation.instruction->getOperand(1)))
        continue;
      auto site = sites_.find(operation.instruction);
      if (site != sites_.end() && site->second.changes)
        continue;
      std::optional<SourcePlace> place = context_.locator.place(*operation.instruction);
      if (!place)
        continue;
      Finding finding;
      finding.place = *place;
      finding.severity = Severity::Note;
      finding.message =
          "integer division by a run-time value in an innermost loop takes tens of instructions a round; "
          "make the divisor a compile-time constant or a power of two, or step the index instead";
      result.findings.push_back(std::move(finding));
    }
  }
}

CheckResult ModuloStride::finish() {
  CheckResult result;
  for (const auto& [instruction, counts] : sites_) {
    if (!counts.changes)
      continue;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    const Use use = useOf(*instruction, 0, seen);
    if (use == Use::None)
      continue;
    std::optional<SourcePlace> place = context_.locator.place(*instruction);
    if (!place)
      continue;
    Finding finding;
    finding.place = *place;
    finding.severity = Severity::Warning;
    finding.message = use == Use::Branch
                          ? "thread index modulo a stride that changes with the loop decides this branch: "
                            "the active threads are "
                            "spread over all warps; use sequential addressing, "
                            "`for (s = blockDim.x / 2; s > 0; s /= 2) if (tid < s) x[tid] += x[tid + s];`"
                          : "thread index modulo a stride that changes with the loop makes this index: a "
                            "division each round, and "
                            "lanes that scatter; step the index by the stride instead";
    result.findings.push_back(std::move(finding));
  }
  noteDivisions(result);
  return result;
}

} // namespace cuda_lint
