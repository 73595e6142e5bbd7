#include "tuner/tool/row_report.h"

#include "cuda_tune/element_type.h"
#include "db/measurement_json.h"
#include "tuner/tool/element_count.h"
#include "tuner/tool/text_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cuda_tune {

using nlohmann::ordered_json;

namespace {

constexpr TextTable::Align kRight = TextTable::Align::Right;
constexpr const char* kNone = "-";

std::string timeText(double microseconds, const Measurement& row) {
  return row.result == Result::Ok ? formatNumber(microseconds) : kNone;
}

std::string throughputText(const Measurement& row) {
  const std::optional<double> throughput = gigabytesPerSecond(row);
  return throughput ? formatNumber(*throughput) : kNone;
}

} // namespace

std::optional<double> gigabytesPerSecond(const Measurement& row) {
  const std::optional<ElementType> type = parseElementType(row.key.workload.elementType);
  if (!type || row.result != Result::Ok || !(row.medianUs > 0))
    return std::nullopt;
  const double bytes = static_cast<double>(row.key.workload.elements) * static_cast<double>(sizeOf(*type));
  return bytes / row.medianUs / 1e3;
}

std::string formatNumber(double value) {
  int decimals = 2;
  if (value != 0 && std::isfinite(value))
    decimals = std::clamp(3 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 2, 9);
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string listTable(const std::vector<Measurement>& rows) {
  TextTable table({{"device"},
                   {"driver"},
                   {"op"},
                   {"type"},
                   {"elements", kRight},
                   {"regime"},
                   {"stage"},
                   {"result"},
                   {"us", kRight},
                   {"lower", kRight},
                   {"upper", kRight},
                   {"samples", kRight},
                   {"GB/s", kRight},
                   {"configuration"},
                   {"reason"}});
  for (const Measurement& row : rows) {
    const Workload& workload = row.key.workload;
    table.add({row.key.device.name, row.key.toolchain.driver, workload.operation, workload.elementType,
               formatElements(workload.elements), row.key.regime, std::string(toString(row.stage)),
               std::string(toString(row.result)), timeText(row.medianUs, row),
               timeText(row.lowerQuartileUs, row), timeText(row.upperQuartileUs, row),
               std::to_string(row.samples), throughputText(row), row.configuration,
               row.reason.substr(0, row.reason.find('\n'))});
  }
  return table.text();
}

std::string bestTable(const std::vector<Measurement>& rows) {
  TextTable table({{"device"},
                   {"driver"},
                   {"op"},
                   {"type"},
                   {"elements", kRight},
                   {"regime"},
                   {"us", kRight},
                   {"lower", kRight},
                   {"upper", kRight},
                   {"GB/s", kRight},
                   {"configuration"}});
  for (const Measurement& row : rows) {
    const Workload& workload = row.key.workload;
    table.add({row.key.device.name, row.key.toolchain.driver, workload.operation, workload.elementType,
               formatElements(workload.elements), row.key.regime, timeText(row.medianUs, row),
               timeText(row.lowerQuartileUs, row), timeText(row.upperQuartileUs, row), throughputText(row),
               row.configuration});
  }
  return table.text();
}

ordered_json rowJson(const Measurement& row) {
  ordered_json object = toJson(row);
  const std::optional<double> throughput = gigabytesPerSecond(row);
  object["gigabytesPerSecond"] = throughput ? ordered_json(*throughput) : ordered_json(nullptr);
  return object;
}

ordered_json rowsJson(const std::vector<Measurement>& rows) {
  ordered_json array = ordered_json::array();
  for (const Measurement& row : rows)
    array.push_back(rowJson(row));
  return array;
}

std::string jsonText(const ordered_json& value) {
  return value.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace cuda_tune
