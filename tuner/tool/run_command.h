#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune run`, and the hidden `cuda-tune worker` that it starts for each device.
void addRunCommand(CLI::App& app);

} // namespace cuda_tune
