#pragma once

#include "analyzer/report/report.h"

#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

/// Workflow commands of GitHub Actions, one a line: each becomes an annotation of a changed file. Inputs that
/// were not analyzed are annotated too. Suppressed findings are left out.
void writeGithub(const Report& report, llvm::raw_ostream& os);

} // namespace cuda_lint
