#pragma once

#include "analyzer/checks/lint.h"
#include "analyzer/report/report_writer.h"
#include "analyzer/tool/worker_pool.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cuda_lint {

/// Exit statuses that users and their CI rely on.
inline constexpr int exitClean = 0;
inline constexpr int exitFindings = 1;
inline constexpr int exitUsage = 2;
inline constexpr int exitNotAnalyzed = 3;

/// A lint run as the command line asks for it.
struct Options {
  /// Source files and directories, as written.
  std::vector<std::string> paths;
  /// Everything after `--`.
  std::vector<std::string> clangArguments;
  /// Of compile_commands.json; looked for upwards from each file where not given.
  std::optional<std::string> buildDirectory;
  LintOptions lint;
  Format format = Format::Text;
  /// Standard output where not given.
  std::optional<std::string> output;
  /// The lowest severity that makes the exit status 1; nullopt: none does.
  std::optional<Severity> failOn = Severity::Warning;
  /// "sm_90"; from the compile command or a default where not given.
  std::optional<std::string> architecture;
  std::optional<std::string> cudaPath;
  WorkerLimits limits;
};

/// What a command line that asks for no lint run gets: help, a list, a page, or the reason why it is wrong.
struct Answer {
  int status = exitClean;
  /// For standard output, or for standard error where `status` is not 0.
  std::string text;
};

std::variant<Options, Answer> parseOptions(int argc, const char* const* argv);

} // namespace cuda_lint
