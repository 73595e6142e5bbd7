#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace cuda_lint {

/// "[12/40] src/a.cu" on standard error while it is a terminal and the work has lasted a second; gone when
/// done.
class Progress {
public:
  /// `names` are the jobs' by index.
  explicit Progress(std::vector<std::string> names);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void started(size_t job);
  void finished() { ++done; }
  /// Draws what has changed. To be called now and then.
  void update();

private:
  std::vector<std::string> names;
  bool terminal;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  size_t done = 0;
  size_t latest = 0;
  std::string shown;
};

} // namespace cuda_lint
