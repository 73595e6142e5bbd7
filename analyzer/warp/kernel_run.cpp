#include "analyzer/warp/kernel_run.h"

#include "analyzer/warp/interpreter.h"

#include <iterator>

namespace cuda_lint {

namespace {
/// All rounds of known loops; where the budget does not suffice a few; where it still does not, fewer.
constexpr uint32_t kSampledRounds[] = {0, 8, 2};
} // namespace

std::vector<BlockClass> representativeBlocks(const Launch& launch) {
  // Inside, first and last index of each dimension.
  std::array<std::vector<std::optional<uint64_t>>, 3> choices;
  uint64_t total = 1;
  for (unsigned i = 0; i < 3; ++i) {
    if (!launch.grid[i]) {
      choices[i] = {std::nullopt, std::nullopt, std::nullopt};
      continue;
    }
    const uint64_t extent = std::max<uint64_t>(*launch.grid[i], 1);
    total *= std::min<uint64_t>(extent, uint64_t{1} << 31);
    choices[i] = {extent / 2, uint64_t{0}, extent - 1};
  }
  // Inside, and the two corners that see all lower and all upper boundaries.
  std::vector<BlockClass> blocks;
  for (unsigned corner = 0; corner < 3; ++corner) {
    BlockClass block;
    for (unsigned i = 0; i < 3; ++i)
      block.index[i] = choices[i][corner];
    bool known = false;
    for (const BlockClass& other : blocks)
      known = known || other.index == block.index;
    if (!known)
      blocks.push_back(block);
  }
  blocks[0].weight = std::max<uint64_t>(total, blocks.size()) - (blocks.size() - 1);
  return blocks;
}

KernelRunResult runKernel(const Program& program, const Launch& launch, uint64_t budget, RunSink& sink) {
  KernelRunResult result;
  const uint64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  const auto warps = static_cast<unsigned>((threads + kWarpSize - 1) / kWarpSize);
  const auto lastWarpThreads = static_cast<unsigned>(threads - uint64_t{warps - 1} * kWarpSize);
  const std::vector<BlockClass> blocks = representativeBlocks(launch);
  for (uint32_t rounds : kSampledRounds) {
    result.isSampled = rounds != 0;
    Interpreter interpreter(program, launch, sink, {rounds});
    RunOutcome outcome = RunOutcome::Finished;
    for (const BlockClass& block : blocks) {
      sink.beginBlock(block);
      for (unsigned warp = 0; warp < warps && outcome == RunOutcome::Finished; ++warp) {
        WarpPosition position;
        position.block = block.index;
        position.warp = warp;
        position.lanes = warp + 1 == warps && lastWarpThreads < kWarpSize
                             ? (ActiveMask{1} << lastWarpThreads) - 1
                             : kFullMask;
        outcome = interpreter.runWarp(position, budget);
      }
      if (outcome != RunOutcome::Finished)
        break;
    }
    result.instructions += interpreter.executed();
    if (outcome == RunOutcome::Finished)
      return result;
    if (outcome == RunOutcome::NeverEnds) {
      result.gaveUp = "a loop of it has no exit: it never ends";
      return result;
    }
    if (rounds != std::end(kSampledRounds)[-1])
      sink.restart();
  }
  result.gaveUp = "the budget of " + std::to_string(budget) +
                  " warp instructions was spent before its end, loops sampled";
  return result;
}

} // namespace cuda_lint
