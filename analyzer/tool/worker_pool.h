#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cuda_lint {

struct WorkerLimits {
  /// Jobs at once, at least 1.
  unsigned parallel = 1;
  /// Wall-clock time of one job.
  std::chrono::milliseconds timeout{60'000};
  /// What one job may allocate on top of what the process holds already. Not enforced under AddressSanitizer,
  /// whose shadow memory would count.
  uint64_t memoryMiB = 4096;
  /// The options that raise them: for the sentences.
  const char* timeoutOption = "--file-timeout";
  const char* memoryOption = "--file-memory";
};

/// What became of one job.
struct WorkerOutcome {
  /// What the job returned, byte for byte. Empty on failure.
  std::string output;
  /// One sentence without a full stop: how the job's process died or which limit it hit.
  std::optional<std::string> failure;
};

/// Called in the parent.
struct WorkerEvents {
  llvm::function_ref<void(size_t job)> started;
  llvm::function_ref<void(size_t job, WorkerOutcome outcome)> finished;
  /// At least five times a second while jobs run.
  llvm::function_ref<void()> tick;
};

/// Runs `job(0)` … `job(count - 1)`, each in a forked child of its own, so that a crash or a runaway costs
/// that job alone. The child's standard output is dropped; of its standard error the last line goes into
/// `failure`. Must be called while this process has one thread. Jobs start in order; they finish in any
/// order. On SIGINT, SIGTERM or SIGHUP all children are killed and the signal's number is returned; otherwise
/// 0.
int runInWorkers(size_t count, const WorkerLimits& limits, llvm::function_ref<std::string(size_t job)> job,
                 const WorkerEvents& events);

} // namespace cuda_lint
