#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"
#include "tuner/runtime/optional_store.h"
#include "tuner/space/configuration.h"

#include <cstdint>
#include <string>

namespace cuda_tune {

/// Whose reductions are to be fast.
struct ReduceTask {
  DeviceIdentity device;
  /// 90 for compute capability 9.0.
  int architecture = 0;
  /// Toolchain::driver.
  std::string driver;
  Operation operation = Operation::Sum;
  ElementType type = ElementType::F32;
  bool deterministic = false;
  /// MeasurementKey::regime.
  std::string regime = "cold";
};

/// A configuration that the template has and the device can run.
struct Choice {
  LookupOutcome outcome = LookupOutcome::Base;
  Configuration configuration;
  /// Toolchain::nvrtc of the row; empty for Base.
  std::string nvrtc;
  /// A sentence on why the outcome is not Exact; empty when it is.
  std::string reason;
};

/// The same for all sizes of a size class.
Choice choose(OptionalStore& store, const ReduceTask& task, std::uint64_t elements);

/// The built-in default, for that reason.
Choice baseChoice(const ReduceTask& task, std::string reason);

} // namespace cuda_tune
