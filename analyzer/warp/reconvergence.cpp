#include "analyzer/warp/reconvergence.h"

namespace cuda_lint {

namespace {

/// Blocks from which the exit can be reached.
std::vector<bool> reachesExit(const std::vector<std::vector<uint32_t>>& successors) {
  const auto exit = static_cast<uint32_t>(successors.size());
  std::vector<std::vector<uint32_t>> predecessors(successors.size() + 1);
  for (uint32_t i = 0; i < successors.size(); ++i)
    for (uint32_t successor : successors[i])
      predecessors[successor].push_back(i);
  std::vector<bool> reaches(successors.size() + 1);
  std::vector<uint32_t> work{exit};
  reaches[exit] = true;
  while (!work.empty()) {
    uint32_t block = work.back();
    work.pop_back();
    for (uint32_t predecessor : predecessors[block])
      if (!reaches[predecessor]) {
        reaches[predecessor] = true;
        work.push_back(predecessor);
      }
  }
  return reaches;
}

} // namespace

// Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm", on the reversed graph with one virtual exit.
void findReconvergence(std::vector<Block>& blocks) {
  const auto count = static_cast<uint32_t>(blocks.size());
  const uint32_t exit = count;
  std::vector<std::vector<uint32_t>> successors(count);
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t successor : blocks[i].successors)
      if (!blocks[successor].onlyReturns)
        successors[i].push_back(successor);
    if (successors[i].empty())
      successors[i].push_back(exit);
  }
  // A loop that is the last thing of a kernel leaves to a return: there the edge is the way on, not a way
  // out.
  const std::vector<bool> reaches = reachesExit(successors);
  for (uint32_t i = 0; i < count; ++i)
    if (!reaches[i])
      successors[i] = blocks[i].successors;

  std::vector<std::vector<uint32_t>> predecessors(count + 1);
  for (uint32_t i = 0; i < count; ++i)
    for (uint32_t successor : successors[i])
      predecessors[successor].push_back(i);

  // Post-order of the reversed graph from the exit.
  std::vector<uint32_t> number(count + 1, kNoBlock);
  std::vector<uint32_t> order;
  std::vector<std::pair<uint32_t, size_t>> stack{{exit, 0}};
  std::vector<bool> seen(count + 1);
  seen[exit] = true;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next < predecessors[node].size()) {
      uint32_t child = predecessors[node][next++];
      if (!seen[child]) {
        seen[child] = true;
        stack.push_back({child, 0});
      }
      continue;
    }
    number[node] = static_cast<uint32_t>(order.size());
    order.push_back(node);
    stack.pop_back();
  }

  std::vector<uint32_t> immediate(count + 1, kNoBlock);
  immediate[exit] = exit;
  auto intersect = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (number[a] < number[b])
        a = immediate[a];
      while (number[b] < number[a])
        b = immediate[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      if (*node == exit)
        continue;
      uint32_t found = kNoBlock;
      for (uint32_t successor : successors[*node])
        if (immediate[successor] != kNoBlock)
          found = found == kNoBlock ? successor : intersect(found, successor);
      if (found != kNoBlock && immediate[*node] != found) {
        immediate[*node] = found;
        changed = true;
      }
    }
  }
  for (uint32_t i = 0; i < count; ++i)
    blocks[i].reconvergence = immediate[i] == exit ? kNoBlock : immediate[i];
}

} // namespace cuda_lint
