#include "db/migrations.h"

#include <SQLiteCpp/Transaction.h>

#include <string>

namespace cuda_tune {

namespace {

// docs/store.md describes the columns. The number in `best` is kTieBand.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE measurement_keys (
  id INTEGER PRIMARY KEY,
  template_name TEXT NOT NULL,
  template_hash TEXT NOT NULL,
  operation TEXT NOT NULL,
  element_type TEXT NOT NULL,
  accumulator_type TEXT NOT NULL,
  elements INTEGER NOT NULL CHECK (elements >= 0),
  device_name TEXT NOT NULL,
  compute_capability TEXT NOT NULL,
  multiprocessors INTEGER NOT NULL,
  memory_clock_khz INTEGER NOT NULL,
  memory_bus_bits INTEGER NOT NULL,
  device_uuid TEXT NOT NULL,
  nvrtc TEXT NOT NULL,
  driver TEXT NOT NULL,
  regime TEXT NOT NULL,
  method_version INTEGER NOT NULL,
  -- What a lookup always asks for comes first.
  UNIQUE (template_name, operation, element_type, accumulator_type, regime, method_version, compute_capability,
          template_hash, elements, device_name, multiprocessors, memory_clock_khz, memory_bus_bits, device_uuid, nvrtc, driver)
) STRICT;

CREATE TABLE measurements (
  id INTEGER PRIMARY KEY,
  key_id INTEGER NOT NULL REFERENCES measurement_keys (id),
  configuration TEXT NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('screening', 'final')),
  result TEXT NOT NULL
    CHECK (result IN ('ok', 'compile-error', 'wrong', 'fault', 'timeout', 'implausible', 'infeasible')),
  reason TEXT NOT NULL,
  complexity INTEGER NOT NULL,
  deterministic INTEGER NOT NULL CHECK (deterministic IN (0, 1)),
  median_us REAL NOT NULL CHECK (median_us >= 0 AND median_us < 9e999),
  lower_quartile_us REAL NOT NULL CHECK (lower_quartile_us >= 0 AND lower_quartile_us < 9e999),
  upper_quartile_us REAL NOT NULL CHECK (upper_quartile_us >= 0 AND upper_quartile_us < 9e999),
  samples INTEGER NOT NULL CHECK (samples >= 0),
  sm_clock_mhz INTEGER NOT NULL,
  memory_clock_mhz INTEGER NOT NULL,
  throttled INTEGER NOT NULL CHECK (throttled IN (0, 1)),
  grid_blocks INTEGER NOT NULL,
  block_threads INTEGER NOT NULL,
  measured_at TEXT NOT NULL,
  CHECK (result <> 'ok' OR median_us > 0),
  UNIQUE (key_id, stage, result, configuration)
) STRICT;

CREATE TABLE searches (
  key_id INTEGER NOT NULL REFERENCES measurement_keys (id),
  search_hash TEXT NOT NULL,
  PRIMARY KEY (key_id, search_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE images (
  id INTEGER PRIMARY KEY,
  template_name TEXT NOT NULL,
  template_hash TEXT NOT NULL,
  operation TEXT NOT NULL,
  element_type TEXT NOT NULL,
  configuration TEXT NOT NULL,
  architecture TEXT NOT NULL,
  nvrtc TEXT NOT NULL,
  lowered_name TEXT NOT NULL,
  image_architecture TEXT NOT NULL,
  cubin BLOB NOT NULL,
  UNIQUE (template_hash, configuration, architecture, operation, element_type, nvrtc, template_name)
) STRICT;

CREATE VIEW keyed_measurements AS
SELECT m.id, k.template_name, k.template_hash, k.operation, k.element_type, k.accumulator_type,
       k.elements, k.device_name, k.compute_capability, k.multiprocessors, k.memory_clock_khz, k.memory_bus_bits,
       k.device_uuid, k.nvrtc, k.driver, k.regime, k.method_version, m.configuration, m.stage, m.result, m.reason, m.complexity,
       m.deterministic, m.median_us, m.lower_quartile_us, m.upper_quartile_us, m.samples, m.sm_clock_mhz,
       m.memory_clock_mhz, m.throttled, m.grid_blocks, m.block_threads, m.measured_at
FROM measurements AS m JOIN measurement_keys AS k ON k.id = m.key_id;

-- A configuration that has once been wrong or has faulted cannot be trusted by its other runs.
CREATE VIEW finalists AS
SELECT id, key_id, configuration, complexity, deterministic, median_us
FROM measurements AS m
WHERE stage = 'final' AND result = 'ok' AND NOT EXISTS (
  SELECT 1 FROM measurements AS bad
  WHERE bad.key_id = m.key_id AND bad.stage IN ('screening', 'final') AND bad.result IN ('wrong', 'fault')
    AND bad.configuration = m.configuration);

-- For each key the best of all finalists (pool 'any'), and the best of those that are deterministic and of those
-- that are not: each pool has a fastest row, and so a tie band, of its own.
CREATE VIEW best AS
WITH pools (pool, least, most) AS (VALUES ('any', 0, 1), ('deterministic', 1, 1), ('nondeterministic', 0, 0))
SELECT pools.pool, k.id AS key_id, row.*
-- In this order: the row is found by its id, not looked for among all.
FROM measurement_keys AS k CROSS JOIN pools CROSS JOIN keyed_measurements AS row
WHERE row.id = (
  SELECT f.id
  FROM finalists AS f,
       (SELECT min(g.median_us) AS fastest FROM finalists AS g
        WHERE g.key_id = k.id AND g.deterministic BETWEEN pools.least AND pools.most)
  WHERE f.key_id = k.id AND f.deterministic BETWEEN pools.least AND pools.most
    AND f.median_us - fastest <= 0.005 * fastest
  ORDER BY f.complexity, f.median_us, f.configuration
  LIMIT 1);
)sql";

constexpr const char* kMigrations[] = {kVersion1};

} // namespace

std::span<const char* const> migrations() {
  return kMigrations;
}

int schemaVersion(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt();
}

void migrate(SQLite::Database& database, std::span<const char* const> steps) {
  while (schemaVersion(database) < static_cast<int>(steps.size())) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    // Asked again under the lock: another process may just have taken this step.
    int version = schemaVersion(database);
    if (version >= static_cast<int>(steps.size()))
      return;
    database.exec(steps[version]);
    database.exec("PRAGMA user_version = " + std::to_string(version + 1));
    transaction.commit();
  }
}

} // namespace cuda_tune
