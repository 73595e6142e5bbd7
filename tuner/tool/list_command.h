#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune list`; see docs/cuda_tune.md.
void addListCommand(CLI::App& app);

} // namespace cuda_tune
