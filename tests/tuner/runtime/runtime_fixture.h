#pragma once

#include "tests/db/store_fixture.h"
#include "tuner/measure/method_version.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/runtime/stored_choice.h"

#include <string>

namespace cuda_tune {

/// One that the template has, every type and architecture can run, and is not the built-in default.
inline const std::string kSomeConfiguration =
    "block_size=512 unroll=2 pack_bytes=16 rows=strided bounds=together transfer=direct tree=shuffle "
    "combine=last_block cache_hint=none blocks_per_sm=4";

/// `configuration` with `parameter` set to `value`.
inline std::string with(const std::string& configuration, const std::string& parameter,
                        const std::string& value) {
  const std::size_t start = configuration.find(parameter + "=") + parameter.size() + 1;
  return std::string(configuration).replace(start, configuration.find(' ', start) - start, value);
}

/// Sums of floats on a device that does not exist.
inline ReduceTask fictionalTask() {
  return {.device = fictionalDevice(), .architecture = 90, .driver = "580.1"};
}

/// The fastest for the task at 2^20 elements.
inline Measurement bestRow(const ReduceTask& task, const std::string& configuration) {
  Measurement row = finalist(configuration, 10);
  row.key.device = task.device;
  row.key.toolchain = {"13.0", task.driver};
  row.key.workload = reduceWorkload(task.operation, task.type, 1u << 20);
  row.key.regime = task.regime;
  row.key.methodVersion = kMethodVersion;
  return row;
}

} // namespace cuda_tune
