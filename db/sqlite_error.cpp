#include "db/sqlite_error.h"

#include <sqlite3.h>

namespace cuda_tune {

StoreError storeError(const SQLite::Exception& error, const std::filesystem::path& file) {
  std::string name = "'" + file.string() + "'";
  std::string reason = error.what();
  switch (error.getErrorCode() & 0xff) {
  case SQLITE_BUSY:
  case SQLITE_PROTOCOL:
    return StoreError("cannot use " + name +
                      ": another process has kept it locked for 30 s; try again when that process has ended");
  case SQLITE_FULL:
  case SQLITE_IOERR:
    return StoreError("cannot read or write " + name + ": " + reason +
                      "; check the free space and the state of its disk");
  case SQLITE_CANTOPEN:
  case SQLITE_PERM:
  case SQLITE_AUTH:
    return StoreError("cannot open " + name + ": " + reason +
                      "; check that the file and its folder are there and may be accessed");
  case SQLITE_READONLY:
    return StoreError("cannot write to " + name +
                      ": it is open for reading only or write-protected; check its permissions");
  case SQLITE_NOTADB:
    return StoreError("cannot use " + name +
                      ": it is not a tuning store, or its beginning is damaged; name another file");
  default:
    return StoreError("cannot use " + name + ": it is damaged or was altered (" + reason +
                      "); import an export of it into a new file");
  }
}

bool isBusy(const SQLite::Exception& error) {
  int code = error.getErrorCode() & 0xff;
  return code == SQLITE_BUSY || code == SQLITE_PROTOCOL;
}

} // namespace cuda_tune
