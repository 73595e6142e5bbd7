#pragma once

#include "analyzer/launch/launch.h"
#include "analyzer/warp/event.h"
#include "analyzer/warp/program.h"

#include <string>
#include <vector>

namespace cuda_lint {

/// The block that a part of a run stands for.
struct BlockClass {
  std::array<std::optional<uint64_t>, 3> index;
  /// How many blocks of the grid it stands for.
  uint64_t weight = 1;
};

/// The blocks to run: one from the inside, and those at the corners of the grid, as far as the extents are
/// known. The inside comes first.
std::vector<BlockClass> representativeBlocks(const Launch& launch);

/// Told of a run as a whole beside the events.
class RunSink : public EventSink {
public:
  /// All warps of this block follow.
  virtual void beginBlock(const BlockClass& block) {}
  /// What was told so far does not count: the run starts anew, loops sampled.
  virtual void restart() {}
};

struct KernelRunResult {
  /// Loops were left after a few rounds, because a full run exceeds the budget.
  bool isSampled = false;
  /// Set where even that did not end: what was not seen.
  std::string gaveUp;
  uint64_t instructions = 0;
};

/// Runs every warp of the representative blocks. A full run that exceeds `budget` warp instructions is
/// followed by one with sampled loops.
KernelRunResult runKernel(const Program& program, const Launch& launch, uint64_t budget, RunSink& sink);

} // namespace cuda_lint
