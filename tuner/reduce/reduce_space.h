#pragma once

#include "tuner/reduce/reduce_configuration.h"
#include "tuner/space/search_space.h"

namespace cuda_tune {

/// What about a device decides which configurations can run.
struct ReduceTarget {
  /// 90 for compute capability 9.0.
  int architecture = 0;
  int multiprocessors = 0;
  int threadsPerMultiprocessor = 0;
};

/// The configurations of the reduce template that can run on the target and may be best for that many
/// elements. `parameters` are those that the template declares. Constraints that are no more than likely are
/// measured: H200, all types, 2^10 to 2^30 elements; each says what it leaves out.
SearchSpace reduceSpace(const std::vector<TuningParameter>& parameters, Operation operation, ElementType type,
                        std::uint64_t elements, const ReduceTarget& target);

/// Whether the template compiles with these values for that architecture at all, whatever the problem size.
bool canCompile(const ReduceConfiguration& configuration, Operation operation, ElementType type,
                int architecture);

} // namespace cuda_tune
