#include "db/measurement_columns.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Exception.h>

#include <sqlite3.h>

#include <string>

namespace cuda_tune {

namespace {

class Binder {
public:
  Binder(SQLite::Statement& statement, int first) : statement_(statement), next_(first) {}

  Binder& operator<<(const std::string& value) { return bind(value); }
  Binder& operator<<(int value) { return bind(value); }
  Binder& operator<<(bool value) { return bind(value ? 1 : 0); }
  Binder& operator<<(double value) { return bind(value); }
  Binder& operator<<(std::uint64_t value) { return bind(static_cast<std::int64_t>(value)); }
  Binder& operator<<(std::string_view value) { return bind(std::string(value)); }

private:
  template <class T> Binder& bind(const T& value) {
    statement_.bind(next_++, value);
    return *this;
  }

  SQLite::Statement& statement_;
  int next_;
};

class Reader {
public:
  Reader(SQLite::Statement& statement, int first) : statement_(statement), next_(first) {}

  Reader& operator>>(std::string& value) {
    value = statement_.getColumn(next_++).getString();
    return *this;
  }
  Reader& operator>>(int& value) {
    value = statement_.getColumn(next_++).getInt();
    return *this;
  }
  Reader& operator>>(bool& value) {
    value = statement_.getColumn(next_++).getInt() != 0;
    return *this;
  }
  Reader& operator>>(double& value) {
    value = statement_.getColumn(next_++).getDouble();
    return *this;
  }
  Reader& operator>>(std::uint64_t& value) {
    value = static_cast<std::uint64_t>(statement_.getColumn(next_++).getInt64());
    return *this;
  }
  Reader& operator>>(Stage& value) { return parse(value, parseStage); }
  Reader& operator>>(Result& value) { return parse(value, parseResult); }

private:
  template <class Enum, class Parse> Reader& parse(Enum& value, Parse parseName) {
    std::string name = statement_.getColumn(next_++).getString();
    auto parsed = parseName(name);
    if (!parsed)
      throw SQLite::Exception("'" + name + "' is no stage and no result", SQLITE_CORRUPT);
    value = *parsed;
    return *this;
  }

  SQLite::Statement& statement_;
  int next_;
};

} // namespace

std::string placeholders(int count) {
  std::string text = "?";
  for (int i = 1; i < count; ++i)
    text += ", ?";
  return text;
}

void bindKey(SQLite::Statement& statement, int first, const MeasurementKey& key) {
  Binder(statement, first) << key.workload.templateName << key.workload.templateHash << key.workload.operation
                           << key.workload.elementType << key.workload.accumulatorType
                           << key.workload.elements << key.device.name << key.device.computeCapability
                           << key.device.multiprocessors << key.device.memoryClockKhz
                           << key.device.memoryBusBits << key.device.uuid << key.toolchain.nvrtc
                           << key.toolchain.driver << key.regime << key.methodVersion;
}

void bindRow(SQLite::Statement& statement, int first, const Measurement& row) {
  Binder(statement, first) << row.configuration << toString(row.stage) << toString(row.result) << row.reason
                           << row.complexity << row.deterministic << row.medianUs << row.lowerQuartileUs
                           << row.upperQuartileUs << row.samples << row.smClockMhz << row.memoryClockMhz
                           << row.throttled << row.gridBlocks << row.blockThreads << row.measuredAt;
}

MeasurementKey readKey(SQLite::Statement& statement, int first) {
  MeasurementKey key;
  Reader(statement, first) >> key.workload.templateName >> key.workload.templateHash >>
      key.workload.operation >> key.workload.elementType >> key.workload.accumulatorType >>
      key.workload.elements >> key.device.name >> key.device.computeCapability >>
      key.device.multiprocessors >> key.device.memoryClockKhz >> key.device.memoryBusBits >>
      key.device.uuid >> key.toolchain.nvrtc >> key.toolchain.driver >> key.regime >> key.methodVersion;
  return key;
}

Measurement readRow(SQLite::Statement& statement, int first) {
  Measurement row;
  row.key = readKey(statement, first);
  Reader(statement, first + kKeyColumnCount) >> row.configuration >> row.stage >> row.result >> row.reason >>
      row.complexity >> row.deterministic >> row.medianUs >> row.lowerQuartileUs >> row.upperQuartileUs >>
      row.samples >> row.smClockMhz >> row.memoryClockMhz >> row.throttled >> row.gridBlocks >>
      row.blockThreads >> row.measuredAt;
  return row;
}

} // namespace cuda_tune
