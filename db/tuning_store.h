#pragma once

#include "db/measurement.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cuda_tune {

struct StoreContents;
struct MergeCounts;

/// A store that cannot be opened, read or written; the message is one sentence: what, which file, what to do.
class StoreError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// How closely a stored row fits what was asked for.
enum class LookupOutcome {
  /// This device and driver, a size of the same size class.
  Exact,
  /// This device and driver, the nearest size class that there is.
  NearestSize,
  /// This device under another driver version.
  OtherDriver,
  /// Another device of the same compute capability.
  OtherDevice,
  /// Nothing stored fits: the built-in default.
  Base,
};

/// "exact", "nearest-size", "other-driver", "other-device", "base".
std::string_view toString(LookupOutcome outcome);

struct Lookup {
  LookupOutcome outcome = LookupOutcome::Base;
  /// Empty exactly when the outcome is Base.
  std::optional<Measurement> row;
};

/// A kernel as compiled: what is needed to launch it without a compiler.
struct StoredImage {
  /// The kernel's mangled name in the image; a second one follows after a space where there are two kernels.
  std::string loweredName;
  /// "sm_90".
  std::string architecture;
  std::vector<char> cubin;
};

/// One SQLite file. Every measurement is kept; "best" is a view. Any number of processes may use a file at
/// once; an object of this class belongs to one thread at a time.
class TuningStore {
public:
  enum class Access { ReadWrite, ReadOnly };

  /// Opens `file`, which ReadWrite creates (folders too) and migrates to this version's schema. Throws
  /// StoreError when the file is not a tuning store, is damaged, is of a newer version, or cannot be opened
  /// or created.
  explicit TuningStore(const std::filesystem::path& file, Access access = Access::ReadWrite);
  ~TuningStore();
  TuningStore(TuningStore&&) noexcept;
  TuningStore& operator=(TuningStore&&) noexcept;

  /// `--db`'s argument if given, else $CUDA_TUNE_DB, else cuda-tune/tuning.db in $XDG_DATA_HOME or
  /// ~/.local/share. Throws StoreError when none of these is set (no home folder).
  static std::filesystem::path
  defaultFile(const std::optional<std::filesystem::path>& argument = std::nullopt);

  const std::filesystem::path& file() const;

  /// Adds all rows, or none when it throws. A row whose identity (all but numbers, time and clocks: see
  /// docs/store.md) is there already replaces it when it has at least as many samples.
  void add(const std::vector<Measurement>& rows);

  /// All rows of this key, in any stage and with any result.
  std::vector<Measurement> rows(const MeasurementKey& key) const;
  /// The rows that the filter lets through, in a fixed order: workload, device, median.
  std::vector<Measurement> list(const RowFilter& filter) const;
  /// The view `best`: one row per key, the simplest among the finalists within the tie band of the fastest.
  std::vector<Measurement> best(const RowFilter& filter) const;

  /// That the search for a key has ended, with the hash of its space and strategy, so that a later run can
  /// pass it over.
  void finishSearch(const MeasurementKey& key, const std::string& searchHash);
  bool searchFinished(const MeasurementKey& key, const std::string& searchHash) const;

  /// The best row for `workload.elements` of the key, in the order of LookupOutcome. The toolchain's NVRTC
  /// version and an empty template hash match any. With `deterministic`, only rows of deterministic
  /// configurations count. Rows of the key's regime and method version alone are looked at.
  Lookup lookup(const MeasurementKey& key, bool deterministic) const;

  /// Keeps an image for a configuration; one already there for the same key is replaced.
  void keepImage(const ImageKey& key, const StoredImage& image);
  std::optional<StoredImage> image(const ImageKey& key) const;

  /// All of the store at one moment: see db/store_contents.h.
  StoreContents contents() const;
  /// Adds all of `contents`, or nothing when it throws. What is there already stays, except measurements with
  /// fewer samples.
  MergeCounts merge(const StoreContents& contents);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace cuda_tune
