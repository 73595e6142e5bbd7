#include "tuner/jit/compile_pool.h"

#include <algorithm>

namespace cuda_tune {

CompilePool::CompilePool(Source source, int architecture, std::vector<Job> jobs, unsigned threads,
                         std::vector<std::string> options)
    : source_(std::move(source)), architecture_(architecture), options_(std::move(options)),
      waiting_(jobs.begin(), jobs.end()), outstanding_(jobs.size()) {
  const std::size_t useful = std::min<std::size_t>(std::max(threads, 1u), jobs.size());
  for (std::size_t i = 0; i < useful; ++i)
    threads_.emplace_back([this] { work(); });
}

CompilePool::~CompilePool() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }
  for (std::thread& thread : threads_)
    thread.join();
}

void CompilePool::work() {
  std::unique_lock lock(mutex_);
  while (!waiting_.empty()) {
    Done done{std::move(waiting_.front()), {}};
    waiting_.pop_front();
    lock.unlock();
    std::exception_ptr failure;
    try {
      done.compilation = compile(source_, architecture_, done.job.nameExpressions, options_);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure)
      failure_ = failure;
    done_.push_back(std::move(done));
    changed_.notify_one();
  }
}

bool CompilePool::take(Done& done) {
  std::unique_lock lock(mutex_);
  if (outstanding_ == 0)
    return false;
  changed_.wait(lock, [&] { return !done_.empty() || failure_; });
  if (failure_)
    std::rethrow_exception(failure_);
  done = std::move(done_.front());
  done_.pop_front();
  --outstanding_;
  return true;
}

} // namespace cuda_tune
