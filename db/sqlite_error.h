#pragma once

#include "db/tuning_store.h"

#include <SQLiteCpp/Exception.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace cuda_tune {

/// How long to wait for another process's lock.
inline constexpr std::chrono::milliseconds kLockTimeout{30000};

/// The sentence for what SQLite says of `file`.
StoreError storeError(const SQLite::Exception& error, const std::filesystem::path& file);

/// Whether another process's lock is the cause, so that the same work can succeed later.
bool isBusy(const SQLite::Exception& error);

/// Calls `work`, again while locks of other processes turn it away, for kLockTimeout. SQLite's exceptions
/// leave as StoreError. `work` must be a whole transaction, or only read.
template <class Work> auto accessFile(const std::filesystem::path& file, Work work) {
  auto deadline = std::chrono::steady_clock::now() + kLockTimeout;
  while (true) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      if (!isBusy(error) || std::chrono::steady_clock::now() >= deadline)
        throw storeError(error, file);
    }
    // SQLite waits by itself (busy_timeout) except where it sees a danger of deadlock; those cases are brief.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

} // namespace cuda_tune
