#include "recording.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <gtest/gtest.h>

namespace cuda_lint {

namespace {
constexpr int64_t kInactive = std::numeric_limits<int64_t>::min();
} // namespace

Lanes lanesIn(ActiveMask mask, const std::function<int64_t(int64_t)>& value) {
  return lanesWhere(
      [&](int64_t lane) { return isActive(mask, static_cast<unsigned>(lane)) ? value(lane) : kInactive; });
}

Lanes RecordedAccess::lanes() const {
  if (!request) {
    ADD_FAILURE() << "the addresses of this access are not known";
    return {};
  }
  return lanesIn(mask, [&](int64_t lane) { return request->offsets[static_cast<size_t>(lane)]; });
}

void Recording::memoryAccess(const MemoryAccess& access) {
  std::string base;
  for (const Term& term : access.address)
    if (access.symbols[term.symbol].kind == SymbolKind::PointerBase)
      base = access.symbols[term.symbol].name;
  all.push_back({access.instruction, access.kind, access.space, access.bytes, access.mask, access.address,
                 access.possible, access.lanesUnknown, access.isAssumed, access.aside, requestOffsets(access),
                 base, access.address.symbolAlignment(access.symbols),
                 warps.empty() ? WarpPosition{} : warps.back()});
}

void Recording::restart() {
  const unsigned before = restarts;
  *this = Recording();
  restarts = before + 1;
}

std::vector<RecordedAccess> Recording::marks(int64_t label) const {
  std::vector<RecordedAccess> found;
  for (const RecordedAccess& access : all) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(access.instruction);
    const auto* constant = store ? llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand()) : nullptr;
    if (constant && constant->getSExtValue() == label)
      found.push_back(access);
  }
  return found;
}

RecordedAccess Recording::mark(int64_t label) const {
  std::vector<RecordedAccess> found = marks(label);
  if (found.size() == 1)
    return found.front();
  ADD_FAILURE() << "expected one store of " << label << ", found " << found.size();
  return {};
}

ActiveMask Recording::lanesAt(int64_t label) const {
  ActiveMask lanes = 0;
  for (const RecordedAccess& access : marks(label))
    lanes |= access.mask;
  return lanes;
}

std::vector<RecordedAccess> Recording::accesses(AccessKind kind, AddressSpace space) const {
  std::vector<RecordedAccess> found;
  for (const RecordedAccess& access : all)
    if (access.kind == kind && access.space == space)
      found.push_back(access);
  return found;
}

} // namespace cuda_lint
