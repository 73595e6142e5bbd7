#pragma once

#include "analyzer/tool/options.h"

namespace cuda_lint {

/// Lints what `options` name, writes the report, and says on standard error what could not be analyzed. Gives
/// the exit status: one of options.h, or 128 + the number of the signal that ended the run.
int lintRun(const Options& options);

} // namespace cuda_lint
