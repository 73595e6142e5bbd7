#pragma once

#include "analyzer/report/report.h"
#include "analyzer/report/source_files.h"
#include "analyzer/report/writer_options.h"

#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

/// For people, in Clang's style: place, severity, message and check, the source line with the range marked,
/// notes, the kernel and launch that it holds for. Ends with the summary. Suppressed findings are only
/// counted.
void writeText(const Report& report, SourceFiles& sources, const WriterOptions& options,
               llvm::raw_ostream& os);

} // namespace cuda_lint
