#pragma once

#include "tuner/reduce/reduce_configuration.h"
#include "tuner/space/tuning_parameter.h"

#include <vector>

namespace cuda_tune {

// Corners of what the reduce template compiles to, for an operation, a type and an architecture (90 for 9.0):
// only configurations that canCompile() admits, each a kernel of its own. `parameters` are those that the
// template declares.

/// A few in which every value that compiles at all appears, of the numbers the largest and the smallest
/// together first.
std::vector<Configuration> cornerCover(const std::vector<TuningParameter>& parameters, Operation operation,
                                       ElementType type, int architecture);

/// The same and every combination of the largest and the smallest numbers with all values of the others.
std::vector<Configuration> allCorners(const std::vector<TuningParameter>& parameters, Operation operation,
                                      ElementType type, int architecture);

} // namespace cuda_tune
