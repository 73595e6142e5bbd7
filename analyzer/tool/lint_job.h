#pragma once

#include "analyzer/frontend/command_finder.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/report/report.h"
#include "analyzer/tool/options.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_lint {

/// A source file with how it is to be parsed.
struct Input {
  std::string file;
  FileCommand command;
};

/// What linting one file gave.
struct JobResult {
  FileResult file;
  /// The `--launch` options, by position, that name a kernel of this file.
  std::vector<size_t> usedLaunches;
};

/// Runs in a worker.
JobResult lintFile(const Input& input, const CudaToolkit& toolkit, const Options& options);

/// The form in which a result crosses the pipe to the parent.
std::string printJobResult(const JobResult& result);
/// The reverse of `printJobResult`.
llvm::Expected<JobResult> parseJobResult(llvm::StringRef text);

} // namespace cuda_lint
