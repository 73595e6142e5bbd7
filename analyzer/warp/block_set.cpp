#include "analyzer/warp/block_set.h"

namespace cuda_lint {

namespace {

IndexRange normalised(IndexRange range) {
  if (range.first == range.last)
    range.step = 1;
  return range;
}

/// What `whole` holds beside `part`: the other remainders where `part` is all of one remainder; else what
/// lies below it, above it, and between its members.
std::vector<IndexRange> withoutPart(const IndexRange& whole, const IndexRange& part) {
  std::vector<IndexRange> rest;
  if (part.step > whole.step && part.first - whole.first < part.step && whole.last - part.last < part.step) {
    for (int64_t first = whole.first; first < whole.first + part.step && first <= whole.last;
         first += whole.step)
      if (first != part.first)
        rest.push_back(normalised({first, first + (whole.last - first) / part.step * part.step, part.step}));
    return rest;
  }
  if (part.first > whole.first)
    rest.push_back(normalised({whole.first, part.first - whole.step, whole.step}));
  if (part.last < whole.last)
    rest.push_back(normalised({part.last + whole.step, whole.last, whole.step}));
  if (part.first == part.last)
    return rest;
  for (int64_t shift = whole.step; shift < part.step; shift += whole.step)
    rest.push_back(normalised({part.first + shift, part.last - part.step + shift, part.step}));
  return rest;
}

} // namespace

uint64_t BlockSet::count() const {
  uint64_t count = 1;
  for (const IndexRange& range : ranges)
    count *= static_cast<uint64_t>(range.count());
  return count;
}

bool BlockSet::contains(const std::array<int64_t, 3>& block) const {
  for (unsigned i = 0; i < 3; ++i)
    if (!ranges[i].contains(block[i]))
      return false;
  return true;
}

std::vector<BlockSet> withoutPart(const BlockSet& whole, const BlockSet& part) {
  std::vector<BlockSet> rest;
  BlockSet left = whole;
  for (unsigned i = 0; i < 3; ++i) {
    for (const IndexRange& range : withoutPart(whole.ranges[i], part.ranges[i])) {
      rest.push_back(left);
      rest.back().ranges[i] = range;
    }
    left.ranges[i] = part.ranges[i];
  }
  return rest;
}

} // namespace cuda_lint
