#include "analyzer/checks/bank_conflict.h"

#include "analyzer/checks/source_locator.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"

#include <cmath>

namespace cuda_lint {

namespace {

/// Below this excess a conflict is not worth a line: the threshold of the table and of the counters'
/// definition.
constexpr double kWorthwhileExcess = 1.1;
constexpr int64_t kRowOfBanks = 128;
/// Steps of a loop whose degrees are told.
constexpr size_t kToldDegrees = 12;

int64_t moveByPadding(int64_t offset, const BankConflict::Layout& layout, int64_t padding) {
  int64_t inVariable = offset - layout.start;
  int64_t row = inVariable / layout.rowBytes;
  return offset + row * padding;
}

int64_t moveBySwizzle(int64_t offset, const BankConflict::Layout& layout, unsigned bytes) {
  int64_t inVariable = offset - layout.start;
  int64_t row = inVariable / layout.rowBytes;
  int64_t column = inVariable % layout.rowBytes;
  int64_t groups = std::min<int64_t>(layout.rowBytes, kRowOfBanks) / bytes;
  if (groups < 2 || (groups & (groups - 1)) != 0)
    return offset;
  return layout.start + row * layout.rowBytes + (column ^ ((row & (groups - 1)) * bytes));
}

std::string number(uint64_t value) {
  return std::to_string(value);
}

} // namespace

void BankConflict::beginBlock(const BlockClass& block) {
  sites_.beginBlock();
  ++blocks_;
}

void BankConflict::beginWarp(const WarpPosition& position) {
  isFirstWarp_ = position.warp == 0;
}

void BankConflict::restart() {
  sites_.clear();
  variables_.clear();
  blocks_ = 0;
}

std::optional<BankConflict::Layout> BankConflict::layoutOf(const RequestOffsets& request, ActiveMask mask,
                                                           unsigned bytes) const {
  const int64_t offset = request.offsets[firstLane(mask)];
  for (const SharedVariable& variable : context_.program.sharedVariables) {
    const auto start = static_cast<int64_t>(variable.offset);
    const bool isDynamic = variable.bytes == 0;
    if (offset < start || (!isDynamic && offset >= start + static_cast<int64_t>(variable.bytes)))
      continue;
    Layout layout;
    layout.variable = variable.variable;
    layout.start = start;
    const llvm::Type* type = variable.variable->getValueType();
    // The innermost array is the row.
    while (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      const llvm::Type* element = array->getElementType();
      if (!element->isArrayTy()) {
        layout.elementBytes = static_cast<int64_t>(
            context_.program.dataLayout().getTypeAllocSize(const_cast<llvm::Type*>(element)));
        layout.rowBytes = static_cast<int64_t>(array->getNumElements()) * layout.elementBytes;
        layout.isTwoDimensional = type != variable.variable->getValueType();
        layout.rows = layout.rowBytes ? static_cast<int64_t>(variable.bytes) / layout.rowBytes : 0;
      }
      type = element;
    }
    if (!layout.isTwoDimensional) {
      // A flat array that the kernel indexes by rows: the distance between the lanes is the pitch.
      std::optional<int64_t> stride = laneStride(request, mask);
      if (!stride || *stride <= 0 || *stride % 4 != 0 || *stride < 2 * static_cast<int64_t>(bytes))
        return std::nullopt;
      layout.rowBytes = *stride;
      if (layout.elementBytes == 0)
        layout.elementBytes = bytes;
    }
    if (layout.rowBytes <= 0)
      return std::nullopt;
    return layout;
  }
  return std::nullopt;
}

void BankConflict::memoryAccess(const MemoryAccess& access) {
  if (access.space != AddressSpace::Shared || access.aside)
    return;
  Counts& counts = sites_[access.instruction];
  std::optional<RequestOffsets> request = requestOffsets(access);
  if (!request) {
    counts.unfollowed += !access.address.has(LaneVector::Data);
    return;
  }
  const SharedService service = serviceOf(access);
  SharedCost cost = sharedCost(request->offsets, access.mask, access.bytes, service);
  if (request->isBounded) {
    // A pitch that is not known: an odd one is conflict-free. Only what both give is said.
    std::optional<RequestOffsets> odd = requestOffsets(access, kPlausibleOdd);
    SharedCost other = sharedCost(odd->offsets, access.mask, access.bytes, service);
    if (other.wavefronts < cost.wavefronts) {
      cost = other;
      request = odd;
    }
    counts.isBounded = true;
  }
  counts.isBounded = counts.isBounded || access.isAssumed || access.address.has(LaneVector::Assumed);
  counts.isPossible = counts.isPossible || access.possible;
  counts.lanesKnown = counts.lanesKnown || !access.lanesUnknown;
  counts.wavefronts += cost.wavefronts;
  counts.ideal += cost.ideal;
  counts.conflictFree += cost.conflictFree;
  const bool conflicts = cost.wavefronts > cost.conflictFree;
  const unsigned degree = conflicts ? cost.wavefronts / cost.ideal : 1;
  if (isFirstWarp_ && counts.degrees.size() < kToldDegrees &&
      (counts.degrees.empty() || counts.degrees.back() != degree))
    counts.degrees.push_back(degree);
  std::optional<Layout> layout = layoutOf(*request, access.mask, access.bytes);
  if (conflicts) {
    counts.degree = std::max(counts.degree, static_cast<double>(cost.wavefronts) / cost.ideal);
    // Different pitches in one place (a stride that doubles) are no rows that padding could shift.
    counts.curable =
        counts.curable && layout && (!counts.layout || counts.layout->rowBytes == layout->rowBytes);
    if (layout)
      counts.layout = layout;
  }
  if (!layout || (!conflicts && !layout->isTwoDimensional)) {
    for (uint64_t& padded : counts.padded)
      padded += cost.wavefronts;
    counts.swizzled += cost.wavefronts;
    return;
  }
  // One block is enough to compare cures by.
  VariableCounts ignored;
  VariableCounts& variable = blocks_ == 1 ? variables_[layout->variable] : ignored;
  variable.now += cost.wavefronts;
  Lanes moved;
  for (size_t i = 0; i < counts.padded.size(); ++i) {
    const int64_t padding = layout->elementBytes << i;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      moved[lane] = moveByPadding(request->offsets[lane], *layout, padding);
    const unsigned wavefronts = sharedCost(moved, access.mask, access.bytes, service).wavefronts;
    counts.padded[i] += wavefronts;
    variable.padded[i] += wavefronts;
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    moved[lane] = moveBySwizzle(request->offsets[lane], *layout, access.bytes);
  const unsigned wavefronts = sharedCost(moved, access.mask, access.bytes, service).wavefronts;
  counts.swizzled += wavefronts;
  variable.swizzled += wavefronts;
}

std::string BankConflict::cure(const Counts& counts) const {
  if (!counts.curable || !counts.layout)
    return {};
  const Layout& layout = *counts.layout;
  const int64_t columns = layout.rowBytes / layout.elementBytes;
  const VariableCounts variable = variables_.lookup(layout.variable);
  // A cure of this access must not be the fault of another one.
  auto worsensOthers = [&](uint64_t here, uint64_t everywhere) {
    return everywhere + counts.wavefronts > variable.now + here;
  };
  for (size_t i = 0; i < counts.padded.size(); ++i) {
    if (counts.padded[i] > counts.conflictFree || worsensOthers(counts.padded[i], variable.padded[i]))
      continue;
    const int64_t padded = columns + (int64_t{1} << i);
    if (layout.isTwoDimensional) {
      return "with `" + SourceLocator::variableName(*layout.variable) + "[" + number(layout.rows) + "][" +
             number(padded) + "]` it is conflict-free";
    }
    return "with a row pitch of " + number(padded) + " elements instead of " + number(columns) +
           " it is conflict-free";
  }
  if (counts.swizzled <= counts.conflictFree && !worsensOthers(counts.swizzled, variable.swizzled))
    return "with the column XORed by the row (a swizzle) it is conflict-free";
  return {};
}

CheckResult BankConflict::finish() {
  CheckResult result;
  for (const auto& [instruction, counts] : sites_.representative()) {
    std::optional<SourcePlace> place = context_.locator.place(*instruction);
    if (!place)
      continue;
    if (counts.unfollowed)
      result.declined.push_back(
          {"", place->file, place->line, "the addresses of this shared-memory access are not followed"});
    if (counts.degree < 2 || counts.wavefronts < kWorthwhileExcess * static_cast<double>(counts.conflictFree))
      continue;
    Finding finding;
    finding.place = *place;
    // Conflicts are between lanes: where data decides which are there, the degree is an upper bound.
    finding.severity = counts.lanesKnown ? Severity::Warning : Severity::Note;
    finding.confidence = confidenceOf(counts.isPossible, counts.isBounded);
    const auto degree = static_cast<uint64_t>(std::llround(counts.degree));
    finding.message = number(degree) + "-way bank conflict on this " + accessNoun(*instruction) + " (" +
                      number(counts.wavefronts) + " wavefronts where " + number(counts.ideal) + " would do)";
    std::string remedy = cure(counts);
    if (!remedy.empty())
      finding.message += "; " + remedy;
    finding.metrics = {{"degree", static_cast<int64_t>(degree)},
                       {"wavefronts", static_cast<int64_t>(counts.wavefronts)},
                       {"wavefronts_ideal", static_cast<int64_t>(counts.ideal)}};
    if (counts.degrees.size() > 1) {
      std::string steps;
      for (unsigned degree : counts.degrees)
        steps += (steps.empty() ? "" : ", ") + number(degree);
      finding.notes.push_back({finding.place, "degrees of the first warp, in turn: " + steps});
    }
    result.findings.push_back(std::move(finding));
  }
  return result;
}

} // namespace cuda_lint
