#include "analyzer/tool/worker_pool.h"

#include "analyzer/tool/worker_child.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace cuda_lint {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds tickInterval{200};
constexpr std::chrono::milliseconds exitInterval{5};
/// A result beyond this is a runaway, not a result.
constexpr size_t largestResult = size_t{256} << 20;
/// Of a child's standard error only the end is kept.
constexpr size_t errorTailBytes = 4096;

volatile std::sig_atomic_t caughtSignal = 0;

/// While it lives, SIGINT, SIGTERM and SIGHUP are delivered in `wait` only, where they are noted.
class SignalGuard {
public:
  SignalGuard() {
    caughtSignal = 0;
    sigset_t blocked;
    sigemptyset(&blocked);
    struct sigaction action{};
    action.sa_handler = [](int signal) { caughtSignal = signal; };
    for (size_t i = 0; i < std::size(signals); ++i) {
      sigaction(signals[i], nullptr, &previous[i]);
      // nohup and the like: what was ignored stays ignored.
      if (previous[i].sa_handler == SIG_IGN)
        continue;
      sigaddset(&blocked, signals[i]);
      sigaction(signals[i], &action, nullptr);
    }
    sigprocmask(SIG_BLOCK, &blocked, &mask);
  }
  ~SignalGuard() { restore(); }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

  /// As it was before; a child must call it.
  void restore() const {
    for (size_t i = 0; i < std::size(signals); ++i)
      sigaction(signals[i], &previous[i], nullptr);
    sigprocmask(SIG_SETMASK, &mask, nullptr);
  }

  void wait(std::vector<pollfd>& fds, std::chrono::milliseconds timeout) const {
    auto count = std::max<std::chrono::milliseconds::rep>(timeout.count(), 0);
    timespec time{static_cast<time_t>(count / 1000), static_cast<long>(count % 1000) * 1'000'000};
    if (ppoll(fds.data(), fds.size(), &time, &mask) < 0)
      for (pollfd& fd : fds)
        fd.revents = 0;
  }

private:
  static constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction previous[std::size(signals)];
  sigset_t mask;
};

struct Worker {
  size_t job;
  pid_t pid;
  /// -1 once the child has closed its end.
  int resultPipe;
  int errorPipe;
  Clock::time_point deadline;
  /// With the eight bytes of length in front.
  std::string received;
  std::string errorTail;
  bool timedOut = false;
  bool tooLong = false;
};

void closePipe(int& fd) {
  if (fd >= 0)
    close(fd);
  fd = -1;
}

void keepReading(int& fd, std::string& into) {
  char buffer[64 << 10];
  ssize_t count = read(fd, buffer, sizeof(buffer));
  if (count > 0)
    into.append(buffer, static_cast<size_t>(count));
  else if (count == 0 || (errno != EINTR && errno != EAGAIN))
    closePipe(fd);
}

/// The last line that says something, on one line and short enough to stand in a sentence.
std::string lastLine(llvm::StringRef text) {
  llvm::StringRef line = text.rtrim().rsplit('\n').second;
  if (line.empty())
    line = text.rtrim();
  std::string clean;
  for (char c : line.trim().take_front(300))
    clean += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return clean;
}

std::string withLastLine(const llvm::Twine& sentence, const Worker& worker) {
  std::string line = lastLine(worker.errorTail);
  return line.empty() ? sentence.str() : (sentence + ": " + line).str();
}

std::string seconds(std::chrono::milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g s", static_cast<double>(time.count()) / 1000);
  return text;
}

std::string outOfMemory(const WorkerLimits& limits) {
  return ("needed more than " + llvm::Twine(limits.memoryMiB) + " MiB of memory (" + limits.memoryOption +
          " allows more)")
      .str();
}

WorkerOutcome outcomeOf(const Worker& worker, int status, const WorkerLimits& limits) {
  if (worker.timedOut)
    return {"",
            "took longer than " + seconds(limits.timeout) + " (" + limits.timeoutOption + " allows more)"};
  if (worker.tooLong)
    return {"", "its result was larger than 256 MiB"};
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    if (signal == SIGKILL)
      return {"",
              "its process was killed from outside (SIGKILL), perhaps because the machine ran out of memory"};
    const char* abbreviation = sigabbrev_np(signal);
    std::string name = abbreviation ? std::string("SIG") + abbreviation : "signal " + std::to_string(signal);
    return {"", withLastLine("the analyzer crashed on it (" + name + ")", worker)};
  }
  switch (int code = WEXITSTATUS(status)) {
  case 0:
    break;
  case outOfMemoryStatus:
    return {"", outOfMemory(limits)};
  case outOfStackStatus:
    return {"", "ran out of stack: its code nests too deeply"};
  default:
    return {"", withLastLine("the analyzer gave up on it with exit status " + llvm::Twine(code), worker)};
  }

  uint64_t length = 0;
  constexpr size_t header = sizeof(length);
  if (worker.received.size() >= header)
    std::memcpy(&length, worker.received.data(), header);
  if (worker.received.size() < header || worker.received.size() - header != length)
    return {"", withLastLine("the analyzer ended before its result was whole", worker)};
  return {worker.received.substr(header), std::nullopt};
}

