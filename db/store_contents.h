#pragma once

#include "db/measurement.h"
#include "db/tuning_store.h"

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_tune {

struct FinishedSearch {
  MeasurementKey key;
  std::string searchHash;
};

struct KeptImage {
  ImageKey key;
  StoredImage image;
};

/// All that a store holds, in the order in which it came in.
struct StoreContents {
  std::vector<Measurement> measurements;
  std::vector<FinishedSearch> searches;
  std::vector<KeptImage> images;
};

struct MergeCount {
  /// New, or a measurement with more samples than the one that was there.
  std::size_t added = 0;
  std::size_t alreadyThere = 0;

  friend bool operator==(const MergeCount&, const MergeCount&) = default;
};

/// What merging did.
struct MergeCounts {
  MergeCount measurements;
  MergeCount searches;
  MergeCount images;

  friend bool operator==(const MergeCounts&, const MergeCounts&) = default;
};

} // namespace cuda_tune
