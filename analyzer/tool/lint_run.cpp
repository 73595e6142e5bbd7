#include "analyzer/tool/lint_run.h"

#include "analyzer/checks/lint.h"
#include "analyzer/frontend/command_finder.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/source_files.h"
#include "analyzer/predict/shown_path.h"
#include "analyzer/report/fingerprint.h"
#include "analyzer/report/report_writer.h"
#include "analyzer/report/source_files.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/suppression.h"
#include "analyzer/tool/delivery.h"
#include "analyzer/tool/lint_job.h"
#include "analyzer/tool/progress.h"
#include "analyzer/tool/worker_pool.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace cuda_lint {
namespace {

namespace fs = llvm::sys::fs;

int fail(int status, const llvm::Twine& sentence) {
  llvm::errs() << "cuda-lint: " << sentence << '\n';
  return status;
}

FileResult failedResult(std::string file, std::string error) {
  FileResult result;
  result.file = std::move(file);
  result.error = std::move(error);
  return result;
}

JobResult resultOf(const std::string& file, WorkerOutcome outcome) {
  if (outcome.failure)
    return {failedResult(file, *outcome.failure), {}};
  llvm::Expected<JobResult> result = parseJobResult(outcome.output);
  if (!result)
    return {failedResult(file, "the analyzer's result cannot be read: " + llvm::toString(result.takeError())),
            {}};
  return *result;
}

/// What the workers gave, as they came.
struct Collected {
  std::vector<FileResult> results;
  /// Positions in `--launch` options.
  std::set<size_t> usedLaunches;
};

/// Lints every input in a worker; returns 0 or the number of the signal that ended it.
int lintInputs(const std::vector<Input>& inputs, const CudaToolkit& toolkit, const Options& options,
               const std::string& workingDirectory, Collected& collected) {
  std::vector<std::string> names;
  for (const Input& input : inputs)
    names.push_back(shownPath(input.file, workingDirectory).str());
  Progress progress(std::move(names));
  return runInWorkers(inputs.size(), options.limits,
                      [&](size_t index) { return printJobResult(lintFile(inputs[index], toolkit, options)); },
                      {[&](size_t index) { progress.started(index); },
                       [&](size_t index, WorkerOutcome outcome) {
                         JobResult result = resultOf(inputs[index].file, std::move(outcome));
                         collected.results.push_back(std::move(result.file));
                         collected.usedLaunches.insert(result.usedLaunches.begin(),
                                                       result.usedLaunches.end());
                         progress.finished();
                       },
                       [&] { progress.update(); }});
}

/// A geometry for a kernel that there is not would otherwise change nothing without a word.
void warnOfUnusedLaunches(const Options& options, const std::set<size_t>& used) {
  for (size_t i = 0; i < options.lint.launches.size(); ++i)
    if (used.count(i) == 0)
      llvm::errs() << "cuda-lint: --launch: no kernel named '" << options.lint.launches[i].kernel
                   << "' was analyzed\n";
}

WriterOptions writerOptions(const Options& options, const std::string& workingDirectory) {
  WriterOptions writer;
  writer.toolVersion = CUDA_LINT_VERSION;
  writer.workingDirectory = workingDirectory;
  for (const CheckInfo& check : allChecks())
    writer.rules.push_back({check.id.str(), check.summary.str(), check.help.str(), ""});
  if (!options.output && llvm::sys::Process::StandardOutIsDisplayed()) {
    writer.color = llvm::sys::Process::StandardOutHasColors() && !llvm::sys::Process::GetEnv("NO_COLOR");
    writer.width = llvm::sys::Process::StandardOutColumns();
  }
  return writer;
}

bool hasFindingsThatFail(const Report& report, const Options& options) {
  return options.failOn &&
         std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
           return !finding.suppressed && finding.severity >= *options.failOn;
         });
}

/// A header that was found in a directory need not parse on its own: that is no failure of the input.
void declineHeader(FileResult& result, const std::vector<std::string>& paths) {
  const bool isNamed = std::any_of(paths.begin(), paths.end(), [&](llvm::StringRef path) {
    return llvm::sys::path::filename(path) == llvm::sys::path::filename(result.file);
  });
  if (!result.error || isNamed || llvm::sys::path::extension(result.file) != ".cuh")
    return;
  result.declined.push_back(
      {"", result.file, 1, "a header that does not parse on its own: " + *result.error});
  result.error.reset();
}

} // namespace

int lintRun(const Options& options) {
  llvm::SmallString<256> workingDirectory;
  if (std::error_code error = fs::current_path(workingDirectory))
    return fail(exitUsage, "the working directory cannot be found: " + error.message());
  if (options.output)
    if (std::optional<std::string> reason = whyNotWritable(*options.output))
      return fail(exitUsage, "cannot write '" + *options.output + "': " + *reason);
  llvm::Expected<FoundSources> sources = findSourceFiles(options.paths);
  if (!sources)
    return fail(exitUsage, llvm::toString(sources.takeError()));
  llvm::Expected<CudaToolkit> toolkit = findCudaToolkit(ToolkitPlaces::ofThisProcess(options.cudaPath));
  if (!toolkit)
    return fail(exitUsage, llvm::toString(toolkit.takeError()));

  Collected collected;
  for (auto& [directory, reason] : sources->unreadable)
    collected.results.push_back(failedResult(directory, "the folder cannot be read: " + reason));
  std::vector<Input> inputs;
  CommandFinder commands(options.buildDirectory, options.clangArguments);
  for (const std::string& file : sources->files) {
    llvm::Expected<FileCommand> command = commands.commandFor(file);
    if (command) {
      inputs.push_back({file, std::move(*command)});
      continue;
    }
    // The sentence begins with what is wrong: this file's entry, or the configuration that all files share.
    std::string error = llvm::toString(command.takeError());
    if (!llvm::StringRef(error).starts_with(file + ":"))
      return fail(exitUsage, error);
    collected.results.push_back(failedResult(file, std::move(error)));
  }

  if (int signal = lintInputs(inputs, *toolkit, options, workingDirectory.str().str(), collected))
    return 128 + signal;

  for (FileResult& result : collected.results)
    declineHeader(result, options.paths);
  Report report = mergeResults(std::move(collected.results), workingDirectory.str().str());
  SourceFiles texts(workingDirectory.str().str());
  applySuppressions(report.findings, texts);
  assignFingerprints(report.findings, texts);

  writeProblems(report, llvm::errs());
  warnOfUnusedLaunches(options, collected.usedLaunches);
  const WriterOptions writer = writerOptions(options, workingDirectory.str().str());
  if (!deliver(options.output, [&](llvm::raw_ostream& stream) {
        writeReport(options.format, report, texts, writer, stream);
      }))
    return exitUsage;
  // Text on standard output ends with it anyway.
  if (options.output || options.format != Format::Text)
    llvm::errs() << "cuda-lint: " << summaryLine(report) << '\n';
  if (!report.failed.empty())
    return exitNotAnalyzed;
  return hasFindingsThatFail(report, options) ? exitFindings : exitClean;
}

} // namespace cuda_lint
