#pragma once

#include "tuner/jit/nvrtc.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cuda_tune {

/// Compiles jobs of one source on several threads while the caller does something else. A job is a set of
/// name expressions that share a program; the caller takes the compilations as they are done.
class CompilePool {
public:
  struct Job {
    /// The caller's own number.
    std::size_t id = 0;
    std::vector<std::string> nameExpressions;
  };
  struct Done {
    Job job;
    Compilation compilation;
  };

  /// Jobs are begun in their order.
  CompilePool(Source source, int architecture, std::vector<Job> jobs, unsigned threads,
              std::vector<std::string> options = {});
  /// Drops jobs not begun and waits for those that are.
  ~CompilePool();
  CompilePool(const CompilePool&) = delete;
  CompilePool& operator=(const CompilePool&) = delete;

  /// Waits for the next compilation; false when all were taken. Throws what a thread threw.
  bool take(Done& done);

private:
  void work();

  const Source source_;
  const int architecture_;
  const std::vector<std::string> options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  std::deque<Done> done_;
  std::size_t outstanding_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

} // namespace cuda_tune
