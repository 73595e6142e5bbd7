#pragma once

#include "db/measurement.h"

#include <SQLiteCpp/Statement.h>

#include <string>

namespace cuda_tune {

/// The columns of a MeasurementKey, in the order of bindKey() and readKey().
inline constexpr const char* kKeyColumns =
    "template_name, template_hash, operation, element_type, accumulator_type, elements, device_name, "
    "compute_capability, multiprocessors, memory_clock_khz, memory_bus_bits, device_uuid, nvrtc, driver, "
    "regime, method_version";
inline constexpr int kKeyColumnCount = 16;

/// The columns of a Measurement besides its key, in the order of bindRow() and readRow().
inline constexpr const char* kRowColumns =
    "configuration, stage, result, reason, complexity, deterministic, median_us, lower_quartile_us, "
    "upper_quartile_us, samples, sm_clock_mhz, memory_clock_mhz, throttled, grid_blocks, block_threads, "
    "measured_at";
inline constexpr int kRowColumnCount = 16;

/// "?, ?, ?" for three.
std::string placeholders(int count);

/// Binds to the parameters from `first` on (they count from 1).
void bindKey(SQLite::Statement& statement, int first, const MeasurementKey& key);
void bindRow(SQLite::Statement& statement, int first, const Measurement& row);

/// Reads the current row's columns from `first` on (they count from 0).
MeasurementKey readKey(SQLite::Statement& statement, int first);
/// Reads kKeyColumns and after them kRowColumns. Throws SQLite::Exception for a stage or result that is none.
Measurement readRow(SQLite::Statement& statement, int first);

} // namespace cuda_tune
