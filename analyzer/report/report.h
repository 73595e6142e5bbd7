#pragma once

#include "analyzer/report/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace cuda_lint {

/// An input that could not be analyzed at all: exit status 3.
struct FailedFile {
  std::string file;
  std::string error;

  friend bool operator==(const FailedFile&, const FailedFile&) = default;
  friend auto operator<=>(const FailedFile&, const FailedFile&) = default;
};

/// What one translation unit gave. Crosses the pipe from a worker as JSON.
struct FileResult {
  std::string file;
  /// Set where the file did not parse, or its worker died or ran out of time or memory.
  std::optional<std::string> error;
  std::vector<Finding> findings;
  std::vector<Declined> declined;
};

/// A whole run. Findings are in the order file, line, column, check, whatever `-j` was.
struct Report {
  std::vector<Finding> findings;
  std::vector<Declined> declined;
  std::vector<FailedFile> failed;
  unsigned analyzed = 0;
};

/// Joins the results of all files: one finding per place and check (a header is seen by many translation
/// units; the worst case stays, the other kernels are named in a note), paths made relative to
/// `workingDirectory` where they lie below it, everything sorted. The order of `results` does not matter.
Report mergeResults(std::vector<FileResult> results, const std::string& workingDirectory);

/// Into the order file, line, column, check.
void sortFindings(std::vector<Finding>& findings);

} // namespace cuda_lint
