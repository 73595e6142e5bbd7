#pragma once

#include "analyzer/warp/program.h"

namespace cuda_lint {

/// Marks the blocks that are short sides of a branch: the machine issues them for all lanes and switches them
/// on and off by lane.
void findPredicatedSides(Program& program);

} // namespace cuda_lint