class Pool {
public:
  Pool(const WorkerLimits& limits, llvm::function_ref<std::string(size_t)> job, const WorkerEvents& events)
      : limits(limits), job(job), events(events) {}
  ~Pool() {
    for (Worker& worker : running) {
      kill(worker.pid, SIGKILL);
      waitpid(worker.pid, nullptr, 0);
      closePipe(worker.resultPipe);
      closePipe(worker.errorPipe);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int run(size_t count) {
    size_t next = 0;
    while (next < count || !running.empty()) {
      while (next < count && running.size() < limits.parallel) {
        if (!start(next) && !running.empty())
          break; // Short of processes or descriptors: go on when one has ended.
        ++next;
      }
      events.tick();
      wait();
      if (caughtSignal != 0)
        return caughtSignal;
      reap();
    }
    return 0;
  }

private:
  /// False where no process could be had; the job has then failed, unless others run and it can be tried
  /// again.
  bool start(size_t index) {
    int result[2] = {-1, -1};
    int error[2] = {-1, -1};
    pid_t pid = -1;
    if (pipe2(result, O_CLOEXEC) == 0 && pipe2(error, O_CLOEXEC) == 0) {
      std::fflush(nullptr);
      pid_t parent = getpid();
      pid = fork();
      if (pid == 0)
        beChild(index, parent, result[1], error[1]);
    }
    int reason = errno;
    closePipe(result[1]);
    closePipe(error[1]);
    if (pid < 0) {
      closePipe(result[0]);
      closePipe(error[0]);
      if (running.empty())
        events.finished(index, {"", "no process could be started for it: " + llvm::sys::StrError(reason)});
      return false;
    }
    running.push_back({index, pid, result[0], error[0], Clock::now() + limits.timeout, "", ""});
    events.started(index);
    return true;
  }

  [[noreturn]] void beChild(size_t index, pid_t parent, int resultPipe, int errorPipe) {
    // A parent that is killed outright takes its children with it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(1);
    signals.restore();
    for (Worker& worker : running) {
      closePipe(worker.resultPipe);
      closePipe(worker.errorPipe);
    }
    runWorkerChild(resultPipe, errorPipe, limits.memoryMiB, [&] { return job(index); });
  }

  void wait() {
    std::vector<pollfd> fds;
    std::vector<std::pair<int*, std::string*>> targets;
    auto timeout = tickInterval;
    for (Worker& worker : running) {
      auto left = std::chrono::ceil<std::chrono::milliseconds>(worker.deadline - Clock::now());
      timeout = std::min(timeout, left);
      if (worker.resultPipe < 0 && worker.errorPipe < 0)
        timeout = std::min(timeout, exitInterval);
      if (worker.resultPipe >= 0) {
        fds.push_back({worker.resultPipe, POLLIN, 0});
        targets.push_back({&worker.resultPipe, &worker.received});
      }
      if (worker.errorPipe >= 0) {
        fds.push_back({worker.errorPipe, POLLIN, 0});
        targets.push_back({&worker.errorPipe, &worker.errorTail});
      }
    }
    signals.wait(fds, timeout);
    for (size_t i = 0; i < fds.size(); ++i)
      if (fds[i].revents != 0)
        keepReading(*targets[i].first, *targets[i].second);
  }

  void reap() {
    for (auto worker = running.begin(); worker != running.end();) {
      if (worker->errorTail.size() > 2 * errorTailBytes)
        worker->errorTail.erase(0, worker->errorTail.size() - errorTailBytes);
      worker->tooLong = worker->received.size() > largestResult;
      worker->timedOut = Clock::now() >= worker->deadline;
      bool ended = worker->resultPipe < 0 && worker->errorPipe < 0;
      bool killed = worker->tooLong || worker->timedOut;
      int status = 0;
      if (killed)
        kill(worker->pid, SIGKILL);
      if ((!ended && !killed) || waitpid(worker->pid, &status, killed ? 0 : WNOHANG) == 0) {
        ++worker;
        continue;
      }
      closePipe(worker->resultPipe);
      closePipe(worker->errorPipe);
      events.finished(worker->job, outcomeOf(*worker, status, limits));
      worker = running.erase(worker);
    }
  }

  const WorkerLimits& limits;
  llvm::function_ref<std::string(size_t)> job;
  const WorkerEvents& events;
  SignalGuard signals;
  std::list<Worker> running;
};

} // namespace

int runInWorkers(size_t count, const WorkerLimits& limits, llvm::function_ref<std::string(size_t)> job,
                 const WorkerEvents& events) {
  return Pool(limits, job, events).run(count);
}

} // namespace cuda_lint
