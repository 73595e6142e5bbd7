#pragma once

#include "analyzer/report/report.h"
#include "analyzer/report/source_files.h"
#include "analyzer/report/writer_options.h"

#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

/// SARIF 2.1.0, one run. Suppressed findings are in it, as suppressed; what was declined or failed is a
/// notification of the invocation. Columns are in UTF-16 code units and end columns are those after the last
/// character, as SARIF has them.
void writeSarif(const Report& report, SourceFiles& sources, const WriterOptions& options,
                llvm::raw_ostream& os);

} // namespace cuda_lint
