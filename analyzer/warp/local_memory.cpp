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
  forget(offset, bytes);
  cells_[offset] = {bytes, value};
}

void LocalVariable::storeAnywhere(const LaneVector& value) {
  note(value);
  for (auto& [offset, cell] : cells_)
    note(cell.value);
  cells_.clear();
  copies_.clear();
}

void LocalVariable::copyFrom(int64_t offset, uint64_t bytes, const LaneVector& source) {
  forget(offset, bytes);
  if (copies_.size() > 64)
    copies_.erase(copies_.begin());
  copies_.push_back({offset, bytes, source});
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
    arithmetic.add(address, copy->source, LaneVector::uniform(offset - copy->offset), 64, place);
    return address;
  }
  return std::nullopt;
}

void LocalVariable::clear() {
  cells_.clear();
  copies_.clear();
  allUniform_ = true;
  flags_ = 0;
}

} // namespace cuda_lint
