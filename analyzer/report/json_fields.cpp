#include "analyzer/report/json_fields.h"

#include <cmath>

namespace cuda_lint {

namespace json = llvm::json;

namespace {

// On one line: an array of the stream would take five.
void writeDimensions(json::OStream& json, const char* key, const std::array<uint64_t, 3>& dimensions) {
  json.attributeBegin(key);
  json.rawValue([&](llvm::raw_ostream& os) {
    os << '[' << dimensions[0] << ", " << dimensions[1] << ", " << dimensions[2] << ']';
  });
  json.attributeEnd();
}

} // namespace

json::Value jsonText(const std::string& text) {
  return json::isUTF8(text) ? text : json::fixUTF8(text);
}

void writeLaunch(json::OStream& json, const FindingLaunch& launch) {
  if (launch.source.empty()) {
    json.value(nullptr);
    return;
  }
  json.object([&] {
    if (launch.grid)
      writeDimensions(json, "grid", *launch.grid);
    else
      json.attribute("grid", nullptr);
    writeDimensions(json, "block", launch.block);
    json.attribute("source", jsonText(launch.source));
  });
}

void writeMetrics(json::OStream& json, const std::vector<Metric>& metrics) {
  json.object([&] {
    for (const auto& [name, value] : metrics) {
      if (const auto* integer = std::get_if<int64_t>(&value))
        json.attribute(name, *integer);
      else if (double real = std::get<double>(value); std::isfinite(real))
        json.attribute(name, real);
      else
        json.attribute(name, nullptr);
    }
  });
}

} // namespace cuda_lint
