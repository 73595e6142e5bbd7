#include "db/lookup_order.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace cuda_tune {

namespace {

int classDistance(const MeasurementKey& a, const MeasurementKey& b) {
  return std::abs(sizeClass(a.workload.elements) - sizeClass(b.workload.elements));
}

LookupOutcome outcomeOf(const MeasurementKey& wanted, const MeasurementKey& stored) {
  if (!wanted.device.sameModel(stored.device))
    return LookupOutcome::OtherDevice;
  if (wanted.toolchain.driver != stored.toolchain.driver)
    return LookupOutcome::OtherDriver;
  return classDistance(wanted, stored) == 0 ? LookupOutcome::Exact : LookupOutcome::NearestSize;
}

auto rank(const MeasurementKey& wanted, const LookupCandidate& candidate) {
  std::uint64_t asked = wanted.workload.elements;
  std::uint64_t stored = candidate.key.workload.elements;
  return std::tuple(candidate.outcome, classDistance(wanted, candidate.key),
                    wanted.device.uuid != candidate.key.device.uuid,
                    std::max(asked, stored) - std::min(asked, stored),
                    wanted.toolchain.nvrtc != candidate.key.toolchain.nvrtc, -candidate.keyId);
}

} // namespace

void orderCandidates(const MeasurementKey& wanted, std::vector<LookupCandidate>& candidates) {
  for (LookupCandidate& candidate : candidates)
    candidate.outcome = outcomeOf(wanted, candidate.key);
  std::sort(candidates.begin(), candidates.end(), [&](const LookupCandidate& a, const LookupCandidate& b) {
    return rank(wanted, a) < rank(wanted, b);
  });
}

} // namespace cuda_tune
