#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"
#include "db/measurement.h"
#include "db/tuning_store.h"
#include "tuner/jit/device.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuda_tune {

// How reductions are named in the store, for those who write it and those who read it.

DeviceIdentity identityOf(const Device& device);

/// A reduction by this version's kernel template.
Workload reduceWorkload(Operation operation, ElementType type, std::uint64_t elements);

/// The image of a configuration of this version's kernel template; `architecture` is 90 for 9.0.
ImageKey reduceImageKey(Operation operation, ElementType type, const std::string& configuration,
                        int architecture, const std::string& nvrtc);

/// StoredImage::loweredName for the names that nameExpressions() orders: separated by a space, which is in no
/// mangled name.
std::string joinNames(const std::vector<std::string>& loweredNames);
std::vector<std::string> splitNames(const std::string& loweredName);

} // namespace cuda_tune
