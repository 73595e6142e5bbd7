#include "db/tuning_store.h"

#include "db/database_file.h"
#include "db/image_columns.h"
#include "db/lookup_order.h"
#include "db/measurement_columns.h"
#include "db/row_check.h"
#include "db/sqlite_error.h"
#include "db/store_contents.h"
#include "db/store_writer.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace cuda_tune {

namespace fs = std::filesystem;

namespace {

std::string utcNow() {
  std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[sizeof "2026-11-30T12:00:00Z"];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string allColumns() {
  return std::string(kKeyColumns) + ", " + kRowColumns;
}

std::vector<Measurement> readRows(SQLite::Statement& statement) {
  std::vector<Measurement> rows;
  while (statement.executeStep())
    rows.push_back(readRow(statement, 0));
  return rows;
}

void bindFilter(SQLite::Statement& statement, const RowFilter& filter) {
  statement.bind(":device", filter.deviceName);
  statement.bind(":operation", filter.operation);
  statement.bind(":type", filter.elementType);
  statement.bind(":regime", filter.regime);
  statement.bind(":stage", std::string(filter.stage ? toString(*filter.stage) : ""));
  statement.bind(":result", std::string(filter.result ? toString(*filter.result) : ""));
  if (filter.elements)
    statement.bind(":elements", static_cast<std::int64_t>(*filter.elements));
  if (filter.deterministic)
    statement.bind(":deterministic", *filter.deterministic ? 1 : 0);
}

constexpr const char* kFilterAndOrder =
    " WHERE :device IN ('', device_name) AND :operation IN ('', operation) AND :type IN ('', element_type)"
    " AND :regime IN ('', regime) AND :stage IN ('', stage) AND :result IN ('', result)"
    " AND (:elements IS NULL OR elements = :elements)"
    " AND (:deterministic IS NULL OR deterministic = :deterministic)"
    // A row that is not ok has no median.
    " ORDER BY template_name, template_hash, operation, element_type, accumulator_type, elements,"
    " device_name, compute_capability, multiprocessors, memory_clock_khz, memory_bus_bits, device_uuid, "
    "result <> 'ok', "
    "median_us,"
    " configuration, stage, result, regime, method_version, nvrtc, driver";

/// The pool of the view `best` that answers for a wish.
std::string poolFor(std::optional<bool> deterministic) {
  if (!deterministic)
    return "any";
  return *deterministic ? "deterministic" : "nondeterministic";
}

std::optional<fs::path> environmentPath(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value ? std::optional<fs::path>(value) : std::nullopt;
}

} // namespace

std::string_view toString(LookupOutcome outcome) {
  switch (outcome) {
  case LookupOutcome::Exact:
    return "exact";
  case LookupOutcome::NearestSize:
    return "nearest-size";
  case LookupOutcome::OtherDriver:
    return "other-driver";
  case LookupOutcome::OtherDevice:
    return "other-device";
  case LookupOutcome::Base:
    return "base";
  }
  return {};
}

struct TuningStore::Impl {
  fs::path file;
  std::unique_ptr<SQLite::Database> database;

  template <class Work> auto read(Work work) const { return accessFile(file, work); }

  /// `work` in a transaction that no other writer can get in the way of.
  template <class Work> auto write(Work work) {
    return accessFile(file, [&] {
      SQLite::Transaction transaction(*database, SQLite::TransactionBehavior::IMMEDIATE);
      auto result = work();
      transaction.commit();
      return result;
    });
  }

  void refuse(const std::string& what) const {
    throw StoreError("cannot add to '" + file.string() + "': " + what + "; nothing was added");
  }

  void check(const std::vector<Measurement>& rows) const {
    for (const Measurement& row : rows)
      if (std::optional<std::string> wrong = wrongField(row))
        refuse("of the measurement of '" + row.configuration + "', " + *wrong);
  }

  void check(const MeasurementKey& key) const {
    if (std::optional<std::string> wrong = wrongField(key))
      refuse("of a search, " + *wrong);
  }

