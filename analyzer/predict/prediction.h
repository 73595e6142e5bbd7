#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace cuda_lint {

/// A number of events, and the bounds that hold whatever the data are.
struct Count {
  static constexpr uint64_t kUnbounded = std::numeric_limits<uint64_t>::max();

  uint64_t value = 0;
  uint64_t least = 0;
  /// kUnbounded where there is none.
  uint64_t most = 0;

  bool isExact() const { return value == least && value == most; }
  void add(const Count& other, uint64_t times);
};

enum class SiteKind : uint8_t {
  SharedLoad,
  SharedStore,
  SharedAtomic,
  GlobalLoad,
  GlobalStore,
  GlobalAtomic,
  /// The address space of the access is not known.
  GenericAccess,
  Branch
};

/// "shared-load", "branch": as JSON has it.
const char* toString(SiteKind kind);
bool isShared(SiteKind kind);
bool isGlobal(SiteKind kind);

/// What is counted at one place, over the grid. In the terms of Nsight Compute's exact counters.
struct SiteCounts {
  /// Warp instructions that ran there.
  Count executions;
  /// Their active lanes (for a branch: those that met it).
  Count lanes;
  /// memory_l1_wavefronts_shared and its ideal.
  Count wavefronts, wavefrontsIdeal;
  /// memory_l2_theoretical_sectors_global and its ideal, memory_l1_tag_requests_global.
  Count sectors, sectorsIdeal, requests;
  /// Executions whose lanes went both ways.
  Count divergent;
  /// The largest wavefronts / ideal, or sectors / ideal, of one request.
  double degree = 0;

  /// Every count.
  static constexpr std::array all{&SiteCounts::executions, &SiteCounts::lanes,
                                  &SiteCounts::wavefronts, &SiteCounts::wavefrontsIdeal,
                                  &SiteCounts::sectors,    &SiteCounts::sectorsIdeal,
                                  &SiteCounts::requests,   &SiteCounts::divergent};

  void add(const SiteCounts& other, uint64_t times);
  bool isExact() const;
  /// Mean of the active lanes; 0 where nothing ran.
  double lanesPerExecution() const;
};

struct Site {
  /// Absolute; empty where the compiler made the instruction up.
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  SiteKind kind;
  SiteCounts counts;
};

struct PredictionTotals {
  /// Summed over the sites.
  SiteCounts counts;
  uint64_t branches = 0;
  uint64_t divergentBranches = 0;
  /// Warp instructions of the compiler's intermediate code, and the mean of their active lanes.
  uint64_t instructions = 0;
  double activeLanes = 0;
};

/// Why a number is not exact, or may not be the machine's, and where.
struct PredictionGap {
  std::string file;
  unsigned line = 0;
  std::string reason;

  friend auto operator<=>(const PredictionGap&, const PredictionGap&) = default;
};

/// What one launch of one kernel would count.
struct Prediction {
  /// As the user writes it: `reduce<float, 256>`.
  std::string kernel;
  std::array<uint64_t, 3> grid{};
  std::array<uint64_t, 3> block{};
  uint64_t dynamicSharedBytes = 0;
  /// As given.
  std::vector<std::pair<std::string, std::string>> arguments;
  /// No unknown took part: every count is its bounds.
  bool isExact = false;
  /// Blocks that were run, and those that they stand for, by proof.
  uint64_t blocksRun = 0;
  uint64_t blocksCovered = 0;
  /// Warp instructions that were run.
  uint64_t instructionsRun = 0;
  PredictionTotals totals;
  /// By file, line, column, kind.
  std::vector<Site> sites;
  std::vector<PredictionGap> gaps;
  /// Where the compiler is known to be able to make other machine code than is counted here.
  std::vector<PredictionGap> mayDiffer;
};

} // namespace cuda_lint
