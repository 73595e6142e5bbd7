#include "analyzer/checks/uncoalesced_access.h"

#include "analyzer/checks/source_locator.h"

#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <cmath>

namespace cuda_lint {

namespace {

/// Sectors over the ideal from which an access is a warning, and from which it is a note.
constexpr double kWarningExcess = 2.0;
constexpr double kNoteExcess = 1.1;
/// Lanes up to this many bytes apart stride through records; farther apart, through rows.
constexpr uint64_t kNearby = 128;
constexpr int64_t kSectorBytes = 32;

std::string number(uint64_t value) {
  return std::to_string(value);
}

std::string perRequest(uint64_t sectors, uint64_t requests) {
  const uint64_t tenths = (sectors * 10 + requests / 2) / requests;
  std::string text = number(tenths / 10);
  if (tenths % 10)
    text += "." + number(tenths % 10);
  return text;
}

/// Sectors that a request takes, over all starts of its rows within a sector.
struct StartCost {
  unsigned best;
  unsigned median;
};

/// What the starts cost, where an argument moves the start of a request's rows and that
/// doubles the sectors: rows of 32 bytes or less, a run-time pitch apart. nullopt elsewhere: an offset that
/// costs long rows a fifth sector in four is taken as aligned, as most are.
std::optional<StartCost> costOfStarts(const MemoryAccess& access, const RequestOffsets& request,
                                      unsigned ideal) {
  if (!request.isBounded || request.alignment >= kSectorBytes)
    return std::nullopt;
  const bool isMoved = std::any_of(access.address.begin(), access.address.end(), [&](const Term& term) {
    return access.symbols[term.symbol].kind == SymbolKind::Argument &&
           LaneVector::symbol(term.symbol, term.coefficient).symbolAlignment(access.symbols) < kSectorBytes;
  });
  if (!isMoved)
    return std::nullopt;
  std::vector<unsigned> costs;
  for (int64_t start = 0; start < kSectorBytes; start += static_cast<int64_t>(request.alignment)) {
    Lanes moved = request.offsets;
    for (int64_t& offset : moved)
      offset += start;
    costs.push_back(globalCost(moved, access.mask, access.bytes).sectors);
  }
  std::sort(costs.begin(), costs.end());
  const StartCost cost{costs.front(), costs[costs.size() / 2]};
  // The start must be what decides.
  if (cost.best >= kWarningExcess * ideal || cost.median < kWarningExcess * ideal)
    return std::nullopt;
  return cost;
}

} // namespace

void UncoalescedAccess::beginBlock(const BlockClass& block) {
  sites_.beginBlock();
}

void UncoalescedAccess::restart() {
  sites_.clear();
}

void UncoalescedAccess::memoryAccess(const MemoryAccess& access) {
  if ((access.space != AddressSpace::Global && access.space != AddressSpace::Unknown) || access.aside)
    return;
  Counts& counts = sites_[access.instruction];
  if (access.space == AddressSpace::Unknown) {
    ++counts.unfollowed;
    return;
  }
  counts.bytes = access.bytes;
  counts.isPossible = counts.isPossible || access.possible;
  std::optional<RequestOffsets> request = requestOffsets(access);
  if (!request) {
    counts.dataDependent += access.address.has(LaneVector::Data);
    counts.unfollowed += !access.address.has(LaneVector::Data);
    return;
  }
  GlobalCost cost = globalCost(request->offsets, access.mask, access.bytes);
  GlobalCost other = cost;
  if (request->isBounded) {
    other = globalCost(requestOffsets(access, kPlausibleOdd)->offsets, access.mask, access.bytes);
    counts.isBounded = true;
    counts.strideIsSymbolic = true;
    for (const LaneTerm& term : *access.address.laneTerms())
      if (counts.strideSymbol.empty() && access.symbols[term.symbol].kind == SymbolKind::Argument)
        counts.strideSymbol = access.symbols[term.symbol].name;
    for (const LaneTerm& term : *access.address.laneTerms())
      counts.mayBeOne = counts.mayBeOne || access.symbols[term.symbol].isTableEntry;
    if (std::optional<StartCost> moved = costOfStarts(access, *request, cost.ideal)) {
      other.sectors = moved->best;
      cost.sectors = moved->median;
      counts.isMoved = true;
    }
  }
  counts.isBounded = counts.isBounded || access.isAssumed || access.address.has(LaneVector::Assumed) ||
                     request->alignment < 32;
  ++counts.requests;
  counts.lanes += laneCount(access.mask);
  counts.sectors += cost.sectors;
  counts.otherSectors += other.sectors;
  counts.ideal += cost.ideal;
  std::optional<int64_t> stride = request->isBounded ? std::nullopt : laneStride(*request, access.mask);
  if (counts.requests == 1)
    counts.stride = stride;
  counts.strideVaries = counts.strideVaries || counts.stride != stride;
}

std::string UncoalescedAccess::message(const Counts& counts, const llvm::Instruction& instruction) const {
  std::string text = std::string("uncoalesced ") + accessNoun(instruction) + ": ";
  if (counts.stride && !counts.strideVaries)
    text += "neighbouring lanes are " + number(static_cast<uint64_t>(std::llabs(*counts.stride))) +
            " bytes apart, ";
  else if (!counts.strideSymbol.empty())
    text += "neighbouring lanes are `" + counts.strideSymbol + "` elements or a multiple of it apart, ";
  else if (counts.strideIsSymbolic)
    text += "the distance of neighbouring lanes hangs on a run-time value, ";
  const auto [fewest, most] = std::minmax(counts.sectors, counts.otherSectors);
  text += perRequest(fewest, counts.requests);
  if (most != fewest)
    text += " to " + perRequest(most, counts.requests);
  text += " sectors a request where " + perRequest(counts.ideal, counts.requests) + " would do";
  if (counts.mayBeOne)
    return text + ", unless that value, read from an array of strides or sizes, is 1";
  if (counts.isMoved)
    return text +
           "; a row of a warp's lanes is no longer than a sector here, and takes two unless it starts one: "
           "let a warp take longer rows, or start rows at multiples of 32 bytes";
  const bool strideKnown = counts.stride && !counts.strideVaries;
  const uint64_t stride = strideKnown ? static_cast<uint64_t>(std::llabs(*counts.stride)) : 0;
  if (strideKnown && stride == counts.bytes)
    text += counts.lanes < counts.requests * kWarpSize
                ? "; the lanes between are off: let whole warps take one side"
                : "; the first lane does not start a 32-byte sector";
  else if (strideKnown && stride <= kNearby)
    text += "; let neighbouring lanes take neighbouring elements (a structure of arrays, or through shared "
            "memory)";
  else
    text += "; let `threadIdx.x` index the fastest-varying dimension";
  return text;
}

CheckResult UncoalescedAccess::finish() {
  CheckResult result;
  for (const auto& [instruction, counts] : sites_.representative()) {
    std::optional<SourcePlace> place = context_.locator.place(*instruction);
    if (!place)
      continue;
    if (counts.unfollowed)
      result.declined.push_back(
          {"", place->file, place->line, "the addresses of this memory access are not followed"});
    Finding finding;
    finding.place = *place;
    const uint64_t least = counts.isMoved ? counts.sectors : std::min(counts.sectors, counts.otherSectors);
    if (counts.requests && static_cast<double>(least) >= kNoteExcess * static_cast<double>(counts.ideal)) {
      const bool isWarning = static_cast<double>(least) >= kWarningExcess * static_cast<double>(counts.ideal);
      finding.severity = isWarning && !counts.mayBeOne ? Severity::Warning : Severity::Note;
      finding.confidence = confidenceOf(counts.isPossible, counts.isBounded);
      finding.message = message(counts, *instruction);
      finding.metrics = {{"sectors", static_cast<int64_t>(counts.sectors)},
                         {"sectors_ideal", static_cast<int64_t>(counts.ideal)},
                         {"sectors_per_request",
                          static_cast<double>(counts.sectors) / static_cast<double>(counts.requests)}};
      result.findings.push_back(std::move(finding));
    } else if (counts.dataDependent) {
      finding.severity = Severity::Note;
      finding.confidence = Confidence::Possible;
      finding.message =
          "data-dependent addresses: up to 32 sectors a request, how many is not known statically";
      result.findings.push_back(std::move(finding));
    }
  }
  return result;
}

} // namespace cuda_lint
