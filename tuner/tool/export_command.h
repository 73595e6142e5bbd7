#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune export`; see docs/cuda_tune.md.
void addExportCommand(CLI::App& app);

} // namespace cuda_tune
