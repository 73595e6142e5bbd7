#pragma once

#include "tuner/tool/tuning_job.h"
#include "tuner/tool/worker_events.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace cuda_tune {

/// What became of a job.
struct JobOutcome {
  /// 0, or that of the failure which ended it.
  int exitStatus = 0;
  std::string message;
  /// Configurations that took their process with them.
  std::size_t faults = 0;
};

/// Does jobs in processes of their own, one a device and all at once, because a kernel that faults spoils its
/// process and one that hangs can only be killed with it. What dies or says nothing for `silence` is recorded
/// in the store as a failure of the configuration that it was trying, and the job goes on in a new process.
class TuningSupervisor {
public:
  /// Told of every event, with the index of its job.
  using Listener = std::function<void(std::size_t job, const WorkerEvent&)>;

  explicit TuningSupervisor(std::chrono::milliseconds silence) : silence_(silence) {}

  /// Throws std::system_error when no process can be started, StoreError when a failure cannot be recorded.
  std::vector<JobOutcome> run(const std::vector<TuningJob>& jobs, const Listener& listener);

private:
  std::chrono::milliseconds silence_;
};

/// The exit status of a process whose device failed it.
inline constexpr int kDeviceFaultStatus = 70;

/// What `cuda-tune worker JOB` does: runTuningJob(), its events on standard output. Returns the exit status.
int runWorkerProcess(const std::string& job);

} // namespace cuda_tune
