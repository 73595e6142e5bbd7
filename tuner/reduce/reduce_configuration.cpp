#include "tuner/reduce/reduce_configuration.h"

#include <algorithm>
#include <bit>

namespace cuda_tune {

namespace {

std::uint64_t ceilingDivide(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

int ceilingLog2(std::uint64_t n) {
  return n <= 1 ? 0 : static_cast<int>(std::bit_width(n - 1));
}

/// Rows: a pack for each thread of a block. Elements at the edges that fill no pack count for none.
std::uint64_t rowsOf(const ReduceConfiguration& configuration, ElementType type, std::uint64_t elements) {
  const std::uint64_t rowElements =
      static_cast<std::uint64_t>(configuration.blockSize) * configuration.packBytes / sizeOf(type);
  return ceilingDivide(elements, rowElements);
}

std::string typeName(ElementType type) {
  std::string name(toString(type));
  for (char& c : name)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "cuda_tune::" + name;
}

std::string operationName(Operation operation) {
  std::string name(toString(operation));
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return "cuda_tune::" + name;
}

} // namespace

ReduceConfiguration ReduceConfiguration::from(const Configuration& configuration) {
  return {.blockSize = configuration.number("block_size"),
          .unroll = configuration.number("unroll"),
          .packBytes = configuration.number("pack_bytes"),
          .rows = configuration.at("rows"),
          .bounds = configuration.at("bounds"),
          .transfer = configuration.at("transfer"),
          .tree = configuration.at("tree"),
          .combine = configuration.at("combine"),
          .cacheHint = configuration.at("cache_hint"),
          .blocksPerSm = configuration.number("blocks_per_sm")};
}

Configuration baseConfiguration(ElementType, int) {
  return Configuration({{"block_size", "256"},
                        {"unroll", "4"},
                        {"pack_bytes", "16"},
                        {"rows", "strided"},
                        {"bounds", "together"},
                        {"transfer", "direct"},
                        {"tree", "shuffle"},
                        {"combine", "last_block"},
                        {"cache_hint", "none"},
                        {"blocks_per_sm", "8"}});
}

std::vector<std::string> nameExpressions(Operation operation, ElementType type,
                                         const ReduceConfiguration& c) {
  const std::string types = "<" + typeName(type) + ", " + operationName(operation) + ", ";
  const std::string block = std::to_string(c.blockSize);
  const std::string tree = "cuda_tune::Tree::" + c.tree;
  std::vector<std::string> names = {
      "cuda_tune::reduce" + types + block + ", " + std::to_string(c.unroll) + ", " +
      std::to_string(c.packBytes) + ", cuda_tune::Rows::" + c.rows + ", cuda_tune::Bounds::" + c.bounds +
      ", cuda_tune::Transfer::" + c.transfer + ", " + tree + ", cuda_tune::Combine::" + c.combine +
      ", cuda_tune::CacheHint::" + c.cacheHint + ">"};
  if (c.combine == "second_kernel")
    names.push_back("cuda_tune::reduceValues" + types + block + ", " + tree + ">");
  return names;
}

bool isDeterministic(Operation operation, ElementType type, const ReduceConfiguration& configuration) {
  return !(configuration.combine == "atomics" && operation == Operation::Sum && isFloating(type));
}

LaunchPlan planLaunch(const ReduceConfiguration& configuration, ElementType type, std::uint64_t elements,
                      int multiprocessors) {
  const std::uint64_t tiles = ceilingDivide(rowsOf(configuration, type, elements), configuration.unroll);
  std::uint64_t most = configuration.blocksPerSm
                           ? static_cast<std::uint64_t>(configuration.blocksPerSm) * multiprocessors
                           : kMostBlocks;
  most = std::min<std::uint64_t>(most, configuration.combine == "single" ? 1 : kMostBlocks);
  LaunchPlan plan;
  plan.blockThreads = static_cast<unsigned>(configuration.blockSize);
  plan.gridBlocks = static_cast<unsigned>(std::clamp<std::uint64_t>(tiles, 1, most));
  if (configuration.transfer == "bulk")
    plan.dynamicSharedBytes = static_cast<unsigned>(kBulkStages * configuration.unroll *
                                                    configuration.blockSize * configuration.packBytes);
  plan.secondKernel = plan.gridBlocks > 1 && configuration.combine == "second_kernel";
  return plan;
}

ReduceInput reduceInput(int blockSize, int packBytes, std::size_t elementBytes, std::uint64_t address,
                        std::uint64_t elements) {
  const std::uint64_t over = address % packBytes;
  const std::uint64_t head = std::min<std::uint64_t>(over ? (packBytes - over) / elementBytes : 0, elements);
  const std::uint64_t packElements = packBytes / elementBytes;
  const std::uint64_t packs = (elements - head) / packElements;
  return {.body = address + head * elementBytes,
          .fullRows = static_cast<std::uint32_t>(packs / blockSize),
          .lastRowPacks = static_cast<std::uint32_t>(packs % blockSize),
          .head = static_cast<std::uint32_t>(head),
          .tail = static_cast<std::uint32_t>((elements - head) % packElements)};
}

int combineHeight(const ReduceConfiguration& c, ElementType type, std::uint64_t elements,
                  const LaunchPlan& plan) {
  const int packElements = c.packBytes / static_cast<int>(sizeOf(type));
  const std::uint64_t blockRows = ceilingDivide(rowsOf(c, type, elements), plan.gridBlocks);
  // A thread adds a tree of its rows in flight to what came before, pass after pass, then the elements of a
  // pack to each other, then the two edges.
  const std::uint64_t thread =
      ceilingDivide(blockRows, c.unroll) + 1 + ceilingLog2(c.unroll) + ceilingLog2(packElements) + 3;
  const int blockTree = ceilingLog2(c.blockSize);
  std::uint64_t height = thread + blockTree;
  if (plan.gridBlocks > 1)
    height += c.combine == "atomics" ? plan.gridBlocks
                                     : ceilingDivide(plan.gridBlocks, c.blockSize) + 1 + blockTree + 1;
  return static_cast<int>(height);
}

} // namespace cuda_tune
