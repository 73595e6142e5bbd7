#include "analyzer/warp/event_printer.h"

#include "analyzer/warp/request_cost.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

void EventPrinter::place(const llvm::Instruction& instruction) {
  if (const llvm::DebugLoc& location = instruction.getDebugLoc())
    out_ << location.getLine() << ":" << location.getCol() << ": ";
  else
    out_ << "?: ";
}

void EventPrinter::beginBlock(const BlockClass& block) {
  out_ << "block";
  for (const std::optional<uint64_t>& index : block.index)
    if (index)
      out_ << " " << *index;
    else
      out_ << " ?";
  out_ << " x" << block.weight << "\n";
}

void EventPrinter::beginWarp(const WarpPosition& position) {
  out_ << "warp " << position.warp << llvm::format(" lanes %08x\n", position.lanes);
}

void EventPrinter::memoryAccess(const MemoryAccess& access) {
  place(*access.instruction);
  const char* kinds[] = {"load", "store", "atomic"};
  out_ << toString(access.space) << "-" << kinds[static_cast<size_t>(access.kind)] << " " << access.bytes
       << "B " << llvm::format("%08x ", access.mask) << access.address.toString(access.symbols);
  if (std::optional<RequestOffsets> request = requestOffsets(access)) {
    if (access.space == AddressSpace::Shared) {
      SharedCost cost = sharedCost(request->offsets, access.mask, access.bytes, serviceOf(access));
      out_ << " wavefronts " << cost.wavefronts << "/" << cost.ideal;
    } else if (access.space == AddressSpace::Global) {
      GlobalCost cost = globalCost(request->offsets, access.mask, access.bytes);
      out_ << " sectors " << cost.sectors << "/" << cost.ideal;
    }
  }
  out_ << (access.possible ? " possible" : "") << (access.aside ? " aside" : "") << "\n";
}

void EventPrinter::branch(const BranchExecution& branch) {
  place(*branch.instruction);
  out_ << "branch " << llvm::format("%08x", branch.active);
  if (branch.isKnown)
    out_ << llvm::format(" taken %08x", branch.taken) << (branch.isAssumed ? " assumed" : "");
  else
    out_ << (branch.isDataDependent ? " data-dependent" : " unknown");
  out_ << (branch.possible ? " possible" : "") << (branch.aside ? " aside" : "") << "\n";
}

void EventPrinter::barrier(const Barrier& barrier) {
  place(*barrier.instruction);
  out_ << (barrier.kind == BarrierKind::Block ? "block-barrier" : "warp-barrier")
       << llvm::format(" %08x\n", barrier.active);
}

void EventPrinter::shuffle(const llvm::Instruction& instruction, ActiveMask active) {
  place(instruction);
  out_ << "shuffle" << llvm::format(" %08x\n", active);
}

void EventPrinter::restart() {
  out_ << "restart, loops sampled\n";
}

} // namespace cuda_lint
