#include "tuner/jit/driver.h"

#include "tuner/jit/dynamic_library.h"

#include <fstream>
#include <mutex>
#include <optional>
#include <regex>

namespace cuda_tune {

namespace {

#define CUDA_TUNE_TEXT_OF(name) #name
#define CUDA_TUNE_SYMBOL(name) CUDA_TUNE_TEXT_OF(name)

Driver load() {
  const std::optional<DynamicLibrary> library = DynamicLibrary::open({"libcuda.so.1", "libcuda.so"});
  if (!library)
    throw NoDriver("no NVIDIA driver on this machine: libcuda.so.1 cannot be loaded; install the driver");
  Driver functions;
#define CUDA_TUNE_LOAD(name)                                                                                 \
  functions.name = reinterpret_cast<decltype(functions.name)>(library->symbol(CUDA_TUNE_SYMBOL(name)));      \
  if (!functions.name)                                                                                       \
    throw NoDriver("the NVIDIA driver is too old: it has no " CUDA_TUNE_SYMBOL(                              \
        name) "; install one for CUDA 12 or newer");
  CUDA_TUNE_DRIVER_FUNCTIONS(CUDA_TUNE_LOAD)
#undef CUDA_TUNE_LOAD

  const CUresult result = functions.cuInit(0);
  if (result == CUDA_ERROR_NO_DEVICE)
    throw NoDriver("no CUDA device: the driver is there and sees none (CUDA_VISIBLE_DEVICES may hide them)");
  if (result != CUDA_SUCCESS) {
    const char* name = nullptr;
    functions.cuGetErrorName(result, &name);
    throw NoDriver(std::string("the NVIDIA driver does not start: ") + (name ? name : "unknown error"));
  }
  return functions;
}

} // namespace

const Driver& driver() {
  // A throwing initialiser leaves the variable unset: the next call tries again.
  static const Driver functions = load();
  return functions;
}

void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS)
    return;
  const char* name = nullptr;
  const char* text = nullptr;
  driver().cuGetErrorName(result, &name);
  driver().cuGetErrorString(result, &text);
  throw CudaError(result, std::string("could not ") + what + ": " + (name ? name : "unknown error") + " (" +
                              (text ? text : "no description") + ")");
}

std::string driverVersion() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::smatch match;
  if (std::getline(file, line) && std::regex_search(line, match, std::regex(R"((\d+\.\d+(\.\d+)?)\s)")))
    return match[1];
  int version = 0;
  check(driver().cuDriverGetVersion(&version), "read the driver's version");
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace cuda_tune
