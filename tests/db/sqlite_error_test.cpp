#include "db/sqlite_error.h"

#include "store_fixture.h"

#include <sqlite3.h>

namespace cuda_tune {
namespace {

using testing::HasSubstr;

SQLite::Exception errorOf(int code) {
  return SQLite::Exception(sqlite3_errstr(code), code);
}

TEST(AccessFile, TriesAgainWhileTheFileIsLocked) {
  int calls = 0;
  int result = accessFile("f.db", [&] {
    ++calls;
    if (calls == 1)
      throw errorOf(SQLITE_BUSY);
    if (calls == 2)
      throw errorOf(SQLITE_BUSY_SNAPSHOT);
    return 7;
  });
  EXPECT_EQ(result, 7);
  EXPECT_EQ(calls, 3);
}

TEST(AccessFile, DoesNotTryAgainAfterAnyOtherError) {
  int calls = 0;
  EXPECT_THROW(accessFile("f.db",
                          [&] {
                            ++calls;
                            throw errorOf(SQLITE_FULL);
                          }),
               StoreError);
  EXPECT_EQ(calls, 1);
}

TEST(StoreErrorText, IsOneSentenceThatSaysWhereAndWhatToDo) {
  const std::pair<int, const char*> expected[] = {
      {SQLITE_BUSY, "try again"},  {SQLITE_FULL, "free space"},      {SQLITE_IOERR_WRITE, "free space"},
      {SQLITE_CANTOPEN, "folder"}, {SQLITE_READONLY, "permissions"}, {SQLITE_NOTADB, "not a tuning store"},
      {SQLITE_CORRUPT, "damaged"},
  };
  for (auto [code, advice] : expected)
    EXPECT_THAT(storeErrorOf("f.db", [&] { throw storeError(errorOf(code), "f.db"); }), HasSubstr(advice));
}

} // namespace
} // namespace cuda_tune
