#include "analyzer/tool/options.h"

#include "analyzer/frontend/architecture.h"
#include "analyzer/launch/launch_override.h"
#include "analyzer/tool/architecture_option.h"
#include "analyzer/tool/check_globs.h"
#include "analyzer/tool/check_pages.h"
#include "analyzer/tool/command_line.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

namespace cuda_lint {
namespace {

constexpr const char* description = "Finds what makes CUDA kernels slow, with the numbers that the hardware "
                                    "would show: it runs one warp of each "
                                    "kernel, without a GPU.";

constexpr const char* footer =
    "PATH is a source file, or a directory that is searched for .cu files, and for .cuh files that none of "
    "them "
    "includes.\n"
    "Everything after -- goes to the compiler: cuda-lint src -- -Iinclude -DN=32\n\n"
    "Exit status: 0 nothing found at or above --fail-on; 1 something found; 2 wrong usage; "
    "3 some input could not be analyzed (the rest is reported).\n\n"
    "cuda-lint predict --help: what a launch would count on the hardware.";

/// As CLI11 reads them; strings become values afterwards, where the sentences about wrong ones are ours.
struct RawOptions {
  std::vector<std::string> paths;
  std::string buildDirectory;
  std::string checks;
  std::string format = "text";
  std::string output;
  std::string failOn = "warning";
  std::vector<std::string> launches;
  std::string architecture;
  std::string cudaPath;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  double fileTimeout = 60;
  uint64_t fileMemory = 4096;
  uint64_t instructionBudget = LintOptions().instructionBudget;
  bool listChecks = false;
  std::string explain;
  bool version = false;
};

void declare(CLI::App& app, RawOptions& raw) {
  app.description(description);
  app.footer(footer);
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.add_option("PATH", raw.paths, "Source files and directories")->type_name("");
  app.add_option("-p,--build-dir", raw.buildDirectory,
                 "Where compile_commands.json is; else it is looked for upwards from each source file")
      ->type_name("DIR");
  app.add_option("--checks", raw.checks,
                 "Checks to run: comma-separated, * for any characters, a leading - takes away; "
                 "'-*,bank-conflict' is that check alone. All run by default")
      ->type_name("GLOBS");
  app.add_option("--format", raw.format, "Output format: " + formatNames())
      ->type_name("FMT")
      ->capture_default_str();
  app.add_option("-o,--output", raw.output, "Write the report to FILE instead of standard output")
      ->type_name("FILE");
  app.add_option("--fail-on", raw.failOn,
                 "Exit with status 1 on findings of this severity or worse: none, note, warning, error")
      ->type_name("LEVEL")
      ->capture_default_str();
  app.add_option("--launch", raw.launches,
                 "Launch geometry for a kernel, instead of what its sources tell: "
                 "K=grid:X,Y,Z;block:X,Y,Z. Repeatable")
      ->type_name("GEOMETRY")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--arch", raw.architecture,
                 "GPU architecture to compile for, as in sm_90; else the compile command's, else " +
                     defaultArchitecture.str())
      ->type_name("sm_NN");
  app.add_option("--cuda-path", raw.cudaPath, "Root of the CUDA toolkit whose headers are used")
      ->type_name("DIR");
  app.add_option("-j,--jobs", raw.jobs, "Files analyzed at once; by default one a core")->type_name("N");
  app.add_option("--file-timeout", raw.fileTimeout, "Seconds that one file may take")
      ->type_name("SECONDS")
      ->capture_default_str();
  app.add_option("--file-memory", raw.fileMemory, "Memory that one file may take, in MiB")
      ->type_name("MIB")
      ->capture_default_str();
  app.add_option("--instruction-budget", raw.instructionBudget,
                 "Warp instructions after which the analysis of a kernel stops")
      ->type_name("N")
      ->capture_default_str();
  app.add_flag("--list-checks", raw.listChecks, "Print the checks that --checks selects and exit");
  app.add_option("--explain", raw.explain, "Print a check's page and exit")->type_name("CHECK");
  app.add_flag("--version", raw.version, "Print the version and exit");
}

Answer usageError(const llvm::Twine& sentence) {
  return {exitUsage, ("cuda-lint: " + sentence + "\n").str()};
}

Answer usageError(llvm::StringRef option, llvm::Error error) {
  return usageError(option + ": " + llvm::toString(std::move(error)));
}

std::vector<llvm::StringRef> checkIds() {
  std::vector<llvm::StringRef> ids;
  for (const CheckInfo& check : allChecks())
    ids.push_back(check.id);
  return ids;
}

std::string listOf(llvm::ArrayRef<std::string> selected) {
  size_t width = 0;
  for (const std::string& id : selected)
    width = std::max(width, id.size());
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const CheckInfo& check : allChecks())
    if (llvm::is_contained(selected, check.id))
      stream << llvm::left_justify(check.id, width + 2) << check.summary << '\n';
  return text;
}

