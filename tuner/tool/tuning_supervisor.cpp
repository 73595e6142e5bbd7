#include "tuner/tool/tuning_supervisor.h"

#include "db/tuning_store.h"
#include "tuner/jit/driver.h"
#include "tuner/jit/template_source.h"
#include "tuner/tool/tuning_worker.h"

#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>

extern char** environ;

namespace cuda_tune {

namespace {

using Clock = std::chrono::steady_clock;

/// A template in which so many configurations fault is not worth the time.
constexpr std::size_t kMostFaults = 100;

/// One process at work on a job.
class WorkerProcess {
public:
  explicit WorkerProcess(const TuningJob& job) {
    int ends[2];
    if (pipe(ends) != 0)
      throw std::system_error(errno, std::generic_category(), "no pipe to a tuning process");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::string text = job.toJson();
    char program[] = "cuda-tune";
    char command[] = "worker";
    char* arguments[] = {program, command, text.data(), nullptr};
    const int error = posix_spawn(&process_, "/proc/self/exe", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    read_ = ends[0];
    if (error != 0) {
      close(read_);
      throw std::system_error(error, std::generic_category(), "no tuning process");
    }
  }
  ~WorkerProcess() {
    close(read_);
    if (!ended_) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
  }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int descriptor() const { return read_; }

  /// The lines that have come; nullopt at the end of them.
  std::optional<std::vector<std::string>> readLines() {
    char buffer[1 << 16];
    const ssize_t count = read(read_, buffer, sizeof buffer);
    if (count <= 0)
      return std::nullopt;
    pending_.append(buffer, static_cast<std::size_t>(count));
    std::vector<std::string> lines;
    for (std::size_t end; (end = pending_.find('\n')) != std::string::npos; pending_.erase(0, end + 1))
      lines.push_back(pending_.substr(0, end));
    return lines;
  }

  /// Waits for the end; the status of waitpid().
  int wait() {
    int status = 0;
    waitpid(process_, &status, 0);
    ended_ = true;
    return status;
  }
  void stop() { kill(process_, SIGKILL); }

private:
  pid_t process_ = 0;
  int read_ = -1;
  bool ended_ = false;
  std::string pending_;
};

/// A job and how far it is.
struct Watched {
  TuningJob job;
  std::optional<WorkerProcess> process;
  Clock::time_point heard;
  Clock::time_point begun = Clock::now();
  bool killed = false;
  std::optional<TuningCell> cell;
  std::string trying;
  std::optional<event::Failed> failed;
  JobOutcome outcome;
};

void recordFault(const Watched& watched, Result result, const std::string& reason) {
  const Device device = deviceOf(watched.job.device);
  const Source source = templateOf(watched.job);
  const SearchSpace space = reduceSpace(declaredParameters(source.text), watched.cell->operation,
                                        watched.cell->type, watched.cell->elements, targetOf(device));
  const MeasurementKey key =
      keyOf(*watched.cell, watched.job, device, contentHash(source), {nvrtcVersion(), driverVersion()});
  Measurement row = measurementOf(key, *watched.cell, space, Configuration::parse(watched.trying).value(),
                                  device.multiprocessors);
  row.result = result;
  row.reason = reason;
  TuningStore(watched.job.store).add({row});
}

void take(Watched& watched, const WorkerEvent& event) {
  if (const auto* begun = std::get_if<event::CellBegun>(&event)) {
    watched.cell = {parseOperation(begun->operation).value(), parseElementType(begun->type).value(),
                    begun->elements};
    watched.trying.clear();
  } else if (const auto* trying = std::get_if<event::Trying>(&event)) {
    watched.trying = trying->configuration;
  } else if (const auto* failed = std::get_if<event::Failed>(&event)) {
    watched.failed = *failed;
  }
}

/// After the end of a process: whether the job goes on in another one.
bool goesOn(Watched& watched, int status, std::chrono::milliseconds silence,
            const TuningSupervisor::Listener& tell, std::size_t index) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return false;
  const bool died = WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == kDeviceFaultStatus);
  std::string reason = watched.failed ? watched.failed->message : "";
  if (watched.killed)
    reason = "it ran for more than " + std::to_string(silence.count()) + " ms and was stopped";
  else if (WIFSIGNALED(status))
    reason = std::string("its process died: ") + strsignal(WTERMSIG(status));
  if (!died || watched.trying.empty() || !watched.cell) {
    watched.outcome.exitStatus =
        WIFEXITED(status) && WEXITSTATUS(status) != kDeviceFaultStatus ? WEXITSTATUS(status) : 4;
    watched.outcome.message =
        reason.empty() ? "the tuning process ended with status " + std::to_string(status) : reason;
    return false;
  }
  recordFault(watched, watched.killed ? Result::Timeout : Result::Fault, reason);
  tell(index,
       event::Note{"a configuration was struck out, the search goes on: " + watched.trying + ": " + reason});
  if (++watched.outcome.faults == kMostFaults) {
    watched.outcome.exitStatus = 5;
    watched.outcome.message =
        std::to_string(kMostFaults) + " configurations have faulted; the template or the device is broken";
    return false;
  }
  return true;
}

void start(Watched& watched) {
  watched.trying.clear();
  watched.cell.reset();
  watched.failed.reset();
  watched.killed = false;
  TuningJob job = watched.job;
  if (job.budget)
    job.budget = std::max<std::chrono::nanoseconds>(*job.budget - (Clock::now() - watched.begun),
                                                    std::chrono::nanoseconds(1));
  watched.process.emplace(job);
  watched.heard = Clock::now();
}

} // namespace

