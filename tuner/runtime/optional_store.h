#pragma once

#include "db/tuning_store.h"

#include <filesystem>
#include <optional>
#include <string>

namespace cuda_tune {

/// A tuning store to read from, as long as it can be read: trouble with it is told, not thrown. Belongs to
/// one thread at a time.
class OptionalStore {
public:
  /// An empty path stands for TuningStore::defaultFile().
  explicit OptionalStore(const std::filesystem::path& file);

  /// nullopt when the store cannot be read; problem() says why then.
  std::optional<Lookup> lookup(const MeasurementKey& key, bool deterministic);
  std::optional<StoredImage> image(const ImageKey& key);

  /// Keeps the image if the store can be read, and written; creates none.
  void keepImage(const ImageKey& key, const StoredImage& image);

  const std::filesystem::path& file() const { return file_; }
  /// A sentence, empty while there is none.
  const std::string& problem() const { return problem_; }

private:
  std::filesystem::path file_;
  std::optional<TuningStore> store_;
  std::string problem_;
};

} // namespace cuda_tune
