#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune devices`; see docs/cuda_tune.md.
void addDevicesCommand(CLI::App& app);

} // namespace cuda_tune
