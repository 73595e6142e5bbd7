#include "analyzer/warp/grid_run.h"

#include "analyzer/warp/block_constraints.h"
#include "analyzer/warp/interpreter.h"

#include <algorithm>
#include <cassert>

namespace cuda_lint {

namespace {

constexpr uint32_t kSampledRounds[] = {0, 8, 2};

/// Sets of blocks that are still to be run, the largest first: where the budget ends early, what was run lies
/// spread over the grid.
class Waiting {
public:
  void add(const BlockSet& set) {
    sets_.push_back(set);
    std::push_heap(sets_.begin(), sets_.end(), isSmaller);
  }
  bool isEmpty() const { return sets_.empty(); }
  BlockSet take() {
    std::pop_heap(sets_.begin(), sets_.end(), isSmaller);
    BlockSet set = sets_.back();
    sets_.pop_back();
    return set;
  }

private:
  static bool isSmaller(const BlockSet& a, const BlockSet& b) { return a.count() < b.count(); }
  std::vector<BlockSet> sets_;
};

BlockSet wholeGrid(const Launch& launch) {
  BlockSet grid;
  for (unsigned i = 0; i < 3; ++i)
    grid.ranges[i] = {0, static_cast<int64_t>(*launch.grid[i]) - 1, 1};
  return grid;
}

} // namespace

GridRunResult runGrid(const Program& program, const Launch& launch, uint64_t budget, GridSink& sink) {
  const uint64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  const auto warps = static_cast<unsigned>((threads + kWarpSize - 1) / kWarpSize);
  const auto lastWarpThreads = static_cast<unsigned>(threads - uint64_t{warps - 1} * kWarpSize);
  GridRunResult result;
  result.blocks = wholeGrid(launch).count();
  for (uint32_t rounds : kSampledRounds) {
    Interpreter interpreter(program, launch, sink, {rounds});
    result.sampledRounds = rounds;
    RunOutcome outcome = RunOutcome::Finished;
    Waiting waiting;
    waiting.add(wholeGrid(launch));
    while (!waiting.isEmpty() && outcome == RunOutcome::Finished) {
      const BlockSet candidates = waiting.take();
      BlockConstraints::Index block;
      WarpPosition position;
      for (unsigned i = 0; i < 3; ++i) {
        block[i] = candidates.ranges[i].middle();
        position.block[i] = static_cast<uint64_t>(block[i]);
      }
      BlockConstraints constraints(candidates, block, interpreter.blockSymbols());
      interpreter.shareBlocks(&constraints);
      for (unsigned warp = 0; warp < warps && outcome == RunOutcome::Finished; ++warp) {
        position.warp = warp;
        position.lanes = warp + 1 == warps && lastWarpThreads < kWarpSize
                             ? (ActiveMask{1} << lastWarpThreads) - 1
                             : kFullMask;
        outcome = interpreter.runWarp(position, budget);
      }
      if (outcome != RunOutcome::Finished) {
        sink.dropBlock();
        break;
      }
      assert(constraints.blocks().contains(block));
      sink.endBlock(constraints.blocks().count());
      ++result.run;
      result.covered += constraints.blocks().count();
      for (const BlockSet& rest : withoutPart(candidates, constraints.blocks()))
        waiting.add(rest);
    }
    result.instructions += interpreter.executed();
    if (outcome == RunOutcome::NeverEnds) {
      result.gaveUp = "a loop of it has no exit: it never ends";
      return result;
    }
    if (result.run != 0)
      return result;
  }
  result.gaveUp = "the budget of " + std::to_string(budget) +
                  " warp instructions was spent before the end of one block, loops sampled";
  return result;
}

} // namespace cuda_lint
