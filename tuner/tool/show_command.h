#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune show`; see docs/cuda_tune.md.
void addShowCommand(CLI::App& app);

} // namespace cuda_tune
