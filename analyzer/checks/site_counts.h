#pragma once

#include "llvm/ADT/MapVector.h"

#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace cuda_lint {

/// What was counted at each instruction, apart for the block that stands for the inside of the grid and for
/// each other block. Findings speak of the inside where it reached the place, else of the first block that
/// did. Instructions come in the order in which they were first counted: their addresses differ from run to
/// run, the report must not.
template <class Counts> class SiteCounts {
public:
  void beginBlock() { blocks_.emplace_back(); }
  void clear() { blocks_.clear(); }
  Counts& operator[](const llvm::Instruction* instruction) { return blocks_.back()[instruction]; }

  llvm::MapVector<const llvm::Instruction*, Counts> representative() const {
    llvm::MapVector<const llvm::Instruction*, Counts> result;
    for (const auto& block : blocks_)
      for (const auto& [instruction, counts] : block)
        result.try_emplace(instruction, counts);
    return result;
  }

  const std::vector<llvm::MapVector<const llvm::Instruction*, Counts>>& blocks() const { return blocks_; }

private:
  std::vector<llvm::MapVector<const llvm::Instruction*, Counts>> blocks_;
};

} // namespace cuda_lint
