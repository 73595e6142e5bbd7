#pragma once

#include "tuner/tool/tuning_job.h"
#include "tuner/tool/worker_events.h"

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

namespace cuda_tune {

/// Tells on a terminal, or line by line in a log, how the searches of a run go: cells done, configurations
/// measured, the best so far, the time left.
class RunProgress {
public:
  /// `cells` is how many searches each job has before it. `live`: rewrites one line instead of adding lines.
  RunProgress(std::ostream& out, std::vector<std::size_t> devices, std::vector<std::size_t> cells,
              std::optional<std::chrono::nanoseconds> budget, bool live);

  void tell(std::size_t job, const WorkerEvent& event);
  /// Clears the live line.
  void end();

  /// Cells in which nothing correct was found: "sum f32 n=2^20 on device 0".
  const std::vector<std::string>& hopeless() const { return hopeless_; }

private:
  struct JobState {
    std::size_t device = 0;
    std::size_t cells = 0;
    std::size_t done = 0;
    std::string cell;
    std::size_t configurations = 0;
    event::Progress progress;
  };

  void line(const std::string& text);
  void redraw();
  std::string timeLeft() const;

  std::ostream& out_;
  std::vector<JobState> jobs_;
  std::optional<std::chrono::nanoseconds> budget_;
  bool live_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<std::string> hopeless_;
};

} // namespace cuda_tune
