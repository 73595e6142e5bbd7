#pragma once

#include "db/store_contents.h"

#include <nlohmann/json.hpp>

#include <string>

namespace cuda_tune {

/// The records of an export as docs/store.md describes them.
nlohmann::ordered_json toJson(const Measurement& row);
nlohmann::ordered_json toJson(const FinishedSearch& search);
nlohmann::ordered_json toJson(const KeptImage& image);

/// The reverse; `path` names the record in messages. Throw WrongField for anything that must not get into a
/// store.
Measurement measurementFrom(const nlohmann::json& value, const std::string& path);
FinishedSearch searchFrom(const nlohmann::json& value, const std::string& path);
KeptImage imageFrom(const nlohmann::json& value, const std::string& path);

} // namespace cuda_tune
