#include "analyzer/warp/shared_layout.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace cuda_lint {

using namespace llvm;

namespace {

constexpr unsigned kSharedSpace = 3;

} // namespace

void layOutSharedVariables(const Function& kernel, Program& program) {
  const DataLayout& layout = program.dataLayout();
  uint64_t offset = 0;
  std::vector<const GlobalVariable*> dynamic;
  // Only what this kernel uses takes room.
  auto isUsed = [&](const GlobalVariable& variable) {
    SmallVector<const User*, 8> work(variable.user_begin(), variable.user_end());
    SmallPtrSet<const User*, 16> seen;
    while (!work.empty()) {
      const User* user = work.pop_back_val();
      if (!seen.insert(user).second)
        continue;
      if (const auto* instruction = dyn_cast<Instruction>(user)) {
        if (instruction->getFunction() == &kernel)
          return true;
      } else {
        work.append(user->user_begin(), user->user_end());
      }
    }
    return false;
  };
  for (const GlobalVariable& variable : kernel.getParent()->globals()) {
    if (variable.getAddressSpace() != kSharedSpace || !isUsed(variable))
      continue;
    uint64_t bytes = layout.getTypeAllocSize(variable.getValueType());
    if (variable.isDeclaration() || bytes == 0) {
      dynamic.push_back(&variable);
      continue;
    }
    Align alignment =
        std::max(variable.getAlign().valueOrOne(), layout.getABITypeAlign(variable.getValueType()));
    offset = alignTo(offset, alignment);
    program.sharedVariables.push_back({&variable, offset, bytes});
    offset += bytes;
  }
  program.sharedBytes = alignTo(offset, 16);
  for (const GlobalVariable* variable : dynamic)
    program.sharedVariables.push_back({variable, program.sharedBytes, 0});
}

} // namespace cuda_lint
