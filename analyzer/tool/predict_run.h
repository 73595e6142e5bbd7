#pragma once

#include "analyzer/tool/predict_options.h"

namespace cuda_lint {

/// Predicts, in a process of its own, and writes what came out. Gives the exit status: one of options.h, or
/// 128 + the number of the signal that ended the run.
int predictRun(const PredictOptions& options);

} // namespace cuda_lint
