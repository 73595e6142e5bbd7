#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune best`; see docs/cuda_tune.md.
void addBestCommand(CLI::App& app);

} // namespace cuda_tune
