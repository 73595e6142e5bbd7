#include "tuner/jit/device.h"

#include "tuner/jit/driver.h"

#include <array>
#include <cstdio>

namespace cuda_tune {

namespace {

int attribute(CUdevice device, CUdevice_attribute which) {
  int value = 0;
  check(driver().cuDeviceGetAttribute(&value, which, device), "read a device attribute");
  return value;
}

std::string uuidOf(CUdevice device) {
  CUuuid uuid;
  check(driver().cuDeviceGetUuid(&uuid, device), "read the device's UUID");
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    std::array<char, 3> digits;
    std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    text += digits.data();
    if (i == 3 || i == 5 || i == 7 || i == 9)
      text += '-';
  }
  return text;
}

} // namespace

int deviceCount() {
  int count = 0;
  check(driver().cuDeviceGetCount(&count), "count the devices");
  return count;
}

Device deviceOf(int ordinal) {
  Device device;
  device.ordinal = ordinal;
  check(driver().cuDeviceGet(&device.handle, ordinal), "find the device");
  std::array<char, 256> name = {};
  check(driver().cuDeviceGetName(name.data(), name.size(), device.handle), "read the device's name");
  device.name = name.data();
  device.major = attribute(device.handle, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  device.minor = attribute(device.handle, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  device.multiprocessors = attribute(device.handle, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  device.memoryClockKhz = attribute(device.handle, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  device.memoryBusBits = attribute(device.handle, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  device.l2Bytes = attribute(device.handle, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  device.maxThreadsPerMultiprocessor =
      attribute(device.handle, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  check(driver().cuDeviceTotalMem(&device.memoryBytes, device.handle), "read the device's memory size");
  device.uuid = uuidOf(device.handle);
  std::array<char, 32> bus = {};
  check(driver().cuDeviceGetPCIBusId(bus.data(), bus.size(), device.handle), "read the device's bus address");
  device.pciBusId = bus.data();
  return device;
}

std::vector<Device> allDevices() {
  std::vector<Device> devices;
  for (int ordinal = 0, count = deviceCount(); ordinal < count; ++ordinal)
    devices.push_back(deviceOf(ordinal));
  return devices;
}

} // namespace cuda_tune
