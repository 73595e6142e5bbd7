#pragma once

#include "bench/cub/cub_reduce.h"
#include "tuner/jit/handle.h"
#include "tuner/reduce/reduce_configuration.h"

#include <filesystem>
#include <optional>

namespace cuda_tune {

/// CUB's DeviceReduce from libcuda-tune-cub.so, which is built for the benchmarks only.
class CubLibrary {
public:
  static constexpr const char* kFileName = "libcuda-tune-cub.so";

  /// From the folder of the running program unless another is given; nullopt when it is not there.
  static std::optional<CubLibrary> open(const std::filesystem::path& folder = programFolder());
  static std::filesystem::path programFolder();

  /// Bytes of temporary storage for a reduction. Throws std::runtime_error, as reduce() does, when CUB
  /// refuses.
  std::size_t temporaryBytes(Operation operation, ElementType type, std::uint64_t elements) const;

  /// Queues the reduction of `elements` at `in` into one element at `out`. The primary context is current.
  void reduce(Operation operation, ElementType type, CUdeviceptr temporary, std::size_t temporaryBytes,
              CUdeviceptr in, std::uint64_t elements, CUdeviceptr out, CUstream stream) const;

private:
  using Function = decltype(&cudaTuneCubReduce);

  explicit CubLibrary(Function function) : function_(function) {}

  Function function_;
};

} // namespace cuda_tune
