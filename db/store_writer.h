#pragma once

#include "db/measurement.h"
#include "db/tuning_store.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <string>

namespace cuda_tune {

/// Adds to a store within the caller's transaction what has been checked (db/row_check.h). Throws
/// SQLite::Exception.
class StoreWriter {
public:
  /// Replace: a measurement that is there gives way to one with at least as many samples, an image always.
  /// Keep: a measurement gives way only to one with more samples, an image never.
  enum class Existing { Replace, Keep };

  StoreWriter(SQLite::Database& database, Existing existing);

  /// Each tells whether the store has changed.
  bool add(const Measurement& row);
  bool add(const MeasurementKey& key, const std::string& searchHash);
  bool add(const ImageKey& key, const StoredImage& image);

private:
  std::int64_t keyId(const MeasurementKey& key);

  SQLite::Statement addKey_;
  SQLite::Statement findKey_;
  SQLite::Statement addRow_;
  SQLite::Statement addSearch_;
  SQLite::Statement addImage_;
};

} // namespace cuda_tune
