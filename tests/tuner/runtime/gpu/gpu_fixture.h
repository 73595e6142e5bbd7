#pragma once

#include "cuda_tune/reduce.h"
#include "tests/tuner/runtime/runtime_fixture.h"
#include "tuner/jit/device.h"
#include "tuner/jit/driver.h"
#include "tuner/jit/handle.h"
#include "tuner/reduce/reduce_configuration.h"

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cuda_tune {

inline void* pointerTo(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

/// Device 0 with its context current, and a folder for a store; skips where there is no driver. Nothing of a
/// test's own does what the Reducer is tested for: streams, copies and waiting are the driver's.
class GpuTest : public StoreFixture {
protected:
  void SetUp() override {
    try {
      device = deviceOf(0);
    } catch (const NoDriver& error) {
      GTEST_SKIP() << error.what();
    }
    context.emplace(device.handle);
    current.emplace(context->get());
    options.store = file;
  }

  ReduceTask task(Operation operation, ElementType type) const {
    return {.device = identityOf(device),
            .architecture = device.architecture(),
            .driver = driverVersion(),
            .operation = operation,
            .type = type};
  }

  /// Makes that configuration the stored best for sizes about 2^20.
  void haveStored(Operation operation, ElementType type, const std::string& configuration) {
    Measurement row = bestRow(task(operation, type), configuration);
    row.deterministic =
        isDeterministic(operation, type, ReduceConfiguration::from(*Configuration::parse(configuration)));
    TuningStore(file).add({row});
  }

  static void wait() { check(driver().cuCtxSynchronize(), "wait for the device"); }

  /// Ready for any stream.
  static DeviceMemory filled(std::size_t bytes, unsigned char value) {
    DeviceMemory memory = allocate(bytes);
    check(driver().cuMemsetD8(memory.get(), value, bytes), "fill memory");
    wait();
    return memory;
  }

  static void upload(CUdeviceptr to, std::span<const std::byte> data) {
    if (!data.empty())
      check(driver().cuMemcpyHtoD(to, data.data(), data.size()), "copy to the device");
    wait();
  }

  /// Waits for all streams.
  template <typename Value> static Value read(CUdeviceptr from) {
    wait();
    Value value;
    check(driver().cuMemcpyDtoH(&value, from, sizeof value), "copy from the device");
    return value;
  }

  Device device;
  std::optional<PrimaryContext> context;
  std::optional<CurrentContext> current;
  ReducerOptions options;
};

/// The sum of `elements` i32 whose bytes all are `value`.
inline std::uint32_t sumOfBytes(std::uint64_t elements, unsigned char value) {
  return static_cast<std::uint32_t>(elements * 0x01010101u * value);
}

} // namespace cuda_tune
