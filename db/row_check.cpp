#include "db/row_check.h"

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace cuda_tune {

namespace {

bool isUtcTime(std::string_view text) {
  constexpr std::string_view pattern = "dddd-dd-ddTdd:dd:ddZ";
  if (text.size() != pattern.size())
    return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    bool fits = pattern[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == pattern[i];
    if (!fits)
      return false;
  }
  return true;
}

} // namespace

std::optional<std::string> wrongField(const MeasurementKey& key) {
  // An empty text would match nothing, or (a template hash) anything.
  const std::pair<const char*, const std::string*> texts[] = {
      {"device.name", &key.device.name},
      {"device.computeCapability", &key.device.computeCapability},
      {"workload.templateName", &key.workload.templateName},
      {"workload.templateHash", &key.workload.templateHash},
      {"workload.operation", &key.workload.operation},
      {"workload.elementType", &key.workload.elementType},
      {"regime", &key.regime},
  };
  for (const auto& [field, text] : texts)
    if (text->empty())
      return std::string(field) + " is empty";
  if (key.workload.elements > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return "workload.elements is more than 2^63 - 1";
  return std::nullopt;
}

std::optional<std::string> wrongField(const Measurement& row) {
  if (std::optional<std::string> wrong = wrongField(row.key))
    return wrong;
  const std::pair<const char*, double> times[] = {
      {"medianUs", row.medianUs},
      {"lowerQuartileUs", row.lowerQuartileUs},
      {"upperQuartileUs", row.upperQuartileUs},
  };
  for (auto [field, time] : times) {
    if (!std::isfinite(time))
      return std::string(field) + " is not a finite number";
    if (time < 0)
      return std::string(field) + " is negative";
  }
  // A time of nothing would be the best of all.
  if (row.result == Result::Ok && row.medianUs == 0)
    return "medianUs is 0 though the result is ok";
  if (row.samples < 0)
    return "samples is negative";
  if (!row.measuredAt.empty() && !isUtcTime(row.measuredAt))
    return "measuredAt is not a time such as 2026-11-30T12:00:00Z";
  return std::nullopt;
}

} // namespace cuda_tune
