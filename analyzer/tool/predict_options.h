#pragma once

#include "analyzer/predict/predictor.h"
#include "analyzer/tool/options.h"

namespace cuda_lint {

/// A prediction as the command line asks for it.
struct PredictOptions {
  std::string file;
  PredictionRequest request;
  bool asJson = false;
  /// Standard output where not given.
  std::optional<std::string> output;
  /// Everything after `--`.
  std::vector<std::string> clangArguments;
  /// Of compile_commands.json; looked for upwards from the file where not given.
  std::optional<std::string> buildDirectory;
  /// "sm_90"; from the compile command or a default where not given.
  std::optional<std::string> architecture;
  std::optional<std::string> cudaPath;
  WorkerLimits limits;
};

/// `argv` without the word `predict`; its first element is not looked at.
std::variant<PredictOptions, Answer> parsePredictOptions(int argc, const char* const* argv);

} // namespace cuda_lint