std::vector<JobOutcome> TuningSupervisor::run(const std::vector<TuningJob>& jobs, const Listener& listener) {
  std::vector<Watched> all(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    all[i].job = jobs[i];
    start(all[i]);
  }
  for (;;) {
    std::vector<pollfd> waiting;
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].process) {
        waiting.push_back({all[i].process->descriptor(), POLLIN, 0});
        owners.push_back(i);
      }
    if (waiting.empty())
      break;
    poll(waiting.data(), waiting.size(), 100);
    for (std::size_t w = 0; w < waiting.size(); ++w) {
      const std::size_t i = owners[w];
      Watched& watched = all[i];
      if (waiting[w].revents == 0) {
        if (!watched.killed && Clock::now() - watched.heard > silence_) {
          watched.killed = true;
          watched.process->stop();
        }
        continue;
      }
      if (const auto lines = watched.process->readLines()) {
        watched.heard = Clock::now();
        for (const std::string& line : *lines) {
          const WorkerEvent event = parseLine(line);
          take(watched, event);
          listener(i, event);
        }
        continue;
      }
      const int status = watched.process->wait();
      watched.process.reset();
      if (goesOn(watched, status, silence_, listener, i))
        start(watched);
    }
  }
  std::vector<JobOutcome> outcomes;
  for (const Watched& watched : all)
    outcomes.push_back(watched.outcome);
  return outcomes;
}

int runWorkerProcess(const std::string& job) {
  // Whatever ends the supervisor ends this too.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const auto emit = [](const WorkerEvent& event) {
    const std::string line = toLine(event) + "\n";
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
  };
  const auto fail = [&](const std::exception& error, int status) {
    emit(event::Failed{error.what(), status});
    // Without the destructors of a context that is past use.
    std::_Exit(status);
  };
  try {
    runTuningJob(TuningJob::fromJson(job), emit);
    return 0;
  } catch (const CudaError& error) {
    fail(error, error.code() == CUDA_ERROR_OUT_OF_MEMORY ? 4 : kDeviceFaultStatus);
  } catch (const NoDriver& error) {
    fail(error, 4);
  } catch (const std::exception& error) {
    fail(error, 2);
  }
  return 2;
}

} // namespace cuda_tune
