#include "tuner/tool/looked_up_device.h"

#include "tuner/jit/device.h"
#include "tuner/jit/driver.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/tool/stored_rows.h"
#include "tuner/tool/tool_error.h"

#include <algorithm>
#include <optional>
#include <regex>

namespace cuda_tune {

namespace {

std::optional<int> architectureOf(const std::string& capability) {
  std::smatch parts;
  if (!std::regex_match(capability, parts, std::regex("([1-9][0-9]?)\\.([0-9])")))
    return std::nullopt;
  return std::stoi(parts[1]) * 10 + std::stoi(parts[2]);
}

std::string describe(const DeviceIdentity& device) {
  return "'" + device.name + "' (" + std::to_string(device.multiprocessors) + " multiprocessors)";
}

} // namespace

LookedUpDevice deviceHere(int ordinal) {
  const int count = deviceCount();
  if (ordinal < 0 || ordinal >= count)
    throw UsageError("there is no device " + std::to_string(ordinal) + "; 'cuda-tune devices' shows the " +
                     std::to_string(count) + " that there are");
  const Device device = deviceOf(ordinal);
  return {identityOf(device), driverVersion(), device.architecture()};
}

LookedUpDevice deviceInRows(const std::vector<Measurement>& rows, const std::string& name) {
  std::vector<const Measurement*> models;
  const Measurement* latest = nullptr;
  std::string all;
  for (const Measurement& row : rows) {
    const DeviceIdentity& device = row.key.device;
    if (all.find("'" + device.name + "'") == std::string::npos)
      all += (all.empty() ? "'" : ", '") + device.name + "'";
    if (!containsIgnoringCase(device.name, name))
      continue;
    if (std::none_of(models.begin(), models.end(),
                     [&](const Measurement* model) { return model->key.device.sameModel(device); }))
      models.push_back(&row);
    if (!latest || latest->measuredAt <= row.measuredAt)
      latest = &row;
  }
  if (models.empty())
    throw UsageError("the store has no device whose name contains '" + name + "'; " +
                     (all.empty() ? "it has none at all" : "it has " + all));
  if (models.size() > 1) {
    std::string names;
    for (const Measurement* model : models)
      names += (names.empty() ? "" : ", ") + describe(model->key.device);
    throw UsageError("several devices of the store have '" + name + "' in their names: " + names +
                     "; give more of the name, or use a store with one of them");
  }
  const std::optional<int> architecture = architectureOf(latest->key.device.computeCapability);
  if (!architecture)
    throw UsageError("the store gives '" + latest->key.device.name + "' the compute capability '" +
                     latest->key.device.computeCapability + "', which is none; name another device");
  return {latest->key.device, latest->key.toolchain.driver, *architecture};
}

LookedUpDevice deviceOfCapability(const std::string& capability) {
  const std::optional<int> architecture = architectureOf(capability);
  if (!architecture)
    throw UsageError("--compute-capability takes one such as 9.0, not '" + capability + "'");
  LookedUpDevice device;
  device.identity.computeCapability = capability;
  device.architecture = *architecture;
  return device;
}

} // namespace cuda_tune
