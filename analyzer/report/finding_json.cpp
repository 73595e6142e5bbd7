#include "analyzer/report/finding_json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace cuda_lint {

namespace json = llvm::json;

namespace {

using Dimensions = std::array<uint64_t, 3>;

// JSON holds no other bytes than UTF-8, but a path may: it must still name the same file in the parent.
json::Value text(llvm::StringRef string) {
  if (json::isUTF8(string))
    return string.str();
  return json::Object{{"bytes", llvm::toHex(string, /*LowerCase=*/true)}};
}

bool parseText(const json::Value* value, std::string& out, json::Path path) {
  if (value)
    if (auto string = value->getAsString()) {
      out = string->str();
      return true;
    }
  const json::Object* object = value ? value->getAsObject() : nullptr;
  if (object)
    if (auto hex = object->getString("bytes"))
      if (llvm::tryGetFromHex(*hex, out))
        return true;
  path.report("expected a string");
  return false;
}

// Reads the fields of one object; after the first failure the rest is skipped.
class Fields {
public:
  Fields(const json::Value& value, json::Path path) : object(value.getAsObject()), path(path) {
    if (!object)
      path.report("expected an object");
    good = object != nullptr;
  }

  const json::Value* find(llvm::StringLiteral key) const { return object->get(key); }

  Fields& text(llvm::StringLiteral key, std::string& out) {
    good = good && parseText(find(key), out, path.field(key));
    return *this;
  }

  template <typename T> Fields& value(llvm::StringLiteral key, T& out) {
    if (!good)
      return *this;
    const json::Value* found = find(key);
    if (!found) {
      path.field(key).report("missing value");
      good = false;
      return *this;
    }
    good = fromJSON(*found, out, path.field(key));
    return *this;
  }

  template <typename Enum>
  Fields& name(llvm::StringLiteral key, Enum& out, std::initializer_list<Enum> values) {
    std::string read;
    text(key, read);
    if (!good)
      return *this;
    const auto* found =
        std::find_if(values.begin(), values.end(), [&](Enum value) { return read == toString(value); });
    if (found == values.end()) {
      path.field(key).report("unknown name");
      good = false;
      return *this;
    }
    out = *found;
    return *this;
  }

