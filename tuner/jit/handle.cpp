#include "tuner/jit/handle.h"

#include "tuner/jit/driver.h"

namespace cuda_tune {

void releaseModule(CUmodule module) {
  driver().cuModuleUnload(module);
}
void releaseStream(CUstream stream) {
  driver().cuStreamDestroy(stream);
}
void releaseEvent(CUevent event) {
  driver().cuEventDestroy(event);
}
void releaseMemory(CUdeviceptr memory) {
  driver().cuMemFree(memory);
}

Module loadModule(const std::vector<char>& image) {
  CUmodule module = nullptr;
  check(driver().cuModuleLoadData(&module, image.data()), "load a module");
  return Module(module);
}

Stream makeStream() {
  CUstream stream = nullptr;
  check(driver().cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "create a stream");
  return Stream(stream);
}

Event makeEvent() {
  CUevent event = nullptr;
  check(driver().cuEventCreate(&event, CU_EVENT_DEFAULT), "create an event");
  return Event(event);
}

DeviceMemory allocate(std::size_t bytes) {
  CUdeviceptr memory = 0;
  check(driver().cuMemAlloc(&memory, bytes), "allocate device memory");
  return DeviceMemory(memory);
}

PrimaryContext::PrimaryContext(CUdevice device) : device_(device) {
  check(driver().cuDevicePrimaryCtxRetain(&context_, device), "create a context");
}

PrimaryContext::~PrimaryContext() {
  driver().cuDevicePrimaryCtxRelease(device_);
}

CurrentContext::CurrentContext(CUcontext context) {
  check(driver().cuCtxPushCurrent(context), "make a context current");
}

CurrentContext::~CurrentContext() {
  CUcontext context = nullptr;
  driver().cuCtxPopCurrent(&context);
}

} // namespace cuda_tune
