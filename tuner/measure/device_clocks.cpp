#include "tuner/measure/device_clocks.h"

#include "tuner/jit/dynamic_library.h"

#include <optional>

namespace cuda_tune {

// NVML's interface, as its documentation gives it; toolkits do not always carry nvml.h.
struct DeviceClocks::Library {
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*handleByPciBusId)(const char*, void**) = nullptr;
  int (*clock)(void*, int, unsigned*) = nullptr;
  int (*throttleReasons)(void*, unsigned long long*) = nullptr;
};

namespace {

// nvmlClockType_t.
constexpr int kSmClock = 1;
constexpr int kMemoryClock = 2;
// nvmlClocksThrottleReasons: software power cap, hardware slowdown, software and hardware thermal slowdown,
// power brake.
constexpr unsigned long long kHeldDown = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

} // namespace

DeviceClocks::DeviceClocks(const std::string& pciBusId) {
  const std::optional<DynamicLibrary> nvml = DynamicLibrary::open({"libnvidia-ml.so.1"});
  if (!nvml)
    return;
  auto library = std::make_unique<Library>();
  const auto get = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(nvml->symbol(name));
    return function != nullptr;
  };
  if (!get(library->init, "nvmlInit_v2") || !get(library->shutdown, "nvmlShutdown") ||
      !get(library->handleByPciBusId, "nvmlDeviceGetHandleByPciBusId_v2") ||
      !get(library->clock, "nvmlDeviceGetClockInfo") ||
      !get(library->throttleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons") || library->init() != 0)
    return;
  library_ = std::move(library);
  if (library_->handleByPciBusId(pciBusId.c_str(), &device_) != 0)
    device_ = nullptr;
}

DeviceClocks::~DeviceClocks() {
  if (library_)
    library_->shutdown();
}

ClockReading DeviceClocks::read() const {
  ClockReading reading;
  if (!device_)
    return reading;
  unsigned clock = 0;
  if (library_->clock(device_, kSmClock, &clock) == 0)
    reading.smMhz = static_cast<int>(clock);
  if (library_->clock(device_, kMemoryClock, &clock) == 0)
    reading.memoryMhz = static_cast<int>(clock);
  unsigned long long reasons = 0;
  if (library_->throttleReasons(device_, &reasons) == 0)
    reading.throttled = (reasons & kHeldDown) != 0;
  return reading;
}

} // namespace cuda_tune
