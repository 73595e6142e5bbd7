#include "db/measurement_json.h"

#include "db/base64.h"
#include "db/json_fields.h"
#include "db/row_check.h"

namespace cuda_tune {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

ordered_json keyToJson(const MeasurementKey& key) {
  return {
      {"device",
       {{"name", key.device.name},
        {"computeCapability", key.device.computeCapability},
        {"multiprocessors", key.device.multiprocessors},
        {"memoryClockKhz", key.device.memoryClockKhz},
        {"memoryBusBits", key.device.memoryBusBits},
        {"uuid", key.device.uuid}}},
      {"toolchain", {{"nvrtc", key.toolchain.nvrtc}, {"driver", key.toolchain.driver}}},
      {"workload",
       {{"templateName", key.workload.templateName},
        {"templateHash", key.workload.templateHash},
        {"operation", key.workload.operation},
        {"elementType", key.workload.elementType},
        {"accumulatorType", key.workload.accumulatorType},
        {"elements", key.workload.elements}}},
      {"regime", key.regime},
      {"methodVersion", key.methodVersion},
  };
}

MeasurementKey readKeyFields(JsonFields& fields) {
  MeasurementKey key;
  JsonFields device = fields.object("device");
  key.device.name = device.text("name");
  key.device.computeCapability = device.text("computeCapability");
  key.device.multiprocessors = device.integer("multiprocessors");
  key.device.memoryClockKhz = device.integer("memoryClockKhz");
  key.device.memoryBusBits = device.integer("memoryBusBits");
  key.device.uuid = device.text("uuid");
  device.finish();
  JsonFields toolchain = fields.object("toolchain");
  key.toolchain.nvrtc = toolchain.text("nvrtc");
  key.toolchain.driver = toolchain.text("driver");
  toolchain.finish();
  JsonFields workload = fields.object("workload");
  key.workload.templateName = workload.text("templateName");
  key.workload.templateHash = workload.text("templateHash");
  key.workload.operation = workload.text("operation");
  key.workload.elementType = workload.text("elementType");
  key.workload.accumulatorType = workload.text("accumulatorType");
  key.workload.elements = workload.count("elements");
  workload.finish();
  key.regime = fields.text("regime");
  key.methodVersion = fields.integer("methodVersion");
  return key;
}

template <class Enum, class Parse> Enum readName(JsonFields& fields, const char* field, Parse parse) {
  auto value = parse(fields.text(field));
  if (!value)
    throw WrongField(fields.pathOf(field) + " is not one of the names that are known");
  return *value;
}

} // namespace

ordered_json toJson(const Measurement& row) {
  ordered_json object = keyToJson(row.key);
  object["configuration"] = row.configuration;
  object["complexity"] = row.complexity;
  object["deterministic"] = row.deterministic;
  object["stage"] = toString(row.stage);
  object["result"] = toString(row.result);
  object["reason"] = row.reason;
  object["medianUs"] = row.medianUs;
  object["lowerQuartileUs"] = row.lowerQuartileUs;
  object["upperQuartileUs"] = row.upperQuartileUs;
  object["samples"] = row.samples;
  object["smClockMhz"] = row.smClockMhz;
  object["memoryClockMhz"] = row.memoryClockMhz;
  object["throttled"] = row.throttled;
  object["gridBlocks"] = row.gridBlocks;
  object["blockThreads"] = row.blockThreads;
  object["measuredAt"] = row.measuredAt;
  return object;
}

ordered_json toJson(const FinishedSearch& search) {
  ordered_json object = keyToJson(search.key);
  object["searchHash"] = search.searchHash;
  return object;
}

ordered_json toJson(const KeptImage& image) {
  return {
      {"templateName", image.key.templateName},
      {"templateHash", image.key.templateHash},
      {"operation", image.key.operation},
      {"elementType", image.key.elementType},
      {"configuration", image.key.configuration},
      {"architecture", image.key.architecture},
      {"nvrtc", image.key.nvrtc},
      {"loweredName", image.image.loweredName},
      {"imageArchitecture", image.image.architecture},
      {"cubin", toBase64(image.image.cubin)},
  };
}

Measurement measurementFrom(const json& value, const std::string& path) {
  JsonFields fields(value, path);
  Measurement row;
  row.key = readKeyFields(fields);
  row.configuration = fields.text("configuration");
  row.complexity = fields.integer("complexity");
  row.deterministic = fields.flag("deterministic");
  row.stage = readName<Stage>(fields, "stage", parseStage);
  row.result = readName<Result>(fields, "result", parseResult);
  row.reason = fields.text("reason");
  row.medianUs = fields.number("medianUs");
  row.lowerQuartileUs = fields.number("lowerQuartileUs");
  row.upperQuartileUs = fields.number("upperQuartileUs");
  row.samples = fields.integer("samples");
  row.smClockMhz = fields.integer("smClockMhz");
  row.memoryClockMhz = fields.integer("memoryClockMhz");
  row.throttled = fields.flag("throttled");
  row.gridBlocks = fields.integer("gridBlocks");
  row.blockThreads = fields.integer("blockThreads");
  row.measuredAt = fields.text("measuredAt");
  fields.finish();
  if (row.measuredAt.empty())
    throw WrongField(fields.pathOf("measuredAt") + " is empty");
  if (auto wrong = wrongField(row))
    throw WrongField(fields.pathOf(*wrong));
  return row;
}

FinishedSearch searchFrom(const json& value, const std::string& path) {
  JsonFields fields(value, path);
  FinishedSearch search{readKeyFields(fields), fields.text("searchHash")};
  fields.finish();
  if (auto wrong = wrongField(search.key))
    throw WrongField(fields.pathOf(*wrong));
  return search;
}

KeptImage imageFrom(const json& value, const std::string& path) {
  JsonFields fields(value, path);
  KeptImage image;
  image.key.templateName = fields.text("templateName");
  image.key.templateHash = fields.text("templateHash");
  image.key.operation = fields.text("operation");
  image.key.elementType = fields.text("elementType");
  image.key.configuration = fields.text("configuration");
  image.key.architecture = fields.text("architecture");
  image.key.nvrtc = fields.text("nvrtc");
  image.image.loweredName = fields.text("loweredName");
  image.image.architecture = fields.text("imageArchitecture");
  auto cubin = fromBase64(fields.text("cubin"));
  if (!cubin || cubin->empty())
    throw WrongField(fields.pathOf("cubin") + " is not base64 of at least one byte");
  image.image.cubin = std::move(*cubin);
  fields.finish();
  return image;
}

} // namespace cuda_tune
