#include "tuner/runtime/reduce_key.h"

#include "tuner/jit/template_source.h"

#include <sstream>

namespace cuda_tune {

namespace {

constexpr const char* kTemplateName = "reduce";

const std::string& templateHash() {
  static const std::string hash = contentHash(reduceTemplate());
  return hash;
}

} // namespace

DeviceIdentity identityOf(const Device& device) {
  return {.name = device.name,
          .computeCapability = std::to_string(device.major) + "." + std::to_string(device.minor),
          .multiprocessors = device.multiprocessors,
          .memoryClockKhz = device.memoryClockKhz,
          .memoryBusBits = device.memoryBusBits,
          .uuid = device.uuid};
}

Workload reduceWorkload(Operation operation, ElementType type, std::uint64_t elements) {
  return {.templateName = kTemplateName,
          .templateHash = templateHash(),
          .operation = std::string(toString(operation)),
          .elementType = std::string(toString(type)),
          .accumulatorType = std::string(toString(accumulatorOf(type))),
          .elements = elements};
}

ImageKey reduceImageKey(Operation operation, ElementType type, const std::string& configuration,
                        int architecture, const std::string& nvrtc) {
  return {.templateName = kTemplateName,
          .templateHash = templateHash(),
          .operation = std::string(toString(operation)),
          .elementType = std::string(toString(type)),
          .configuration = configuration,
          .architecture = "sm_" + std::to_string(architecture),
          .nvrtc = nvrtc};
}

std::string joinNames(const std::vector<std::string>& loweredNames) {
  std::string joined;
  for (const std::string& name : loweredNames)
    joined += (joined.empty() ? "" : " ") + name;
  return joined;
}

std::vector<std::string> splitNames(const std::string& loweredName) {
  std::istringstream words(loweredName);
  std::vector<std::string> names;
  for (std::string name; words >> name;)
    names.push_back(name);
  return names;
}

} // namespace cuda_tune
