#pragma once

#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace cuda_lint {

struct ProgramResult {
  /// 0–255, or -1 where a signal ended it.
  int status = -1;
  /// 0 where it exited.
  int signal = 0;
  std::string output;
  std::string errors;
};

struct ProgramOptions {
  /// Of the new process; where empty, this process's.
  std::string directory;
  /// Called with the process's id once it runs.
  std::function<void(pid_t)> whileRunning = [](pid_t) {};
  /// Nobody reads its standard output.
  bool outputClosed = false;
};

/// Runs `command` (path of the program first) to its end, and takes what it prints.
ProgramResult runProgram(const std::vector<std::string>& command, const ProgramOptions& options = {});

/// The number of child processes that `pid` has at the moment.
size_t childrenOf(pid_t pid);

} // namespace cuda_lint
