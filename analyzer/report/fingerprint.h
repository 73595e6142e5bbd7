#pragma once

#include "analyzer/report/finding.h"
#include "analyzer/report/source_files.h"

#include <vector>

namespace cuda_lint {

/// Sets every fingerprint: 32 hexadecimal digits that name the same finding in two versions of a source. Made
/// from check, file, kernel without template arguments, and the text of the source line without regard to
/// spacing; findings alike in all these are told apart by their order. Line numbers take no part, so edits
/// above change nothing. Call after sorting.
void assignFingerprints(std::vector<Finding>& findings, SourceFiles& sources);

} // namespace cuda_lint
