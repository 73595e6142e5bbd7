#include "analyzer/predict/site_counter.h"

#include <algorithm>

namespace cuda_lint {

namespace {

/// What a request costs repeats when its addresses move by this many bytes.
constexpr int64_t kAddressPeriod = 128;
constexpr unsigned kSectorBytes = 32;
constexpr unsigned kWavefrontBytes = 128;

/// What goes past L1 on its way into shared memory.
constexpr unsigned kCopiedPack = 16;

bool isOffsetKnown(const LaneVector& address) {
  return !address.isDivergentUnknown() && !address.laneTerms() && !address.has(LaneVector::Assumed);
}

SiteKind kindOf(const MemoryAccess& access) {
  switch (access.space) {
  case AddressSpace::Shared:
    return access.kind == AccessKind::Load    ? SiteKind::SharedLoad
           : access.kind == AccessKind::Store ? SiteKind::SharedStore
                                              : SiteKind::SharedAtomic;
  case AddressSpace::Global:
    return access.kind == AccessKind::Load    ? SiteKind::GlobalLoad
           : access.kind == AccessKind::Store ? SiteKind::GlobalStore
                                              : SiteKind::GlobalAtomic;
  default:
    return SiteKind::GenericAccess;
  }
}

/// Adds one execution's `value`, which lies between `least` and `most`.
struct Adder {
  /// It runs for sure; it belongs to the likely course; any number of times.
  bool isCertain, isLikely, repeats;

  void operator()(Count& count, uint64_t value, uint64_t least, uint64_t most) const {
    count.add({isLikely ? value : 0, isCertain ? least : 0, repeats && most ? Count::kUnbounded : most}, 1);
  }
  void operator()(Count& count, uint64_t value) const { (*this)(count, value, value, value); }
};

struct Range {
  uint64_t value = 0, least = ~uint64_t{0}, most = 0;
  void take(uint64_t one) {
    if (least > most)
      value = one;
    least = std::min(least, one);
    most = std::max(most, one);
  }
};

unsigned ceilDivide(unsigned a, unsigned b) {
  return (a + b - 1) / b;
}

} // namespace

SiteCounts& SiteCounter::site(const llvm::Instruction* instruction, SiteKind kind) {
  return block_[{instruction, kind}];
}

void SiteCounter::memoryAccess(const MemoryAccess& access) {
  if (access.space == AddressSpace::Local || access.space == AddressSpace::Parameter ||
      access.space == AddressSpace::Constant)
    return;
  const SiteKind kind = kindOf(access);
  SiteCounts& counts = site(access.instruction, kind);
  if (access.spinRound)
    give(access.instruction, Reason::Retry);
  const Adder add{access.spinRound <= 1 && !access.possible && !access.lanesUnknown && !access.isAssumed &&
                      !access.aside && !access.repeats,
                  !access.aside, access.repeats || access.spinRound};
  const unsigned lanes = laneCount(access.mask);
  add(counts.executions, 1);
  add(counts.lanes, lanes);
  if (kind == SiteKind::GenericAccess) {
    give(access.instruction, Reason::AddressSpace);
    return;
  }

  const LaneVector& address = access.address;
  const std::optional<RequestOffsets> offsets = requestOffsets(access);
  Range taken, ideal, requests;
  const bool isKnown = offsets && !offsets->isBounded && !address.has(LaneVector::Assumed);
  if (isKnown) {
    // A base that is not known moves all lanes alike, by multiples of what divides it.
    const auto step = static_cast<int64_t>(
        std::min<uint64_t>(std::max<uint64_t>(offsets->alignment, access.bytes), kAddressPeriod));
    const bool isMoved = isShared(kind) ? step < 4 : step < kAddressPeriod;
    if (isMoved)
      give(access.instruction, Reason::UnknownBase);
    for (int64_t by = 0; by < (isMoved ? kAddressPeriod : 1); by += step) {
      Lanes moved = offsets->offsets;
      if (by)
        for (int64_t& lane : moved)
          lane += by;
      if (isShared(kind)) {
        const SharedCost cost = sharedCost(moved, access.mask, access.bytes, serviceOf(access));
        taken.take(cost.wavefronts);
        ideal.take(cost.ideal);
      } else {
        const GlobalCost cost = globalCost(moved, access.mask, access.bytes);
        taken.take(cost.sectors);
        ideal.take(cost.ideal);
        requests.take(cost.lines);
      }
    }
  } else {
    give(access.instruction, address.has(LaneVector::Data) ? Reason::DataAddress : Reason::UnknownAddress);
    // From one address for all lanes to one bank, or one sector, for each.
    taken.take(lanes);
    taken.take(1);
    ideal.take(
        std::min(lanes, ceilDivide(lanes * access.bytes, isShared(kind) ? kWavefrontBytes : kSectorBytes)));
    ideal.take(1);
    requests.take(lanes);
    requests.take(1);
  }
  if (isKnown && access.otherSide && access.bytes == kCopiedPack && isOffsetKnown(*access.otherSide)) {
    const Lanes other = access.otherSide->offsetsOfLanes();
    const CopyCost cost = isShared(kind) ? copyCost(other, offsets->offsets, access.mask)
                                         : copyCost(offsets->offsets, other, access.mask);
    taken = {};
    taken.take(isShared(kind) ? cost.wavefronts : cost.sectors);
  }
  if (isShared(kind)) {
    add(counts.wavefronts, taken.value, taken.least, taken.most);
    add(counts.wavefrontsIdeal, ideal.value, ideal.least, ideal.most);
  } else {
    add(counts.sectors, taken.value, taken.least, taken.most);
    add(counts.sectorsIdeal, ideal.value, ideal.least, ideal.most);
    add(counts.requests, requests.value, requests.least, requests.most);
  }
  if (!access.aside)
    counts.degree =
        std::max(counts.degree, static_cast<double>(taken.value) / static_cast<double>(ideal.value));
}

void SiteCounter::branch(const BranchExecution& branch) {
  SiteCounts& counts = site(branch.instruction, SiteKind::Branch);
  const Adder add{!branch.possible && !branch.lanesUnknown && !branch.isReachAssumed && !branch.aside &&
                      !branch.repeats,
                  !branch.aside, branch.repeats};
  const bool isKnown = branch.isKnown && !branch.isAssumed;
  add(counts.executions, 1);
  add(counts.lanes, laneCount(branch.active));
  const bool parts = branch.isKnown && branch.sides > 1;
  const bool mayPart = isKnown ? parts : branch.isDataDependent || branch.isAssumed || parts;
  add(counts.divergent, parts, isKnown && parts, mayPart);
  if (parts && branch.leavesLoop)
    unevenLoops_.insert(branch.instruction);
  if (isKnown)
    return;
  if (branch.leavesLoop)
    give(branch.instruction, Reason::TripCount);
  else
    give(branch.instruction, branch.isDataDependent ? Reason::DataLanes : Reason::UnknownCondition);
}

void SiteCounter::issued(unsigned count, ActiveMask active) {
  blockInstructions_ += count;
  blockLanes_ += uint64_t{count} * laneCount(active);
}

void SiteCounter::endBlock(uint64_t blocks) {
  for (const auto& [key, counts] : block_)
    sites_[key].add(counts, blocks);
  instructions_ += blockInstructions_ * blocks;
  laneInstructions_ += blockLanes_ * blocks;
  dropBlock();
}

void SiteCounter::dropBlock() {
  block_.clear();
  blockInstructions_ = 0;
  blockLanes_ = 0;
}

} // namespace cuda_lint
