#pragma once

#include <string>
#include <vector>

namespace cuda_lint {

/// What SARIF tells of a check.
struct RuleInfo {
  std::string id;
  /// One line: the defect.
  std::string summary;
  /// A paragraph: when it fires, what to write instead.
  std::string help;
  /// Absolute; empty where there is no page to point at.
  std::string helpUri;
};

/// What a writer needs beside the report; each takes what its format has a place for.
struct WriterOptions {
  std::string toolVersion;
  /// Absolute: what the relative paths of the report are relative to.
  std::string workingDirectory;
  std::vector<RuleInfo> rules;
  /// Text only: escape sequences for a terminal.
  bool color = false;
  /// Text only: terminal columns after which a source line is cut.
  unsigned width = 120;
};

} // namespace cuda_lint
