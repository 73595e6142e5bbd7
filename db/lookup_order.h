#pragma once

#include "db/measurement.h"
#include "db/tuning_store.h"

#include <cstdint>
#include <vector>

namespace cuda_tune {

/// A key that the store has, of the workload, regime, method and compute capability that are looked for.
struct LookupCandidate {
  /// Greater for a key that came into the store later.
  std::int64_t keyId = 0;
  MeasurementKey key;
  /// How it fits; never Base. Set by orderCandidates().
  LookupOutcome outcome = LookupOutcome::Exact;
};

/// Sets the outcomes and sorts, the best fitting first: by outcome, by distance in size classes, by distance
/// in elements, the wanted NVRTC version before others, the later key before the earlier.
void orderCandidates(const MeasurementKey& wanted, std::vector<LookupCandidate>& candidates);

} // namespace cuda_tune
