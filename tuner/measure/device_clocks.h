#pragma once

#include <memory>
#include <string>

namespace cuda_tune {

/// Clocks of a device at one moment.
struct ClockReading {
  /// 0 where they cannot be read.
  int smMhz = 0;
  int memoryMhz = 0;
  /// The device holds its clocks down: power, heat, or a slowdown signal.
  bool throttled = false;
};

/// Reads clocks through NVML, loaded at run time; where there is none, readings are empty and `available` is
/// false.
class DeviceClocks {
public:
  explicit DeviceClocks(const std::string& pciBusId);
  ~DeviceClocks();

  bool available() const { return device_ != nullptr; }
  ClockReading read() const;

private:
  struct Library;
  std::unique_ptr<Library> library_;
  void* device_ = nullptr;
};

} // namespace cuda_tune
