#pragma once

#include "tuner/jit/device.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace cuda_tune {

/// What `cuda-tune devices` prints; `driver` is driverVersion().
std::string devicesTable(const std::vector<Device>& devices, const std::string& driver);
nlohmann::ordered_json devicesJson(const std::vector<Device>& devices, const std::string& driver);

} // namespace cuda_tune
