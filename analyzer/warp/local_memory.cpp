#include "analyzer/warp/local_memory.h"

namespace cuda_lint {

namespace {
/// No object is wider: how far back a cell may start and still overlap.
constexpr int64_t kWidestCell = 64;
} // namespace

void LocalVariable::note(const LaneVector& value) {
  allUniform_ = allUniform_ && value.isUniform();
  flags_ |= value.flags();
}

void LocalVariable::forget(int64_t offset, uint64_t bytes) {
  const int64_t end = offset + static_cast<int64_t>(bytes);
  for (auto cell = cells_.lower_bound(offset - kWidestCell); cell != cells_.end() && cell->first < end;) {
    bool overlaps = cell->first + static_cast<int64_t>(cell->second.bytes) > offset;
    cell = overlaps ? cells_.erase(cell) : std::next(cell);
  }
  // What a copy brought to the left and to the right of these bytes stays.
  std::vector<Copy> kept;
  for (Copy& copy : copies_) {
    const int64_t copyEnd = copy.offset + static_cast<int64_t>(copy.bytes);
    if (copyEnd <= offset || copy.offset >= end) {
      kept.push_back(std::move(copy));
      continue;
    }
    if (copy.offset < offset)
      kept.push_back({copy.offset, static_cast<uint64_t>(offset - copy.offset), copy.source, copy.skipped});
    if (copyEnd > end)
      kept.push_back(
          {end, static_cast<uint64_t>(copyEnd - end), copy.source, copy.skipped + end - copy.offset});
  }
  copies_ = std::move(kept);
}

bool LocalVariable::mayHold(int64_t offset, uint64_t bytes) const {
  const int64_t end = offset + static_cast<int64_t>(bytes);
  for (auto cell = cells_.lower_bound(offset - kWidestCell); cell != cells_.end() && cell->first < end;
       ++cell)
    if (cell->first + static_cast<int64_t>(cell->second.bytes) > offset)
      return true;
  for (const Copy& copy : copies_)
    if (copy.offset < end && copy.offset + static_cast<int64_t>(copy.bytes) > offset)
      return true;
  return storedAnywhere_;
}

void LocalVariable::store(int64_t offset, unsigned bytes, const LaneVector& value, ActiveMask mask,
                          bool keepOld, LaneArithmetic& arithmetic, unsigned place) {
  note(value);
  auto cell = cells_.find(offset);
  if (cell != cells_.end() && cell->second.bytes == bytes) {
    if (keepOld)
      arithmetic.join(cell->second.value, value, place);
    else
      arithmetic.blend(cell->second.value, value, mask, place);
    return;
  }
  // Lanes that do not store keep what another access put there.
  const bool keepsUnknown = (keepOld || mask != kFullMask) && mayHold(offset, bytes);
  forget(offset, bytes);
  cells_[offset] = {bytes, keepsUnknown ? LaneVector::divergent(value.flags() | LaneVector::Data) : value};
}

void LocalVariable::storeAnywhere(const LaneVector& value) {
  note(value);
  for (auto& [offset, cell] : cells_)
    note(cell.value);
  cells_.clear();
  copies_.clear();
  storedAnywhere_ = true;
}

void LocalVariable::copyFrom(int64_t offset, uint64_t bytes, const LaneVector& source) {
  // Lanes that copy from different places hold different data.
  if (!source.isUniform())
    note(LaneVector::divergent(LaneVector::Data));
  forget(offset, bytes);
  if (copies_.size() > 64)
    copies_.erase(copies_.begin());
  copies_.push_back({offset, bytes, source, 0});
}

const LaneVector* LocalVariable::load(int64_t offset, unsigned bytes) const {
  auto cell = cells_.find(offset);
  return cell != cells_.end() && cell->second.bytes == bytes ? &cell->second.value : nullptr;
}

std::optional<LaneVector> LocalVariable::copiedFrom(int64_t offset, unsigned bytes,
                                                    LaneArithmetic& arithmetic, unsigned place) const {
  for (auto copy = copies_.rbegin(); copy != copies_.rend(); ++copy) {
    if (offset < copy->offset ||
        offset + static_cast<int64_t>(bytes) > copy->offset + static_cast<int64_t>(copy->bytes))
      continue;
    LaneVector address;
    arithmetic.add(address, copy->source, LaneVector::uniform(copy->skipped + offset - copy->offset), 64,
                   place);
    return address;
  }
  return std::nullopt;
}

void LocalVariable::clear() {
  cells_.clear();
  copies_.clear();
  storedAnywhere_ = false;
  allUniform_ = true;
  flags_ = 0;
}

} // namespace cuda_lint
