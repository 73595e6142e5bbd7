#pragma once

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class DataLayout;
class Function;
class Instruction;
} // namespace llvm

namespace cuda_lint {

/// What the machine moves for a load or store.
struct MovedBytes {
  /// 0 where another access moves them along.
  unsigned bytes;
  /// From the instruction's own address.
  int offset = 0;
};

/// Neighbouring accesses that the machine makes as one: a `float4` that the compiler's passes took apart, its
/// members accessed one after the other, or most of an aligned pack in shared memory.
class AccessGroups {
public:
  AccessGroups(const llvm::Function& function, const llvm::DataLayout& layout);

  /// `own` where the access stands alone.
  MovedBytes moved(const llvm::Instruction& instruction, unsigned own) const {
    auto found = moved_.find(&instruction);
    return found == moved_.end() ? MovedBytes{own} : found->second;
  }

private:
  llvm::DenseMap<const llvm::Instruction*, MovedBytes> moved_;
};

} // namespace cuda_lint
