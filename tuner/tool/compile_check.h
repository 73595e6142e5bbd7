#pragma once

#include "tuner/jit/nvrtc.h"
#include "tuner/reduce/reduce_configuration.h"
#include "tuner/tool/ptxas_log.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cuda_tune {

/// Which kernels of a reduce template to compile.
struct CompileCheck {
  std::vector<Operation> operations;
  std::vector<ElementType> types;
  /// allCorners() instead of cornerCover().
  bool all = false;
  unsigned threads = 1;
};

struct CompileFailure {
  Operation operation = Operation::Sum;
  ElementType type = ElementType::F32;
  Configuration configuration;
  /// A line of the compiler's log.
  std::string error;
};

/// How an architecture (90 for 9.0) fared.
struct ArchitectureReport {
  int architecture = 0;
  /// That compiled.
  std::size_t kernels = 0;
  /// In the order of operations, types and configurations.
  std::vector<CompileFailure> failures;
  /// Of any kernel; nullopt where no log told.
  std::optional<KernelResources> largest;
};

/// Compiles for one architecture that NVRTC supports. Throws NvrtcError, and std::invalid_argument where the
/// template declares a parameter that cannot be read.
ArchitectureReport checkArchitecture(const Source& source, const CompileCheck& check, int architecture);

/// "sm_90".
std::string architectureName(int architecture);

/// A line for each architecture, then one for each failure.
std::string checkTable(const std::vector<ArchitectureReport>& reports);
nlohmann::ordered_json checkJson(const std::vector<ArchitectureReport>& reports, const std::string& nvrtc);

} // namespace cuda_tune
