#pragma once

#include "analyzer/warp/event.h"

#include <optional>

namespace cuda_lint {

/// What one request to shared memory takes: counters memory_l1_wavefronts_shared and …_ideal.
struct SharedCost {
  unsigned wavefronts = 0;
  unsigned ideal = 0;
  /// Wavefronts were there no two words in one bank. More than `ideal` where few lanes of a wide request are
  /// active: their halves are served apart all the same.
  unsigned conflictFree = 0;
};

/// What one request to global memory takes: counters memory_l2_theoretical_sectors_global and …_ideal, and
/// memory_l1_tag_requests_global.
struct GlobalCost {
  unsigned sectors = 0;
  unsigned ideal = 0;
  /// Different 128-byte lines: L1 looks up one tag for each.
  unsigned lines = 0;
};

/// How shared memory serves a request. Loads broadcast a word to all who want it, and merge the halves of
/// wide requests whose neighbours want the same; atomics serve one lane of a bank at a time, but counting
/// (`atomicAdd(p, 1)`) is merged. A compare-and-swap carries two operands and takes twice as long; a round of
/// a loop of them takes as long as its operands are wide, since one lane a bank gets through and the others
/// try again.
enum class SharedService : uint8_t { Load, Store, Atomic, Count, CompareSwap, Spin };

SharedService serviceOf(const MemoryAccess& access);

/// The cost of a request for a list of known byte offsets. Only lanes of `mask` count. Checked against the
/// counters of an H200 on 833 patterns of lanes, widths and masks (bench/results/request_cost.md).
SharedCost sharedCost(const Lanes& offsets, ActiveMask mask, unsigned bytes, SharedService service);
GlobalCost globalCost(const Lanes& offsets, ActiveMask mask, unsigned bytes);

/// An asynchronous copy of 16 bytes a lane, from `from` in global to `to` in shared memory.
struct CopyCost {
  unsigned wavefronts = 0;
  unsigned sectors = 0;
};

/// The copy goes past L1 straight into shared memory: a sector counts once for each 32 bytes of shared memory
/// that it falls into, and a line of 128 bytes of shared memory takes a wavefront for each half of its
/// sectors where halves part. Found from the counters of an H200 for rows of 128 bytes at a pitch of 144
/// (tests/kernels/async_copies.cu); ideals are those of a store and a load.
CopyCost copyCost(const Lanes& from, const Lanes& to, ActiveMask mask);

/// Byte offsets of a request's lanes, relative to an address that is a multiple of `alignment`. Symbols that
/// differ in weight between lanes (`threadIdx.x * height`) are given a plausible value.
struct RequestOffsets {
  Lanes offsets{};
  /// What is known to divide the address the offsets count from. At least 32: offsets within a sector are
  /// known.
  uint64_t alignment = 0;
  /// A symbol was given a value.
  bool isBounded = false;
};

/// The two plausible values that are given to a symbol on which the lanes' distances hang: a power of two,
/// and an odd number.
inline constexpr int64_t kPlausibleEven = 1024;
inline constexpr int64_t kPlausibleOdd = 1031;

/// nullopt where the addresses differ between lanes in a way that is not known.
std::optional<RequestOffsets> requestOffsets(const MemoryAccess& access, int64_t plausible = kPlausibleEven);

/// The known distance in bytes between all neighbouring active lanes; nullopt where it varies.
std::optional<int64_t> laneStride(const RequestOffsets& request, ActiveMask mask);

} // namespace cuda_lint
