#include "analyzer/tool/predict_run.h"

#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/command_finder.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/source_files.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/predict/prediction_writer.h"
#include "analyzer/tool/delivery.h"
#include "analyzer/tool/worker_pool.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

namespace {

int fail(int status, const llvm::Twine& sentence) {
  llvm::errs() << "cuda-lint predict: " << sentence << '\n';
  return status;
}

/// What the worker tells its parent: a digit, the exit status, and the output or the reason.
std::string outcome(int status, const std::string& text) {
  return std::to_string(status) + text;
}

std::string predictFile(const PredictOptions& options, const FileCommand& command, const CudaToolkit& toolkit,
                        llvm::StringRef workingDirectory) {
  const std::string architecture =
      options.architecture.value_or(command.architecture.value_or(defaultArchitecture.str()));
  std::string result;
  llvm::Error error =
      withTranslationUnit(command.command, toolkit.root, architecture, [&](TranslationUnit& unit) {
        llvm::Expected<Prediction> prediction = predict(unit, options.request);
        if (!prediction) {
          // What cannot be followed is no wrong usage.
          int status = exitUsage;
          std::string sentence;
          llvm::handleAllErrors(prediction.takeError(), [&](const llvm::StringError& error) {
            status = error.convertToErrorCode() == std::errc::not_supported ? exitNotAnalyzed : exitUsage;
            sentence = error.getMessage();
          });
          result = outcome(status, sentence);
          return;
        }
        std::string text;
        llvm::raw_string_ostream stream(text);
        if (options.asJson)
          writePredictionJson(*prediction, workingDirectory, stream);
        else
          writePredictionText(*prediction, workingDirectory, stream);
        result = outcome(exitClean, text);
      });
  if (error)
    return outcome(exitNotAnalyzed, llvm::toString(std::move(error)));
  return result;
}

} // namespace

int predictRun(const PredictOptions& options) {
  llvm::SmallString<256> workingDirectory;
  if (std::error_code error = llvm::sys::fs::current_path(workingDirectory))
    return fail(exitUsage, "the working directory cannot be found: " + error.message());
  if (options.output)
    if (std::optional<std::string> reason = whyNotWritable(*options.output))
      return fail(exitUsage, "cannot write '" + *options.output + "': " + *reason);
  if (llvm::sys::fs::is_directory(options.file))
    return fail(exitUsage, "'" + options.file + "' is a directory; name one source file");
  llvm::Expected<FoundSources> sources = findSourceFiles({options.file});
  if (!sources)
    return fail(exitUsage, llvm::toString(sources.takeError()));
  llvm::Expected<CudaToolkit> toolkit = findCudaToolkit(ToolkitPlaces::ofThisProcess(options.cudaPath));
  if (!toolkit)
    return fail(exitUsage, llvm::toString(toolkit.takeError()));
  CommandFinder commands(options.buildDirectory, options.clangArguments);
  llvm::Expected<FileCommand> command = commands.commandFor(sources->files.front());
  if (!command)
    return fail(exitUsage, llvm::toString(command.takeError()));

  WorkerOutcome result;
  if (int signal = runInWorkers(
          1, options.limits,
          [&](size_t) { return predictFile(options, *command, *toolkit, workingDirectory); },
          {[](size_t) {}, [&](size_t, WorkerOutcome outcome) { result = std::move(outcome); }, [] {}}))
    return 128 + signal;
  if (result.failure)
    return fail(exitNotAnalyzed, options.file + ": " + *result.failure);
  const int status = result.output.front() - '0';
  const std::string text = result.output.substr(1);
  if (status != exitClean)
    return fail(status, text);
  return deliver(options.output, [&](llvm::raw_ostream& stream) { stream << text; }) ? exitClean : exitUsage;
}

} // namespace cuda_lint
