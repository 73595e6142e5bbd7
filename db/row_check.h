#pragma once

#include "db/measurement.h"

#include <optional>
#include <string>

namespace cuda_tune {

/// What of a row must not get into a store, field first: "medianUs is not a finite number"; nullopt when
/// nothing. `measuredAt` may be empty.
std::optional<std::string> wrongField(const Measurement& row);
std::optional<std::string> wrongField(const MeasurementKey& key);

} // namespace cuda_tune
