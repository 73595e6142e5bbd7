#include "tuner/runtime/optional_store.h"

namespace cuda_tune {

OptionalStore::OptionalStore(const std::filesystem::path& file) {
  try {
    file_ = file.empty() ? TuningStore::defaultFile() : file;
    store_.emplace(file_, TuningStore::Access::ReadOnly);
  } catch (const StoreError& error) {
    problem_ = error.what();
  }
}

std::optional<Lookup> OptionalStore::lookup(const MeasurementKey& key, bool deterministic) {
  if (!store_)
    return std::nullopt;
  try {
    return store_->lookup(key, deterministic);
  } catch (const StoreError& error) {
    problem_ = error.what();
    return std::nullopt;
  }
}

std::optional<StoredImage> OptionalStore::image(const ImageKey& key) {
  if (!store_)
    return std::nullopt;
  try {
    return store_->image(key);
  } catch (const StoreError&) {
    // The kernel can be compiled.
    return std::nullopt;
  }
}

void OptionalStore::keepImage(const ImageKey& key, const StoredImage& image) {
  if (!store_)
    return;
  try {
    TuningStore(file_, TuningStore::Access::ReadWrite).keepImage(key, image);
  } catch (const StoreError&) {
    // Often the store is for reading only; the next start compiles again.
  }
}

} // namespace cuda_tune
