#pragma once

#include "db/measurement.h"

#include <string>
#include <vector>

namespace cuda_tune {

/// Where a reduction is to run, as the store knows it.
struct LookedUpDevice {
  DeviceIdentity identity;
  /// Toolchain::driver.
  std::string driver;
  /// 90 for compute capability 9.0.
  int architecture = 0;
};

/// CUDA device `ordinal` of this machine. Throws NoDriver, CudaError, and UsageError where there is no such
/// device.
LookedUpDevice deviceHere(int ordinal);

/// The one device of `rows` whose name has `name` in it, in upper or lower case, under the driver of its
/// latest row. Throws UsageError where none or several have.
LookedUpDevice deviceInRows(const std::vector<Measurement>& rows, const std::string& name);

/// A device that is in no store, of a compute capability ("9.0"). Throws UsageError for what is none.
LookedUpDevice deviceOfCapability(const std::string& capability);

} // namespace cuda_tune
