#include "analyzer/warp/access_groups.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <vector>

namespace cuda_lint {

using namespace llvm;

namespace {

/// The widest access of one machine instruction, in bytes.
constexpr unsigned kWidest = 16;

struct Member {
  const Instruction* instruction;
  int64_t offset;
  unsigned bytes;
  uint64_t alignment;
};

using Group = std::vector<Member>;
using OpenGroups = MapVector<const Value*, Group>;

/// ptxas knows where shared variables lie, and loads a pack of 16 bytes as a whole where 12 of them are
/// wanted (seen on sm_90: the first element of a run left out, `for (i = 1; …) sum += s[i]`).
void joinSharedPacks(const Group& group, DenseMap<const Instruction*, MovedBytes>& moved) {
  constexpr int64_t worthwhile = 12;
  const auto anchor = std::find_if(group.begin(), group.end(),
                                   [](const Member& member) { return member.alignment >= kWidest; });
  if (anchor == group.end())
    return;
  auto packOf = [&](const Member& member) {
    return divideFloorSigned(member.offset - anchor->offset, int64_t{kWidest});
  };
  for (size_t first = 0; first < group.size();) {
    size_t end = first;
    int64_t wanted = 0;
    bool isWhole = false;
    int64_t covered = group[first].offset;
    for (; end < group.size() && packOf(group[end]) == packOf(group[first]); ++end) {
      const Member& member = group[end];
      isWhole = isWhole || member.bytes == kWidest;
      wanted += std::max<int64_t>(member.offset + member.bytes - std::max(covered, member.offset), 0);
      covered = std::max<int64_t>(covered, member.offset + member.bytes);
    }
    if (end - first > 1 && !isWhole && wanted >= worthwhile) {
      const int64_t start = anchor->offset + packOf(group[first]) * static_cast<int64_t>(kWidest);
      moved[group[first].instruction] = {kWidest, static_cast<int>(start - group[first].offset)};
      for (size_t i = first + 1; i < end; ++i)
        moved[group[i].instruction] = {0};
    }
    first = end;
  }
}

/// Joins runs without gaps whose length is a power of two that the first member's alignment allows.
void join(Group group, DenseMap<const Instruction*, MovedBytes>& moved) {
  if (group.size() < 2)
    return;
  std::stable_sort(group.begin(), group.end(),
                   [](const Member& a, const Member& b) { return a.offset < b.offset; });
  for (size_t first = 0; first < group.size();) {
    size_t end = first + 1;
    for (unsigned width = kWidest; width > group[first].bytes; width /= 2) {
      if (group[first].alignment < width)
        continue;
      unsigned covered = group[first].bytes;
      size_t next = first + 1;
      while (next < group.size() && covered < width && group[next].offset == group[first].offset + covered)
        covered += group[next++].bytes;
      if (covered != width)
        continue;
      moved[group[first].instruction] = {width};
      for (size_t i = first + 1; i < next; ++i)
        moved[group[i].instruction] = {0};
      end = next;
      break;
    }
    first = end;
  }
  const bool isSharedLoad =
      isa<LoadInst>(group[0].instruction) &&
      getLoadStorePointerOperand(group[0].instruction)->getType()->getPointerAddressSpace() == 3;
  if (isSharedLoad)
    joinSharedPacks(group, moved);
}

void joinAll(OpenGroups& groups, DenseMap<const Instruction*, MovedBytes>& moved) {
  for (auto& [base, group] : groups)
    join(std::move(group), moved);
  groups.clear();
}

/// The parts of one aggregate copy share their place in the source.
bool continues(const OpenGroups& groups, const Instruction& instruction) {
  if (groups.empty() || !instruction.getDebugLoc())
    return false;
  return groups.back().second.back().instruction->getDebugLoc() == instruction.getDebugLoc();
}

} // namespace

AccessGroups::AccessGroups(const Function& function, const DataLayout& layout) {
  for (const BasicBlock& block : function) {
    OpenGroups loads;
    OpenGroups stores;
    for (const Instruction& instruction : block) {
      const auto* load = dyn_cast<LoadInst>(&instruction);
      const auto* store = dyn_cast<StoreInst>(&instruction);
      const bool isSimple = (load && load->isSimple()) || (store && store->isSimple());
      if (!isSimple) {
        if (instruction.mayWriteToMemory())
          joinAll(loads, moved_);
        if (instruction.mayReadOrWriteMemory())
          joinAll(stores, moved_);
        continue;
      }
      // What may alias ends a group: the compiler must not move accesses across.
      if (load && !continues(stores, instruction))
        joinAll(stores, moved_);
      if (store && !continues(loads, instruction))
        joinAll(loads, moved_);
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
      const Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
      const uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(&instruction));
      if (bytes > kWidest)
        continue;
      (load ? loads : stores)[base].push_back({&instruction, offset.getSExtValue(),
                                               static_cast<unsigned>(bytes),
                                               getLoadStoreAlignment(&instruction).value()});
    }
    joinAll(loads, moved_);
    joinAll(stores, moved_);
  }
}

} // namespace cuda_lint