  explicit operator bool() const { return good; }

private:
  const json::Object* object;
  json::Path path;
  bool good;
};

json::Value dimensions(const Dimensions& values) {
  return json::Array{values[0], values[1], values[2]};
}

bool parseDimensions(const json::Value* value, Dimensions& out, json::Path path) {
  std::vector<uint64_t> values;
  if (!value || !fromJSON(*value, values, path) || values.size() != out.size()) {
    path.report("expected three numbers");
    return false;
  }
  std::copy(values.begin(), values.end(), out.begin());
  return true;
}

// A field of its own for each type: in JSON alone 2.0 would come back as the integer 2.
json::Value metricToJSON(const Metric& metric) {
  json::Object object{{"name", text(metric.first)}};
  if (const auto* integer = std::get_if<int64_t>(&metric.second)) {
    object["integer"] = *integer;
  } else {
    double real = std::get<double>(metric.second);
    object["real"] = std::isfinite(real) ? json::Value(real) : json::Value(nullptr);
  }
  return object;
}

bool metricFromJSON(const json::Value& value, Metric& metric, json::Path path) {
  Fields fields(value, path);
  if (!fields.text("name", metric.first))
    return false;
  if (fields.find("integer")) {
    int64_t integer = 0;
    fields.value("integer", integer);
    metric.second = integer;
    return bool(fields);
  }
  const json::Value* real = fields.find("real");
  if (real && real->kind() == json::Value::Null) {
    metric.second = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  double number = 0;
  fields.value("real", number);
  metric.second = number;
  return bool(fields);
}

} // namespace

json::Value toJSON(const FindingLaunch& launch) {
  return json::Object{{"grid", launch.grid ? dimensions(*launch.grid) : json::Value(nullptr)},
                      {"block", dimensions(launch.block)},
                      {"source", text(launch.source)}};
}

bool fromJSON(const json::Value& value, FindingLaunch& launch, json::Path path) {
  Fields fields(value, path);
  if (!fields.text("source", launch.source))
    return false;
  const json::Value* grid = fields.find("grid");
  if (grid && grid->kind() != json::Value::Null) {
    launch.grid.emplace();
    if (!parseDimensions(grid, *launch.grid, path.field("grid")))
      return false;
  }
  return parseDimensions(fields.find("block"), launch.block, path.field("block"));
}

json::Value toJSON(const SourcePlace& place) {
  return json::Object{{"file", text(place.file)},
                      {"line", place.line},
                      {"column", place.column},
                      {"end_line", place.endLine},
                      {"end_column", place.endColumn}};
}

bool fromJSON(const json::Value& value, SourcePlace& place, json::Path path) {
  return bool(Fields(value, path)
                  .text("file", place.file)
                  .value("line", place.line)
                  .value("column", place.column)
                  .value("end_line", place.endLine)
                  .value("end_column", place.endColumn));
}

json::Value toJSON(const Note& note) {
  return json::Object{{"place", toJSON(note.place)}, {"message", text(note.message)}};
}

bool fromJSON(const json::Value& value, Note& note, json::Path path) {
  return bool(Fields(value, path).value("place", note.place).text("message", note.message));
}

json::Value toJSON(const FixIt& fix) {
  return json::Object{
      {"file", text(fix.file)}, {"offset", fix.offset}, {"length", fix.length}, {"text", text(fix.text)}};
}

bool fromJSON(const json::Value& value, FixIt& fix, json::Path path) {
  return bool(Fields(value, path)
                  .text("file", fix.file)
                  .value("offset", fix.offset)
                  .value("length", fix.length)
                  .text("text", fix.text));
}

json::Value toJSON(const Finding& finding) {
  json::Array metrics;
  for (const Metric& metric : finding.metrics)
    metrics.push_back(metricToJSON(metric));
  return json::Object{{"check", text(finding.check)},
                      {"severity", toString(finding.severity)},
                      {"place", toJSON(finding.place)},
                      {"kernel", text(finding.kernel)},
                      {"launch", toJSON(finding.launch)},
                      {"message", text(finding.message)},
                      {"confidence", toString(finding.confidence)},
                      {"metrics", std::move(metrics)},
                      {"notes", finding.notes},
                      {"fixes", finding.fixes},
                      {"fingerprint", text(finding.fingerprint)},
                      {"suppressed", finding.suppressed}};
}

bool fromJSON(const json::Value& value, Finding& finding, json::Path path) {
  Fields fields(value, path);
  fields.text("check", finding.check)
      .name("severity", finding.severity, {Severity::Note, Severity::Warning, Severity::Error})
      .value("place", finding.place)
      .text("kernel", finding.kernel)
      .value("launch", finding.launch)
      .text("message", finding.message)
      .name("confidence", finding.confidence, {Confidence::Exact, Confidence::Bounded, Confidence::Possible})
      .value("notes", finding.notes)
      .value("fixes", finding.fixes)
      .text("fingerprint", finding.fingerprint)
      .value("suppressed", finding.suppressed);
  if (!fields)
    return false;
  const json::Value* metrics = fields.find("metrics");
  if (!metrics || !metrics->getAsArray()) {
    path.field("metrics").report("expected an array");
    return false;
  }
  const json::Array& array = *metrics->getAsArray();
  finding.metrics.resize(array.size());
  for (size_t i = 0; i < array.size(); ++i)
    if (!metricFromJSON(array[i], finding.metrics[i], path.field("metrics").index(i)))
      return false;
  return true;
}

json::Value toJSON(const Declined& declined) {
  return json::Object{{"kernel", text(declined.kernel)},
                      {"file", text(declined.file)},
                      {"line", declined.line},
                      {"reason", text(declined.reason)}};
}

bool fromJSON(const json::Value& value, Declined& declined, json::Path path) {
  return bool(Fields(value, path)
                  .text("kernel", declined.kernel)
                  .text("file", declined.file)
                  .value("line", declined.line)
                  .text("reason", declined.reason));
}

json::Value toJSON(const FileResult& result) {
  json::Object object{
      {"file", text(result.file)}, {"findings", result.findings}, {"declined", result.declined}};
  if (result.error)
    object["error"] = text(*result.error);
  return object;
}

bool fromJSON(const json::Value& value, FileResult& result, json::Path path) {
  Fields fields(value, path);
  fields.text("file", result.file).value("findings", result.findings).value("declined", result.declined);
  if (fields && fields.find("error"))
    fields.text("error", result.error.emplace());
  return bool(fields);
}

std::string printFileResult(const FileResult& result) {
  std::string line;
  llvm::raw_string_ostream(line) << toJSON(result);
  return line;
}

llvm::Expected<FileResult> parseFileResult(llvm::StringRef text) {
  return json::parse<FileResult>(text, "result");
}

} // namespace cuda_lint
