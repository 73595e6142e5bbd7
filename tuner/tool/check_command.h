#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune check`; see docs/cuda_tune.md.
void addCheckCommand(CLI::App& app);

} // namespace cuda_tune
