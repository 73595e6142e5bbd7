#pragma once

#include "db/store_contents.h"
#include "db/tuning_store.h"

#include <filesystem>

namespace cuda_tune {

/// Writes all of `store` to `file` as JSON (docs/store.md); what `file` held before stays until the new
/// content is whole. Bytes that are not UTF-8 become U+FFFD. Throws StoreError, also when `file` is the
/// store's.
void exportStore(const TuningStore& store, const std::filesystem::path& file);

/// All of an export. Throws StoreError, naming file and field, when `file` cannot be read, is not an export
/// or not a whole one, is of a newer version, or has a wrong field.
StoreContents readExport(const std::filesystem::path& file);

/// Adds all of an export to `store`, or nothing when it throws, as readExport() and TuningStore::merge() do.
MergeCounts importStore(TuningStore& store, const std::filesystem::path& file);

} // namespace cuda_tune
