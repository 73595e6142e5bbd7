#pragma once

#include "db/tuning_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace cuda_tune {

/// A folder of its own for each test, and the store `file` in it.
class StoreFixture : public testing::Test {
protected:
  StoreFixture() {
    std::string name = testing::TempDir() + "cuda-tune-store-XXXXXX";
    folder = mkdtemp(name.data());
    // mkdtemp() shuts out the other users that some tests turn into.
    std::filesystem::permissions(folder, std::filesystem::perms(0755));
    file = folder / "tuning.db";
  }
  ~StoreFixture() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
  std::filesystem::path file;
};

inline DeviceIdentity fictionalDevice() {
  return {"Fictional One", "9.0", 100, 2000000, 5120, "GPU-1"};
}

inline MeasurementKey fictionalKey() {
  MeasurementKey key;
  key.device = fictionalDevice();
  key.toolchain = {"13.0", "580.1"};
  key.workload = {"reduce", "hash-a", "sum", "f32", "f32", 1u << 20};
  key.regime = "cold";
  key.methodVersion = 1;
  return key;
}

/// A deterministic finalist that is ok.
inline Measurement finalist(const std::string& configuration, double medianUs, int complexity = 0) {
  Measurement row;
  row.key = fictionalKey();
  row.configuration = configuration;
  row.complexity = complexity;
  row.deterministic = true;
  row.stage = Stage::Final;
  row.medianUs = medianUs;
  row.lowerQuartileUs = medianUs * 0.99;
  row.upperQuartileUs = medianUs * 1.01;
  row.samples = 20;
  row.smClockMhz = 1980;
  row.memoryClockMhz = 3201;
  row.gridBlocks = 264;
  row.blockThreads = 256;
  row.measuredAt = "2026-11-30T12:00:00Z";
  return row;
}

inline std::vector<std::string> configurations(const std::vector<Measurement>& rows) {
  std::vector<std::string> texts;
  for (const Measurement& row : rows)
    texts.push_back(row.configuration);
  return texts;
}

/// Every field, so that rows compare as wholes.
inline std::string describe(const Measurement& row) {
  const MeasurementKey& key = row.key;
  std::ostringstream text;
  text.precision(17);
  text << key.device.name << '|' << key.device.computeCapability << '|' << key.device.multiprocessors << '|'
       << key.device.memoryClockKhz << '|' << key.device.memoryBusBits << '|' << key.device.uuid << '|'
       << key.toolchain.nvrtc << '|' << key.toolchain.driver << '|' << key.workload.templateName << '|'
       << key.workload.templateHash << '|' << key.workload.operation << '|' << key.workload.elementType << '|'
       << key.workload.accumulatorType << '|' << key.workload.elements << '|' << key.regime << '|'
       << key.methodVersion << '|' << row.configuration << '|' << row.complexity << '|' << row.deterministic
       << '|' << toString(row.stage) << '|' << toString(row.result) << '|' << row.reason << '|'
       << row.medianUs << '|' << row.lowerQuartileUs << '|' << row.upperQuartileUs << '|' << row.samples
       << '|' << row.smClockMhz << '|' << row.memoryClockMhz << '|' << row.throttled << '|' << row.gridBlocks
       << '|' << row.blockThreads << '|' << row.measuredAt;
  return text.str();
}

inline std::vector<std::string> describe(const std::vector<Measurement>& rows) {
  std::vector<std::string> texts;
  for (const Measurement& row : rows)
    texts.push_back(describe(row));
  return texts;
}

inline std::string readBytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// The StoreError's message that `work` ends with; a failure when there is none, or when it is not one
/// sentence that names the file.
template <class Work> std::string storeErrorOf(const std::filesystem::path& file, Work work) {
  try {
    work();
  } catch (const StoreError& error) {
    std::string message = error.what();
    EXPECT_THAT(message, testing::HasSubstr("'" + file.string() + "'"));
    EXPECT_THAT(message, testing::Not(testing::HasSubstr("\n")));
    return message;
  }
  ADD_FAILURE() << "no StoreError";
  return {};
}

/// Runs `work` in a process of its own and returns the process. It ends with 0 unless an expectation fails or
/// an exception leaves `work`.
template <class Work> pid_t startProcess(Work work) {
  std::fflush(nullptr);
  pid_t process = fork();
  if (process != 0)
    return process;
  int status = 0;
  try {
    work();
    status = testing::Test::HasFailure() ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "in a child process: %s\n", error.what());
    status = 2;
  }
  std::fflush(nullptr);
  _exit(status);
}

/// The exit status, or minus the signal that ended the process.
inline int waitFor(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// In a process without the rights of root.
template <class Work> int runUnprivileged(Work work) {
  return waitFor(startProcess([&] {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
      throw std::runtime_error("root cannot become nobody");
    work();
  }));
}

} // namespace cuda_tune
