#pragma once

#include "tuner/jit/handle.h"
#include "tuner/runtime/reduce_kernel.h"
#include "tuner/verify/host_reference.h"
#include "tuner/verify/input.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace cuda_tune {

/// Runs reduce kernels on small inputs and compares their results with the host's. Lives in the current
/// context; one for an operation and type.
class DeviceVerifier {
public:
  DeviceVerifier(Operation operation, ElementType type, int multiprocessors, CUstream stream);

  /// Random, constant, alternating, NaN, infinite, adversarial and -0 inputs; sizes 0, 1, pack±1, block±1,
  /// tile±1, a prime, powers of two; aligned and unaligned starts; a block for each tile, and one for each
  /// multiprocessor. nullopt when all results are right, else a sentence on the first that is not. Throws
  /// CudaError when a launch fails.
  std::optional<std::string> verify(const ReduceKernel& kernel, const ReduceConfiguration& configuration);

private:
  struct Case {
    InputPattern pattern;
    std::size_t elements;
    /// Elements between an aligned address and the first.
    std::size_t offset;

    auto operator<=>(const Case&) const = default;
  };

  std::vector<Case> casesFor(const ReduceConfiguration& configuration) const;
  const Expected& expectedOf(const Case& one);

  Operation operation_;
  ElementType type_;
  int multiprocessors_;
  CUstream stream_;
  std::map<InputPattern, std::vector<std::byte>> host_;
  std::map<InputPattern, DeviceMemory> device_;
  std::map<Case, Expected> expected_;
  DeviceMemory results_;
  DeviceMemory workspace_;
};

} // namespace cuda_tune
