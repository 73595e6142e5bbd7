#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune ladder`: the rungs of the reduce ladder, timed on this device.
void addLadderCommand(CLI::App& app);

} // namespace cuda_tune
