#include "analyzer/warp/request_cost.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace cuda_lint {

namespace {

constexpr unsigned kBanks = 32;
constexpr unsigned kWordBytes = 4;
constexpr unsigned kSectorBytes = 32;
constexpr unsigned kLineBytes = 128;

/// A sorted list of at most a few values a lane, without allocation.
template <unsigned Capacity> class SmallSet {
public:
  void add(int64_t value) {
    if (count_ < Capacity)
      values_[count_++] = value;
  }
  unsigned distinct() {
    if (!std::is_sorted(values_.begin(), values_.begin() + count_))
      std::sort(values_.begin(), values_.begin() + count_);
    return static_cast<unsigned>(std::unique(values_.begin(), values_.begin() + count_) - values_.begin());
  }
  const int64_t* begin() const { return values_.data(); }

private:
  std::array<int64_t, Capacity> values_;
  unsigned count_ = 0;
};

int64_t floorTo(int64_t value, int64_t unit) {
  return value - ((value % unit) + unit) % unit;
}

/// Each pair of neighbouring lanes reads one address: the machine then serves twice as many lanes at once.
bool pairsShare(const Lanes& offsets, ActiveMask mask) {
  for (unsigned lane = 0; lane < kWarpSize; lane += 2)
    if (isActive(mask, lane) && isActive(mask, lane + 1) && offsets[lane] != offsets[lane + 1])
      return false;
  return true;
}

} // namespace

SharedCost sharedCost(const Lanes& offsets, ActiveMask mask, unsigned bytes, SharedService service) {
  SharedCost cost;
  if (mask == 0)
    return cost;
  if (service == SharedService::Spin) {
    cost.wavefronts = cost.ideal = cost.conflictFree = 2 * std::max(bytes / kWordBytes, 1u);
    return cost;
  }
  if (service == SharedService::CompareSwap) {
    cost = sharedCost(offsets, mask, bytes, SharedService::Atomic);
    cost.wavefronts *= 2;
    cost.ideal *= 2;
    cost.conflictFree *= 2;
    return cost;
  }
  const unsigned words = std::max(bytes / kWordBytes, 1u);
  // 8-byte requests are served per half warp, 16-byte requests per quarter warp.
  unsigned group = bytes <= kWordBytes ? kWarpSize : bytes <= 8 ? kWarpSize / 2 : kWarpSize / 4;
  if (group < kWarpSize && service == SharedService::Load && pairsShare(offsets, mask))
    group *= 2;
  for (unsigned first = 0; first < kWarpSize; first += group) {
    // Words that a bank is asked for, as a list through `previous`; an atomic's lanes are served one by one.
    std::array<int8_t, kBanks> latest;
    latest.fill(-1);
    std::array<uint8_t, kBanks> load{};
    std::array<int64_t, 2 * kWarpSize> asked;
    std::array<int8_t, 2 * kWarpSize> previous;
    int8_t count = 0;
    unsigned worst = 0;
    for (unsigned lane = first; lane < first + group; ++lane) {
      if (!isActive(mask, lane))
        continue;
      for (unsigned i = 0; i < words; ++i) {
        const int64_t word = floorTo(offsets[lane], kWordBytes) / kWordBytes + i;
        const auto bank = static_cast<unsigned>(static_cast<uint64_t>(word) % kBanks);
        int8_t at = service == SharedService::Atomic ? -1 : latest[bank];
        while (at >= 0 && asked[static_cast<size_t>(at)] != word)
          at = previous[static_cast<size_t>(at)];
        if (at >= 0)
          continue;
        asked[static_cast<size_t>(count)] = word;
        previous[static_cast<size_t>(count)] = latest[bank];
        latest[bank] = count++;
        worst = std::max<unsigned>(worst, ++load[bank]);
      }
    }
    cost.wavefronts += worst;
    cost.conflictFree += count != 0;
  }
  const unsigned least = (laneCount(mask) * bytes + kBanks * kWordBytes - 1) / (kBanks * kWordBytes);
  cost.ideal = std::min(cost.wavefronts, std::max(least, 1u));
  return cost;
}

