#pragma once

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"

namespace cuda_lint {

/// The value that `pointer` lies a constant number of bytes from, which are added to `offset`. Address-space
/// casts do not move a pointer.
inline const llvm::Value* pointerBase(const llvm::Value* pointer, const llvm::DataLayout& layout,
                                      int64_t& offset) {
  while (true) {
    llvm::APInt step(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    pointer = pointer->stripAndAccumulateConstantOffsets(layout, step, true);
    offset += step.getSExtValue();
    const auto* cast = llvm::dyn_cast<llvm::Operator>(pointer);
    if (!cast || cast->getOpcode() != llvm::Instruction::AddrSpaceCast)
      return pointer;
    pointer = cast->getOperand(0);
  }
}

} // namespace cuda_lint
