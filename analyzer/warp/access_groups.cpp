#include "analyzer/warp/access_groups.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

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

/// Joins runs without gaps whose length is a power of two that the first member's alignment allows.
void join(Group group, DenseMap<const Instruction*, unsigned>& bytes) {
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
      bytes[group[first].instruction] = width;
      for (size_t i = first + 1; i < next; ++i)
        bytes[group[i].instruction] = 0;
      end = next;
      break;
    }
    first = end;
  }
}

void joinAll(OpenGroups& groups, DenseMap<const Instruction*, unsigned>& bytes) {
  for (auto& [base, group] : groups)
    join(std::move(group), bytes);
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
          joinAll(loads, bytes_);
        if (instruction.mayReadOrWriteMemory())
          joinAll(stores, bytes_);
        continue;
      }
      // What may alias ends a group: the compiler must not move accesses across.
      if (load && !continues(stores, instruction))
        joinAll(stores, bytes_);
      if (store && !continues(loads, instruction))
        joinAll(loads, bytes_);
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
    joinAll(loads, bytes_);
    joinAll(stores, bytes_);
  }
}

} // namespace cuda_lint
