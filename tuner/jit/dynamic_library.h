#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cuda_tune {

/// A shared library that is loaded at run time; it stays loaded until the process ends, since its threads
/// may.
class DynamicLibrary {
public:
  /// The first of these names or paths that loads; nullopt when none does.
  static std::optional<DynamicLibrary> open(const std::vector<std::string>& candidates);

  /// nullptr when the library has no such symbol.
  void* symbol(const char* name) const;

private:
  explicit DynamicLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

} // namespace cuda_tune
