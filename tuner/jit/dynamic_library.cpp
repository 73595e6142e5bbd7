#include "tuner/jit/dynamic_library.h"

#include <dlfcn.h>

namespace cuda_tune {

std::optional<DynamicLibrary> DynamicLibrary::open(const std::vector<std::string>& candidates) {
  for (const std::string& candidate : candidates)
    if (void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL))
      return DynamicLibrary(handle);
  return std::nullopt;
}

void* DynamicLibrary::symbol(const char* name) const {
  return dlsym(handle_, name);
}

} // namespace cuda_tune
