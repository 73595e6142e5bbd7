#include "db/store_json.h"

#include "db/atomic_file.h"
#include "db/json_fields.h"
#include "db/measurement_json.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

namespace cuda_tune {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr const char* kFormat = "cuda-tune-store";
constexpr int kVersion = 1;

StoreError cannotImport(const fs::path& file, const std::string& why) {
  return StoreError("cannot import '" + file.string() + "': " + why + "; nothing was added");
}

std::string readFile(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error))
    throw cannotImport(file, "it is a folder");
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw cannotImport(file, std::generic_category().message(errno));
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad())
    throw cannotImport(file, "it cannot be read to its end");
  return text;
}

json parse(const fs::path& file) {
  try {
    return json::parse(readFile(file));
  } catch (const json::parse_error& error) {
    throw cannotImport(file,
                       "it is not JSON, or not to its end, from byte " + std::to_string(error.byte) + " on");
  } catch (const json::exception&) {
    throw cannotImport(file, "a number in it is too large");
  }
}

template <class Record> ordered_json toArray(const std::vector<Record>& records) {
  ordered_json array = ordered_json::array();
  for (const Record& record : records)
    array.push_back(toJson(record));
  return array;
}

template <class Record>
std::vector<Record> readRecords(JsonFields& fields, const char* name,
                                Record (*read)(const json&, const std::string&)) {
  std::vector<Record> records;
  for (const json& value : fields.array(name))
    records.push_back(read(value, std::string(name) + "[" + std::to_string(records.size()) + "]"));
  return records;
}

StoreContents readContents(const json& whole) {
  if (!whole.is_object() || whole.value("format", json()) != kFormat)
    throw WrongField(std::string("it is not an export: format is not \"") + kFormat + "\"");
  JsonFields fields(whole, "");
  fields.text("format");
  int version = fields.integer("version");
  if (version > kVersion)
    throw WrongField("version is " + std::to_string(version) + ", and this program reads version " +
                     std::to_string(kVersion) + " at most (update cuda-tune)");
  if (version < 1)
    throw WrongField("version is less than 1");
  StoreContents contents;
  contents.measurements = readRecords(fields, "measurements", measurementFrom);
  contents.images = readRecords(fields, "images", imageFrom);
  contents.searches = readRecords(fields, "searches", searchFrom);
  fields.finish();
  return contents;
}

} // namespace

void exportStore(const TuningStore& store, const fs::path& file) {
  std::error_code error;
  if (fs::equivalent(file, store.file(), error))
    throw StoreError("cannot export to '" + file.string() + "': that is the store itself; name another file");
  StoreContents contents = store.contents();
  ordered_json whole = {
      {"format", kFormat},
      {"version", kVersion},
      {"measurements", toArray(contents.measurements)},
      {"images", toArray(contents.images)},
      {"searches", toArray(contents.searches)},
  };
  // No line end after the last brace: so a text that lost any of its end is no JSON any more.
  writeAtomically(file, whole.dump(1, ' ', false, ordered_json::error_handler_t::replace));
}

StoreContents readExport(const fs::path& file) {
  try {
    return readContents(parse(file));
  } catch (const WrongField& wrong) {
    throw cannotImport(file, wrong.what());
  }
}

MergeCounts importStore(TuningStore& store, const fs::path& file) {
  return store.merge(readExport(file));
}

} // namespace cuda_tune