  void check(const ImageKey& key, const StoredImage& image) const {
    // SQLite's own limit is 10^9 bytes.
    if (image.cubin.empty() || image.cubin.size() > 1'000'000'000)
      refuse("the image of '" + key.configuration + "' has no bytes or more than 10^9");
  }
};

TuningStore::TuningStore(const fs::path& file, Access access)
    : impl_(std::make_unique<Impl>(Impl{file, openDatabase(file, access)})) {}

TuningStore::~TuningStore() = default;
TuningStore::TuningStore(TuningStore&&) noexcept = default;
TuningStore& TuningStore::operator=(TuningStore&&) noexcept = default;

fs::path TuningStore::defaultFile(const std::optional<fs::path>& argument) {
  if (argument)
    return *argument;
  if (std::optional<fs::path> file = environmentPath("CUDA_TUNE_DB"))
    return *file;
  // The XDG base directory specification has relative paths ignored.
  if (std::optional<fs::path> data = environmentPath("XDG_DATA_HOME"); data && data->is_absolute())
    return *data / "cuda-tune" / "tuning.db";
  if (std::optional<fs::path> home = environmentPath("HOME"))
    return *home / ".local" / "share" / "cuda-tune" / "tuning.db";
  throw StoreError(
      "cannot tell where the tuning store is: none of CUDA_TUNE_DB, XDG_DATA_HOME and HOME is set; "
      "set CUDA_TUNE_DB to a file name");
}

const fs::path& TuningStore::file() const {
  return impl_->file;
}

void TuningStore::add(const std::vector<Measurement>& rows) {
  impl_->check(rows);
  std::string now = utcNow();
  impl_->write([&] {
    StoreWriter writer(*impl_->database, StoreWriter::Existing::Replace);
    for (Measurement row : rows) {
      if (row.measuredAt.empty())
        row.measuredAt = now;
      writer.add(row);
    }
    return true;
  });
}

std::vector<Measurement> TuningStore::rows(const MeasurementKey& key) const {
  return impl_->read([&] {
    SQLite::Statement query(*impl_->database, "SELECT " + allColumns() + " FROM keyed_measurements WHERE (" +
                                                  kKeyColumns + ") = (" + placeholders(kKeyColumnCount) +
                                                  ") ORDER BY id");
    bindKey(query, 1, key);
    return readRows(query);
  });
}

std::vector<Measurement> TuningStore::list(const RowFilter& filter) const {
  return impl_->read([&] {
    SQLite::Statement query(*impl_->database,
                            "SELECT " + allColumns() + " FROM keyed_measurements" + kFilterAndOrder);
    bindFilter(query, filter);
    return readRows(query);
  });
}

std::vector<Measurement> TuningStore::best(const RowFilter& filter) const {
  return impl_->read([&] {
    SQLite::Statement query(*impl_->database, "SELECT " + allColumns() +
                                                  " FROM (SELECT * FROM best WHERE pool = '" +
                                                  poolFor(filter.deterministic) + "')" + kFilterAndOrder);
    bindFilter(query, filter);
    return readRows(query);
  });
}

void TuningStore::finishSearch(const MeasurementKey& key, const std::string& searchHash) {
  impl_->check(key);
  impl_->write(
      [&] { return StoreWriter(*impl_->database, StoreWriter::Existing::Replace).add(key, searchHash); });
}

bool TuningStore::searchFinished(const MeasurementKey& key, const std::string& searchHash) const {
  return impl_->read([&] {
    SQLite::Statement query(
        *impl_->database, std::string("SELECT 1 FROM measurement_keys JOIN searches ON key_id = id WHERE (") +
                              kKeyColumns + ") = (" + placeholders(kKeyColumnCount) +
                              ") AND search_hash = ?");
    bindKey(query, 1, key);
    query.bind(kKeyColumnCount + 1, searchHash);
    return query.executeStep();
  });
}

Lookup TuningStore::lookup(const MeasurementKey& key, bool deterministic) const {
  return impl_->read([&] {
    SQLite::Statement keys(
        *impl_->database,
        std::string("SELECT id, ") + kKeyColumns +
            " FROM measurement_keys WHERE template_name = ? AND operation = ?"
            " AND element_type = ? AND accumulator_type = ? AND regime = ? AND method_version = ?"
            " AND compute_capability = ? AND ? IN ('', template_hash)");
    const Workload& workload = key.workload;
    keys.bind(1, workload.templateName);
    keys.bind(2, workload.operation);
    keys.bind(3, workload.elementType);
    keys.bind(4, workload.accumulatorType);
    keys.bind(5, key.regime);
    keys.bind(6, key.methodVersion);
    keys.bind(7, key.device.computeCapability);
    keys.bind(8, workload.templateHash);
    std::vector<LookupCandidate> candidates;
    while (keys.executeStep())
      candidates.push_back({keys.getColumn(0).getInt64(), readKey(keys, 1)});
    orderCandidates(key, candidates);

    SQLite::Statement best(*impl_->database,
                           "SELECT " + allColumns() + " FROM best WHERE key_id = ? AND pool = '" +
                               poolFor(deterministic ? std::optional(true) : std::nullopt) + "'");
    for (const LookupCandidate& candidate : candidates) {
      best.reset();
      best.bind(1, candidate.keyId);
      // A key may have nothing but failures, or a search that is under way.
      if (best.executeStep())
        return Lookup{candidate.outcome, readRow(best, 0)};
    }
    return Lookup{};
  });
}

void TuningStore::keepImage(const ImageKey& key, const StoredImage& image) {
  impl_->check(key, image);
  impl_->write([&] { return StoreWriter(*impl_->database, StoreWriter::Existing::Replace).add(key, image); });
}

std::optional<StoredImage> TuningStore::image(const ImageKey& key) const {
  return impl_->read([&] {
    SQLite::Statement query(*impl_->database, std::string("SELECT ") + kImageColumns +
                                                  " FROM images WHERE (" + kImageKeyColumns + ") = (" +
                                                  placeholders(kImageKeyColumnCount) + ")");
    bindImageKey(query, 1, key);
    return query.executeStep() ? std::optional(readImage(query, 0)) : std::nullopt;
  });
}

StoreContents TuningStore::contents() const {
  return impl_->read([&] {
    // One transaction, so one moment.
    SQLite::Transaction transaction(*impl_->database);
    StoreContents contents;
    SQLite::Statement rows(*impl_->database,
                           "SELECT " + allColumns() + " FROM keyed_measurements ORDER BY id");
    contents.measurements = readRows(rows);
    SQLite::Statement searches(*impl_->database, std::string("SELECT search_hash, ") + kKeyColumns +
                                                     " FROM searches JOIN measurement_keys ON id = key_id"
                                                     " ORDER BY key_id, search_hash");
    while (searches.executeStep())
      contents.searches.push_back({readKey(searches, 1), searches.getColumn(0).getString()});
    SQLite::Statement images(*impl_->database, std::string("SELECT ") + kImageKeyColumns + ", " +
                                                   kImageColumns + " FROM images ORDER BY id");
    while (images.executeStep()) {
      contents.images.push_back({readImageKey(images, 0), readImage(images, kImageKeyColumnCount)});
    }
    return contents;
  });
}

MergeCounts TuningStore::merge(const StoreContents& contents) {
  impl_->check(contents.measurements);
  for (const FinishedSearch& search : contents.searches)
    impl_->check(search.key);
  for (const KeptImage& image : contents.images)
    impl_->check(image.key, image.image);
  std::string now = utcNow();
  return impl_->write([&] {
    MergeCounts counts;
    auto count = [](MergeCount& kind, bool added) { ++(added ? kind.added : kind.alreadyThere); };
    StoreWriter writer(*impl_->database, StoreWriter::Existing::Keep);
    for (Measurement row : contents.measurements) {
      if (row.measuredAt.empty())
        row.measuredAt = now;
      count(counts.measurements, writer.add(row));
    }
    for (const FinishedSearch& search : contents.searches)
      count(counts.searches, writer.add(search.key, search.searchHash));
    for (const KeptImage& image : contents.images)
      count(counts.images, writer.add(image.key, image.image));
    return counts;
  });
}

} // namespace cuda_tune
