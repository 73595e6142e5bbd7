#include "db/store_writer.h"

#include "db/image_columns.h"
#include "db/measurement_columns.h"

#include <SQLiteCpp/Column.h>

namespace cuda_tune {

namespace {

std::string insertInto(const std::string& table, const std::string& columns, int count) {
  return "INSERT INTO " + table + " (" + columns + ") VALUES (" + placeholders(count) + ") ";
}

/// "excluded.a, excluded.b" for "a, b": the values that could not be inserted.
std::string excluded(const std::string& columns) {
  std::string qualified = "excluded.";
  for (char c : columns) {
    qualified += c;
    if (c == ' ')
      qualified += "excluded.";
  }
  return qualified;
}

std::string updateTo(const std::string& columns) {
  return "DO UPDATE SET (" + columns + ") = (" + excluded(columns) + ")";
}

std::string addRowSql(StoreWriter::Existing existing) {
  return insertInto("measurements", std::string("key_id, ") + kRowColumns, 1 + kRowColumnCount) +
         "ON CONFLICT (key_id, stage, result, configuration) " + updateTo(kRowColumns) +
         " WHERE excluded.samples " + (existing == StoreWriter::Existing::Keep ? ">" : ">=") +
         " measurements.samples";
}

std::string addImageSql(StoreWriter::Existing existing) {
  return insertInto("images", std::string(kImageKeyColumns) + ", " + kImageColumns,
                    kImageKeyColumnCount + kImageColumnCount) +
         "ON CONFLICT (" + kImageKeyColumns + ") " +
         (existing == StoreWriter::Existing::Keep ? "DO NOTHING" : updateTo(kImageColumns));
}

} // namespace

StoreWriter::StoreWriter(SQLite::Database& database, Existing existing)
    : addKey_(database,
              insertInto("measurement_keys", kKeyColumns, kKeyColumnCount) + "ON CONFLICT DO NOTHING"),
      findKey_(database, std::string("SELECT id FROM measurement_keys WHERE (") + kKeyColumns + ") = (" +
                             placeholders(kKeyColumnCount) + ")"),
      addRow_(database, addRowSql(existing)),
      addSearch_(database, insertInto("searches", "key_id, search_hash", 2) + "ON CONFLICT DO NOTHING"),
      addImage_(database, addImageSql(existing)) {}

bool StoreWriter::add(const Measurement& row) {
  std::int64_t id = keyId(row.key);
  addRow_.reset();
  addRow_.bind(1, id);
  bindRow(addRow_, 2, row);
  return addRow_.exec() > 0;
}

bool StoreWriter::add(const MeasurementKey& key, const std::string& searchHash) {
  std::int64_t id = keyId(key);
  addSearch_.reset();
  addSearch_.bind(1, id);
  addSearch_.bind(2, searchHash);
  return addSearch_.exec() > 0;
}

bool StoreWriter::add(const ImageKey& key, const StoredImage& image) {
  addImage_.reset();
  bindImageKey(addImage_, 1, key);
  bindImage(addImage_, 1 + kImageKeyColumnCount, image);
  return addImage_.exec() > 0;
}

std::int64_t StoreWriter::keyId(const MeasurementKey& key) {
  addKey_.reset();
  bindKey(addKey_, 1, key);
  addKey_.exec();
  findKey_.reset();
  bindKey(findKey_, 1, key);
  findKey_.executeStep();
  std::int64_t id = findKey_.getColumn(0).getInt64();
  findKey_.reset();
  return id;
}

} // namespace cuda_tune
