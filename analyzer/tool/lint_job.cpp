#include "analyzer/tool/lint_job.h"

#include "analyzer/checks/lint.h"
#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/launch/launch.h"
#include "analyzer/report/finding_json.h"

#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {
namespace {

bool hasKernelNamed(TranslationUnit& unit, llvm::StringRef name) {
  for (const llvm::Function& function : unit.module()) {
    if (function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    const clang::FunctionDecl* kernel = unit.declaration(function);
    if (kernel && isNamed(*kernel, name))
      return true;
  }
  return false;
}

} // namespace

JobResult lintFile(const Input& input, const CudaToolkit& toolkit, const Options& options) {
  std::string architecture =
      options.architecture.value_or(input.command.architecture.value_or(defaultArchitecture.str()));
  JobResult result;
  llvm::Error error =
      withTranslationUnit(input.command.command, toolkit.root, architecture, [&](TranslationUnit& unit) {
        for (size_t i = 0; i < options.lint.launches.size(); ++i)
          if (hasKernelNamed(unit, options.lint.launches[i].kernel))
            result.usedLaunches.push_back(i);
        result.file = lintTranslationUnit(unit, options.lint);
      });
  result.file.file = input.file;
  if (error)
    result.file.error = llvm::toString(std::move(error));
  return result;
}

// A line of numbers, then the file's result.
std::string printJobResult(const JobResult& result) {
  std::string text;
  for (size_t launch : result.usedLaunches)
    text += std::to_string(launch) + ' ';
  return text + '\n' + printFileResult(result.file);
}

llvm::Expected<JobResult> parseJobResult(llvm::StringRef text) {
  auto [line, json] = text.split('\n');
  JobResult result;
  for (size_t launch = 0; !line.empty() && !line.consumeInteger(10, launch); line = line.ltrim())
    result.usedLaunches.push_back(launch);
  llvm::Expected<FileResult> file = parseFileResult(json);
  if (!file)
    return file.takeError();
  result.file = std::move(*file);
  return result;
}

} // namespace cuda_lint
