#include "tuner/search/stopping_criterion.h"

#include <utility>

namespace cuda_tune {

TimeBudget::TimeBudget(std::chrono::nanoseconds budget, Now now)
    : budget_(budget), now_(std::move(now)), start_(now_()) {}

std::chrono::nanoseconds TimeBudget::remaining() const {
  // The end, start + budget, may lie beyond what the clock can count.
  const std::chrono::nanoseconds elapsed = now_() - start_;
  return elapsed < budget_ ? budget_ - elapsed : std::chrono::nanoseconds::zero();
}

} // namespace cuda_tune
