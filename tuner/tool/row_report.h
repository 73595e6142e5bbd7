#pragma once

#include "db/measurement.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cuda_tune {

// Rows of a store for people and for programs.

/// 10^9 bytes of input a second; nullopt where there is no time or the element type is not known.
std::optional<double> gigabytesPerSecond(const Measurement& row);

/// "1234.50", "12.30", "0.001230": four digits, and two decimals at least.
std::string formatNumber(double value);

/// All rows of any stage and result; reasons by their first line.
std::string listTable(const std::vector<Measurement>& rows);
/// Rows of the view `best`.
std::string bestTable(const std::vector<Measurement>& rows);

/// The record of an export (docs/store.md), and gigabytesPerSecond or null.
nlohmann::ordered_json rowJson(const Measurement& row);
nlohmann::ordered_json rowsJson(const std::vector<Measurement>& rows);

/// Indented, with a line end; bytes that are not UTF-8 become U+FFFD.
std::string jsonText(const nlohmann::ordered_json& value);

} // namespace cuda_tune
