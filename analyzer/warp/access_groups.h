#pragma once

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class DataLayout;
class Function;
class Instruction;
} // namespace llvm

namespace cuda_lint {

/// Neighbouring accesses that the machine makes as one: a `float4` that the compiler's passes took apart, or
/// its members accessed one after the other.
class AccessGroups {
public:
  AccessGroups(const llvm::Function& function, const llvm::DataLayout& layout);

  /// Bytes that the machine moves for this load or store: 0 where another one moves them along; `own` where
  /// it stands alone.
  unsigned bytes(const llvm::Instruction& instruction, unsigned own) const {
    auto found = bytes_.find(&instruction);
    return found == bytes_.end() ? own : found->second;
  }

private:
  llvm::DenseMap<const llvm::Instruction*, unsigned> bytes_;
};

} // namespace cuda_lint
