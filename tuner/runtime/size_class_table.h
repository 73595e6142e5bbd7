#pragma once

#include "db/measurement.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace cuda_tune {

/// What is kept for each size class, made on first use. Reading an entry that is there costs one atomic load.
template <typename Entry> class SizeClassTable {
public:
  /// The entry of the size class of `elements`. Where there is none yet, `make()` gives it, as a
  /// std::unique_ptr; one thread at a time makes entries, and each is made once. What `make` throws leaves
  /// the class without an entry. The entry lives as long as the table.
  template <typename Make> const Entry& at(std::uint64_t elements, Make make) {
    std::atomic<const Entry*>& slot = slots_[(sizeClass(elements) - kSmallest) / 2];
    if (const Entry* entry = slot.load(std::memory_order_acquire))
      return *entry;
    const std::lock_guard lock(making_);
    if (const Entry* entry = slot.load(std::memory_order_relaxed))
      return *entry;
    entries_.push_back(make());
    slot.store(entries_.back().get(), std::memory_order_release);
    return *entries_.back();
  }

private:
  static constexpr int kSmallest = 10;
  static constexpr int kGreatest = 32;

  std::array<std::atomic<const Entry*>, (kGreatest - kSmallest) / 2 + 1> slots_ = {};
  std::mutex making_;
  std::vector<std::unique_ptr<const Entry>> entries_;
};

} // namespace cuda_tune
