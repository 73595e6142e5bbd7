#include "db/database_file.h"

#include "db/migrations.h"
#include "db/sqlite_error.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cstdio>
#include <random>
#include <string>
#include <system_error>

namespace cuda_tune {

namespace fs = std::filesystem;

namespace {

fs::path withSuffix(const fs::path& file, const std::string& suffix) {
  return fs::path(file.string() + suffix);
}

/// Committed rows that are not yet in the main file.
bool hasLog(const fs::path& file) {
  std::error_code error;
  auto size = fs::file_size(withSuffix(file, "-wal"), error);
  return !error && size > 0;
}

bool isThere(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

void setUp(SQLite::Database& database) {
  database.setBusyTimeout(static_cast<int>(kLockTimeout.count()));
  database.exec("PRAGMA foreign_keys = ON");
}

class ScratchDatabase {
public:
  explicit ScratchDatabase(const fs::path& beside)
      : file_(withSuffix(beside, "." + std::to_string(std::random_device()()) + ".new")) {}
  ScratchDatabase(const ScratchDatabase&) = delete;
  ScratchDatabase& operator=(const ScratchDatabase&) = delete;
  ~ScratchDatabase() {
    std::error_code ignored;
    for (const char* suffix : {"", "-journal", "-wal", "-shm"})
      fs::remove(withSuffix(file_, suffix), ignored);
  }

  const fs::path& file() const { return file_; }

private:
  fs::path file_;
};

/// Makes the store under another name and gives it its own when it is whole. So no process ever sees one half
/// made, and an empty file is known to be a damaged one.
void create(const fs::path& file) {
  if (hasLog(file) && !isThere(file))
    throw StoreError(
        "cannot create '" + file.string() + "': the log '" + file.string() +
        "-wal' of an earlier file of that name is still there; bring that file back, or delete the log");
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error)
    throw StoreError("cannot create the folder of '" + file.string() + "': " + error.message() +
                     "; name a file in a folder that may be written");
  ScratchDatabase scratch(file);
  accessFile(file, [&] {
    SQLite::Database database(scratch.file().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    setUp(database);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
    migrate(database);
  });
  fs::create_hard_link(scratch.file(), file, error);
  // Another process may have been first.
  if (error && error != std::errc::file_exists)
    throw StoreError("cannot create '" + file.string() + "': " + error.message() +
                     "; name a file on a local disk in a folder that may be written");
}

/// SQLite takes what is missing of the last page for zeros; other cuts it notices itself.
void refuseCutPage(SQLite::Database& database, const fs::path& file) {
  std::error_code error;
  auto size = fs::file_size(file, error);
  auto page = static_cast<std::uintmax_t>(database.execAndGet("PRAGMA page_size").getInt64());
  if (error || size % page == 0)
    return;
  // A full disk can cut a page that is being copied from the log, which then still has it.
  if (!hasLog(file) || database.execAndGet("PRAGMA integrity_check(1)").getString() != "ok")
    throw SQLite::Exception("the end of the file is missing", SQLITE_CORRUPT);
}

void refuseOthers(SQLite::Database& database, const fs::path& file) {
  int application = database.execAndGet("PRAGMA application_id").getInt();
  if (application != kApplicationId)
    throw StoreError("cannot use '" + file.string() +
                     "': it is an SQLite file but not a tuning store; name another file");
  int version = schemaVersion(database);
  int known = static_cast<int>(migrations().size());
  if (version < 0)
    throw StoreError("cannot use '" + file.string() + "': its schema version is " + std::to_string(version) +
                     ", so it is damaged; delete it or name another file");
  if (version > known)
    throw StoreError("cannot use '" + file.string() + "': its schema version " + std::to_string(version) +
                     " is newer than version " + std::to_string(known) +
                     ", the newest that this program knows; update cuda-tune");
}

std::unique_ptr<SQLite::Database> openForWriting(const fs::path& file) {
  return accessFile(file, [&] {
    auto database = std::make_unique<SQLite::Database>(file.string(), SQLite::OPEN_READWRITE);
    setUp(*database);
    refuseOthers(*database, file);
    refuseCutPage(*database, file);
    // SQLite falls back to reading where it may not write.
    if (sqlite3_db_readonly(database->getHandle(), "main") == 1)
      throw StoreError("cannot write to '" + file.string() +
                       "': the file is write-protected; check its permissions");
    database->exec("PRAGMA journal_mode = WAL");
    migrate(*database);
    return database;
  });
}

/// As SQLite's URIs want it.
std::string uriOf(const fs::path& file) {
  std::string uri = "file:";
  for (unsigned char c : file.string()) {
    if (c == '%' || c == '?' || c == '#') {
      char escaped[4];
      std::snprintf(escaped, sizeof escaped, "%%%02X", c);
      uri += escaped;
    } else {
      uri += static_cast<char>(c);
    }
  }
  return uri;
}

std::unique_ptr<SQLite::Database> connectForReading(const fs::path& file) {
  auto open = [&](const std::string& name, int flags) {
    auto database = std::make_unique<SQLite::Database>(name, SQLite::OPEN_READONLY | flags);
    setUp(*database);
    // The first reading opens the log.
    schemaVersion(*database);
    return database;
  };
  try {
    return open(file.string(), 0);
  } catch (const SQLite::Exception& error) {
    int code = error.getErrorCode() & 0xff;
    bool logCannotBeMade = ::access(file.parent_path().c_str(), W_OK) != 0;
    if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || hasLog(file) || !logCannotBeMade)
      throw;
  }
  // Without a log nobody is writing, so nothing changes under a reader that takes no locks.
  return open(uriOf(file) + "?immutable=1", SQLite::OPEN_URI);
}

std::unique_ptr<SQLite::Database> openForReading(const fs::path& file) {
  return accessFile(file, [&] {
    auto database = connectForReading(file);
    refuseOthers(*database, file);
    refuseCutPage(*database, file);
    int version = schemaVersion(*database);
    if (version < static_cast<int>(migrations().size()))
      throw StoreError("cannot read '" + file.string() + "': its schema version " + std::to_string(version) +
                       " is older than this program's; open it once for writing, with cuda-tune");
    return database;
  });
}

} // namespace

std::unique_ptr<SQLite::Database> openDatabase(const fs::path& file, TuningStore::Access access) {
  if (file.empty())
    throw StoreError("cannot open the tuning store: its file name is empty; name a file");
  // SQLite gives some relative names (":memory:") a meaning of their own.
  fs::path absolute = fs::absolute(file);
  if (!isThere(absolute)) {
    if (access == TuningStore::Access::ReadOnly)
      throw StoreError("cannot open '" + file.string() +
                       "': there is no such file; tune first, or name another file");
    create(absolute);
  }
  std::error_code error;
  if (fs::is_directory(absolute, error))
    throw StoreError("cannot use '" + file.string() + "': it is a folder; name a file in it");
  if (!fs::is_regular_file(absolute, error))
    throw StoreError("cannot use '" + file.string() + "': it is no regular file; name another");
  if (fs::file_size(absolute, error) == 0)
    throw StoreError("cannot use '" + file.string() +
                     "': the file is empty, so it is damaged or no tuning store; delete it or name another");
  return access == TuningStore::Access::ReadOnly ? openForReading(absolute) : openForWriting(absolute);
}

} // namespace cuda_tune
