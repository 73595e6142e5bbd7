#pragma once

#include "analyzer/report/report.h"
#include "analyzer/report/writer_options.h"

#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

/// For programs: tool, findings, declined, files, in this order and with an indent of two. Columns count
/// bytes from 1, the end column is that of the last byte; sizes are in blocks and threads; a grid that is not
/// known is null, and so is the launch of a finding outside kernels. Suppressed findings are left out. Bytes
/// that are not UTF-8 become U+FFFD.
void writeJson(const Report& report, const WriterOptions& options, llvm::raw_ostream& os);

} // namespace cuda_lint
