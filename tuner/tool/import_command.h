#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune import`; see docs/cuda_tune.md.
void addImportCommand(CLI::App& app);

} // namespace cuda_tune
