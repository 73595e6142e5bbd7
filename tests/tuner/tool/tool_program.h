#pragma once

#include <string>
#include <vector>

namespace cuda_tune {

struct ToolRun {
  /// -1 where a signal ended it.
  int status = -1;
  std::string output;
  std::string errors;
};

/// Runs cuda-tune, that of this build or $CUDA_TUNE_EXECUTABLE, to its end. It sees no GPU, so that the
/// outcome is the same on every machine, and none of the environment's tuning stores; `environment` is set
/// after that ("HOME=/tmp"), `redirection` is a shell's.
ToolRun runTool(const std::vector<std::string>& arguments, const std::string& environment = "",
                const std::string& redirection = "");

} // namespace cuda_tune
