#pragma once

#include "analyzer/launch/launch.h"
#include "analyzer/warp/event.h"
#include "analyzer/warp/program.h"

#include <cstdint>
#include <string>

namespace cuda_lint {

/// Told of the blocks of a grid run beside the events.
class GridSink : public EventSink {
public:
  /// The block whose warps were told since the last call stands for `blocks` of the grid, itself included.
  virtual void endBlock(uint64_t blocks) = 0;
  /// What was told since the last endBlock does not count: the block was not run to its end.
  virtual void dropBlock() = 0;
};

struct GridRunResult {
  /// Of the grid.
  uint64_t blocks = 0;
  /// Of the grid, that were run or are proven to do what one that was run does.
  uint64_t covered = 0;
  /// Blocks that were run.
  uint64_t run = 0;
  uint64_t instructions = 0;
  /// Rounds after which known loops were left, because not even one block fits the budget; 0: none was.
  uint32_t sampledRounds = 0;
  /// Set where no block could be run to its end: why.
  std::string gaveUp;
};

/// Runs every warp of the blocks of `launch`, all of whose extents are known. A block runs with its index as
/// a symbol, and stands for all blocks for which every comparison, quotient and address comes out the same
/// (BlockConstraints). Once `budget` warp instructions have run, the blocks that are left are not.
GridRunResult runGrid(const Program& program, const Launch& launch, uint64_t budget, GridSink& sink);

} // namespace cuda_lint
