#pragma once

#include "analyzer/launch/launch.h"
#include "analyzer/report/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuda_lint {

class TranslationUnit;

/// What `--list-checks` and SARIF's rules show of a check. Its page is docs/checks/<id>.md.
struct CheckInfo {
  llvm::StringRef id;
  /// One line: the defect.
  llvm::StringRef summary;
  /// A paragraph: when it fires, what to write instead.
  llvm::StringRef help;
};

/// Every check, in the order of checks.def.
llvm::ArrayRef<CheckInfo> allChecks();

/// Thread-safe settings of a run, the same for every file.
struct LintOptions {
  /// Ids of the checks that run.
  std::vector<std::string> checks;
  std::vector<LaunchOverride> launches;
  /// Warp instructions that one kernel may take in one geometry.
  uint64_t instructionBudget = 2'000'000;
};

/// Runs the checks on every kernel of `unit`. Paths are absolute; suppression and fingerprints come later.
/// Findings are merged: one per source place and check.
FileResult lintTranslationUnit(TranslationUnit& unit, const LintOptions& options);

} // namespace cuda_lint
