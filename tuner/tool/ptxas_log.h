#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// What a kernel takes of a multiprocessor.
struct KernelResources {
  /// A thread's.
  int registers = 0;
  int stackBytes = 0;
  int spillStoreBytes = 0;
  int spillLoadBytes = 0;
  /// A block's, without what is asked for at launch.
  int sharedBytes = 0;

  friend bool operator==(const KernelResources&, const KernelResources&) = default;
};

/// The larger of each.
KernelResources largest(const KernelResources& a, const KernelResources& b);

/// The kernels of a log that NVRTC wrote with --ptxas-options=-v, in its order.
std::vector<KernelResources> parsePtxasLog(std::string_view log);

/// The first line of a log that has "error" in it, without the spaces around; else its first line.
std::string firstErrorLine(std::string_view log);

} // namespace cuda_tune
