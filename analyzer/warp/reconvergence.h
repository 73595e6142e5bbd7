#pragma once

#include "analyzer/warp/program.h"

namespace cuda_lint {

/// Fills Block::reconvergence: the immediate post-dominator in the graph without the edges into blocks that
/// only return. Lanes that return are gone: the others need not wait for them, on the machine as here.
void findReconvergence(std::vector<Block>& blocks);

} // namespace cuda_lint
