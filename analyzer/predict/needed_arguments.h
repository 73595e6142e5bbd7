#pragma once

#include "analyzer/launch/launch.h"

#include <cstdint>
#include <set>
#include <utility>

namespace llvm {
class Function;
} // namespace llvm

namespace cuda_lint {

/// A parameter by position, and the byte of it where the value lies (0 but for fields of structures).
using ArgumentPlace = std::pair<unsigned, uint64_t>;

/// The integers that `launch` gives no value to and on which control or an address of `kernel` depends,
/// through registers and local variables. All calls must have been inlined.
std::set<ArgumentPlace> neededArguments(const llvm::Function& kernel, const Launch& launch);

} // namespace cuda_lint
