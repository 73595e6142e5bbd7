#pragma once

#include <SQLiteCpp/Database.h>

#include <span>

namespace cuda_tune {

/// PRAGMA application_id of a tuning store: "CTun".
inline constexpr int kApplicationId = 0x4354756e;

/// SQL texts; the one at index i takes a store from schema version i (PRAGMA user_version) to i + 1.
/// One that has been released is never edited.
std::span<const char* const> migrations();

/// The version of `database`'s schema; 0 for an empty one.
int schemaVersion(SQLite::Database& database);

/// Applies the steps that `database` has not had, each in a transaction of its own, and nothing when it has
/// had all. Several processes may do so at once. Throws SQLite::Exception; the steps before the failing one
/// stay.
void migrate(SQLite::Database& database, std::span<const char* const> steps = migrations());

} // namespace cuda_tune
