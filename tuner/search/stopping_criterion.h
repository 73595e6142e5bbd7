#pragma once

#include <chrono>
#include <functional>

namespace cuda_tune {

/// Tells when to give up a search. The driver asks before each trial; once reached it stays so.
class StoppingCriterion {
public:
  virtual ~StoppingCriterion() = default;
  virtual bool reached() = 0;
};

/// The search ends when the searcher says so.
class NeverStop : public StoppingCriterion {
public:
  bool reached() override { return false; }
};

/// Reached when so much time has gone by since construction. A budget of 0 or less is reached at once.
class TimeBudget : public StoppingCriterion {
public:
  using Now = std::function<std::chrono::steady_clock::time_point()>;

  explicit TimeBudget(std::chrono::nanoseconds budget, Now now = std::chrono::steady_clock::now);

  bool reached() override { return remaining() == std::chrono::nanoseconds::zero(); }
  /// Never negative.
  std::chrono::nanoseconds remaining() const;

private:
  std::chrono::nanoseconds budget_;
  Now now_;
  std::chrono::steady_clock::time_point start_;
};

} // namespace cuda_tune
