#include "tuner/tool/device_report.h"

#include "tuner/runtime/reduce_key.h"
#include "tuner/tool/text_table.h"

#include <cstdio>

namespace cuda_tune {

namespace {

std::string format(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

} // namespace

std::string devicesTable(const std::vector<Device>& devices, const std::string& driver) {
  constexpr TextTable::Align right = TextTable::Align::Right;
  TextTable table({{"device", right},
                   {"name"},
                   {"capability", right},
                   {"multiprocessors", right},
                   {"L2", right},
                   {"memory", right},
                   {"memory roof", right},
                   {"driver"},
                   {"UUID"}});
  for (const Device& device : devices)
    table.add({std::to_string(device.ordinal), device.name, identityOf(device).computeCapability,
               std::to_string(device.multiprocessors),
               format("%.1f MiB", static_cast<double>(device.l2Bytes) / (1 << 20)),
               format("%.1f GiB", static_cast<double>(device.memoryBytes) / (1 << 30)),
               format("%.0f GB/s", device.memoryRoof() / 1e9), driver, device.uuid});
  return table.text();
}

nlohmann::ordered_json devicesJson(const std::vector<Device>& devices, const std::string& driver) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const Device& device : devices)
    array.push_back({{"ordinal", device.ordinal},
                     {"name", device.name},
                     {"computeCapability", identityOf(device).computeCapability},
                     {"multiprocessors", device.multiprocessors},
                     {"l2Bytes", device.l2Bytes},
                     {"memoryBytes", device.memoryBytes},
                     {"memoryRoofBytesPerSecond", device.memoryRoof()},
                     {"driver", driver},
                     {"uuid", device.uuid}});
  return array;
}

} // namespace cuda_tune