GlobalCost globalCost(const Lanes& offsets, ActiveMask mask, unsigned bytes) {
  GlobalCost cost;
  SmallSet<2 * kWarpSize> sectors;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    const int64_t first = floorTo(offsets[lane], kSectorBytes);
    const int64_t last = floorTo(offsets[lane] + bytes - 1, kSectorBytes);
    sectors.add(first);
    if (last != first)
      sectors.add(last);
  }
  cost.sectors = sectors.distinct();
  for (unsigned i = 0; i < cost.sectors; ++i)
    cost.lines +=
        i == 0 || floorTo(sectors.begin()[i], kLineBytes) != floorTo(sectors.begin()[i - 1], kLineBytes);
  cost.ideal = std::min(cost.sectors, (laneCount(mask) * bytes + kSectorBytes - 1) / kSectorBytes);
  return cost;
}

CopyCost copyCost(const Lanes& from, const Lanes& to, ActiveMask mask) {
  std::set<std::pair<int64_t, int64_t>> sectors;
  // A quarter of the warp at a time, as for every request of 16 bytes.
  std::set<std::tuple<unsigned, int64_t, int64_t>> halves;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    const int64_t half = from[lane] - floorTo(from[lane], kSectorBytes);
    const bool parts = half != to[lane] - floorTo(to[lane], kSectorBytes);
    sectors.insert({floorTo(from[lane], kSectorBytes), floorTo(to[lane], kSectorBytes)});
    halves.insert({lane / (kWarpSize / 4), floorTo(to[lane], kLineBytes), parts ? half : 0});
  }
  return {static_cast<unsigned>(halves.size()), static_cast<unsigned>(sectors.size())};
}

SharedService serviceOf(const MemoryAccess& access) {
  if (access.kind == AccessKind::Load)
    return SharedService::Load;
  if (access.kind == AccessKind::Store)
    return SharedService::Store;
  if (access.spinRound)
    return SharedService::Spin;
  if (llvm::isa<llvm::AtomicCmpXchgInst>(access.instruction))
    return SharedService::CompareSwap;
  const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(access.instruction);
  // The compiler combines a warp's atomics on one address before it asks the memory.
  if (access.address.isUniformIn(access.mask))
    return SharedService::Count;
  if (atomic && atomic->getOperation() == llvm::AtomicRMWInst::Add && access.bytes == kWordBytes)
    if (const auto* by = llvm::dyn_cast<llvm::ConstantInt>(atomic->getValOperand()); by && by->isOne())
      return SharedService::Count;
  return SharedService::Atomic;
}

std::optional<RequestOffsets> requestOffsets(const MemoryAccess& access, int64_t plausible) {
  const LaneVector& address = access.address;
  if (address.isDivergentUnknown())
    return std::nullopt;
  RequestOffsets request;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    request.offsets[lane] = address.offset(lane);
  uint64_t alignment = uint64_t{1} << 63;
  for (const Term& term : address)
    alignment = std::min(alignment,
                         LaneVector::symbol(term.symbol, term.coefficient).symbolAlignment(access.symbols));
  if (address.laneTerms())
    for (const LaneTerm& term : *address.laneTerms()) {
      const Symbol& symbol = access.symbols[term.symbol];
      // Different allocations in different lanes: far apart.
      const int64_t value =
          symbol.kind == SymbolKind::PointerBase
              ? (int64_t{1} << 40) + (int64_t{term.symbol} << 32)
              : plausible * static_cast<int64_t>(symbol.alignment >= 4096 ? 1 : symbol.alignment);
      request.isBounded = true;
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        request.offsets[lane] += term.coefficients[lane] * value;
    }
  request.alignment = alignment;
  return request;
}

std::optional<int64_t> laneStride(const RequestOffsets& request, ActiveMask mask) {
  std::optional<int64_t> stride;
  int previous = -1;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    if (previous >= 0) {
      const int64_t gap = static_cast<int64_t>(lane) - previous;
      const int64_t distance = request.offsets[lane] - request.offsets[static_cast<unsigned>(previous)];
      if (distance % gap != 0 || (stride && *stride != distance / gap))
        return std::nullopt;
      stride = distance / gap;
    }
    previous = static_cast<int>(lane);
  }
  return stride;
}

} // namespace cuda_lint
