#pragma once

#include <CLI/CLI.hpp>

namespace cuda_tune {

/// `cuda-tune bench`: tuned reductions against CUB's, the ladder's top rung and a copy.
void addBenchCommand(CLI::App& app);

} // namespace cuda_tune
