#pragma once

#include "analyzer/report/report.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace cuda_lint {

/// "3 warnings, 1 note in 12 files; 2 kernels declined, 1 file failed". Without findings it says so, and
/// whether everything was analyzed: "no findings in 12 files, but 2 kernels declined". No end of line.
std::string summaryLine(const Report& report);

/// One line for each input that was not analyzed, or not to the end, and why. Nothing where there is none.
void writeProblems(const Report& report, llvm::raw_ostream& os);

/// "kernel reduce1<int>, grid 4096, block 32x8 (launch site)": what a finding holds for. Empty where it is of
/// no kernel.
std::string describeCase(const Finding& finding);

} // namespace cuda_lint
