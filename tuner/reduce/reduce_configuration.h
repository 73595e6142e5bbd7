#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"
#include "tuner/space/configuration.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuda_tune {

/// The tuning parameters of kernel_templates/reduce/reduce.cuh, read from a Configuration.
struct ReduceConfiguration {
  int blockSize = 0;
  int unroll = 0;
  int packBytes = 0;
  std::string rows;
  std::string bounds;
  std::string transfer;
  std::string tree;
  std::string combine;
  std::string cacheHint;
  /// 0: a block for each tile.
  int blocksPerSm = 0;

  /// Throws std::out_of_range or std::invalid_argument, naming the parameter, where one is missing or no
  /// number.
  static ReduceConfiguration from(const Configuration& configuration);
};

/// What the runtime library falls back on: the built-in default for a type on an architecture (90 for 9.0).
Configuration baseConfiguration(ElementType type, int architecture);

/// What NVRTC is to instantiate: the kernel, and for combine=second_kernel the second one.
std::vector<std::string> nameExpressions(Operation operation, ElementType type,
                                         const ReduceConfiguration& configuration);

/// Whether every run gives the same bits: not for floating sums that atomics combine.
bool isDeterministic(Operation operation, ElementType type, const ReduceConfiguration& configuration);

/// How a configuration is launched for a problem size.
struct LaunchPlan {
  unsigned gridBlocks = 1;
  unsigned blockThreads = 0;
  /// What transfer=bulk copies into.
  unsigned dynamicSharedBytes = 0;
  bool secondKernel = false;
};

/// Blocks of a grid, at most: kMostBlocks of kernel_templates/reduce/combine.cuh.
inline constexpr unsigned kMostBlocks = 32768;
/// kStages of kernel_templates/reduce/reduce.cuh.
inline constexpr int kBulkStages = 4;
/// Bytes of the Workspace of kernel_templates/reduce/combine.cuh.
inline constexpr std::size_t kWorkspaceBytes = 32 + kMostBlocks * 8;

LaunchPlan planLaunch(const ReduceConfiguration& configuration, ElementType type, std::uint64_t elements,
                      int multiprocessors);

/// An input as the kernel takes it: Input of kernel_templates/reduce/reduce.cuh, laid out alike.
struct ReduceInput {
  /// The first element that is aligned to a pack.
  std::uint64_t body = 0;
  /// Rows (a pack for each thread of a block) from there on, and packs of the last row, which is not whole.
  std::uint32_t fullRows = 0;
  std::uint32_t lastRowPacks = 0;
  /// Elements before the body and after its packs: fewer than a pack holds.
  std::uint32_t head = 0;
  std::uint32_t tail = 0;

  friend bool operator==(const ReduceInput&, const ReduceInput&) = default;
};

/// Takes `elements` at `address`, which is aligned to an element, apart.
ReduceInput reduceInput(int blockSize, int packBytes, std::size_t elementBytes, std::uint64_t address,
                        std::uint64_t elements);

/// The height of the tree of operations that `plan` makes of `elements`: the longest chain from an element to
/// the result.
int combineHeight(const ReduceConfiguration& configuration, ElementType type, std::uint64_t elements,
                  const LaunchPlan& plan);

} // namespace cuda_tune
