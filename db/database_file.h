#pragma once

#include "db/tuning_store.h"

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <memory>

namespace cuda_tune {

/// The connection behind a TuningStore: `file` opened, checked to be a whole tuning store and, when it is to
/// be written, created or migrated where needed. Throws StoreError.
std::unique_ptr<SQLite::Database> openDatabase(const std::filesystem::path& file, TuningStore::Access access);

} // namespace cuda_tune
