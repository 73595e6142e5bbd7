#pragma once

#include "analyzer/report/finding.h"
#include "analyzer/report/source_files.h"

#include <vector>

namespace cuda_lint {

/// Sets `suppressed` on the findings that the source silences, by clang-tidy's rules:
///   NOLINT          on the finding's line
///   NOLINTNEXTLINE  on the line before
///   NOLINTBEGIN … NOLINTEND  around it; blocks nest, and an END closes the innermost BEGIN with the same
///   list of checks
/// Each may be followed by `(globs)`, separated by commas; without, all checks are meant. The words count
/// wherever they stand, string literals included. A BEGIN or END without its partner suppresses nothing and
/// becomes a finding of the check `nolint`; only files with findings are read. `findings` stay sorted.
void applySuppressions(std::vector<Finding>& findings, SourceFiles& sources);

} // namespace cuda_lint