Answer explain(llvm::StringRef id) {
  std::optional<llvm::StringRef> page = checkPage(id);
  if (!page)
    return usageError("--explain: there is no check '" + id + "'; the checks are " +
                      llvm::join(checkIds(), ", "));
  return {exitClean, page->str()};
}

/// "none" is nullopt within; nullopt as a whole is a level that there is not.
std::optional<std::optional<Severity>> parseFailOn(llvm::StringRef level) {
  if (level == "none")
    return std::optional<Severity>();
  for (Severity severity : {Severity::Note, Severity::Warning, Severity::Error})
    if (level == toString(severity))
      return severity;
  return std::nullopt;
}

std::optional<std::string> nonEmpty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::variant<Options, Answer> toOptions(const RawOptions& raw, std::vector<std::string> checks) {
  Options options;
  options.paths = raw.paths;
  options.buildDirectory = nonEmpty(raw.buildDirectory);
  options.output = nonEmpty(raw.output);
  options.cudaPath = nonEmpty(raw.cudaPath);
  options.lint.checks = std::move(checks);
  options.lint.instructionBudget = raw.instructionBudget;

  llvm::Expected<Format> format = parseFormat(raw.format);
  if (!format)
    return usageError("--format", format.takeError());
  options.format = *format;

  std::optional<std::optional<Severity>> failOn = parseFailOn(raw.failOn);
  if (!failOn)
    return usageError("--fail-on: there is no level '" + raw.failOn +
                      "'; the levels are none, note, warning, error");
  options.failOn = *failOn;

  for (const std::string& text : raw.launches) {
    llvm::Expected<LaunchOverride> launch = parseLaunchOverride(text);
    if (!launch)
      return usageError(llvm::toString(launch.takeError()));
    options.lint.launches.push_back(*launch);
  }

  if (!raw.architecture.empty()) {
    options.architecture = supportedArchitecture(raw.architecture);
    if (!options.architecture)
      return usageError(wrongArchitecture(raw.architecture));
  }

  if (raw.jobs == 0)
    return usageError("-j: at least one file must be analyzed at a time");
  options.limits.parallel = raw.jobs;
  if (!(raw.fileTimeout > 0 && raw.fileTimeout <= 1e6))
    return usageError("--file-timeout: must be more than 0 and at most 1000000 seconds");
  options.limits.timeout = std::chrono::milliseconds(std::llround(std::ceil(raw.fileTimeout * 1000)));
  if (raw.fileMemory == 0 || raw.fileMemory > (uint64_t{1} << 30))
    return usageError("--file-memory: must be at least 1 and at most 1073741824 MiB");
  options.limits.memoryMiB = raw.fileMemory;
  if (raw.instructionBudget == 0)
    return usageError("--instruction-budget: must be at least 1");

  if (options.paths.empty())
    return usageError("nothing to analyze; name a source file or a directory, or see cuda-lint --help");
  return options;
}

} // namespace

std::variant<Options, Answer> parseOptions(int argc, const char* const* argv) {
  RawOptions raw;
  CLI::App app("", "cuda-lint");
  declare(app, raw);
  std::vector<std::string> clangArguments;
  if (std::optional<Answer> answer = parseCommandLine(app, argc, argv, clangArguments))
    return *answer;

  if (raw.version)
    return Answer{exitClean, "cuda-lint " CUDA_LINT_VERSION " (Clang " CLANG_VERSION_STRING ")\n"};
  if (!raw.explain.empty())
    return explain(raw.explain);
  llvm::Expected<std::vector<std::string>> checks = selectChecks(raw.checks, checkIds());
  if (!checks)
    return usageError("--checks", checks.takeError());
  if (raw.listChecks)
    return Answer{exitClean, listOf(*checks)};

  std::variant<Options, Answer> parsed = toOptions(raw, std::move(*checks));
  if (auto* options = std::get_if<Options>(&parsed))
    options->clangArguments = std::move(clangArguments);
  return parsed;
}

} // namespace cuda_lint
