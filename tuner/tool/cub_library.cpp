#include "tuner/tool/cub_library.h"

#include "tuner/jit/dynamic_library.h"

#include <stdexcept>
#include <string>

namespace cuda_tune {

namespace {

void checkCub(int error, Operation operation, ElementType type) {
  if (error != 0)
    throw std::runtime_error("CUB refuses to reduce (" + std::string(toString(operation)) + " of " +
                             std::string(toString(type)) + "): CUDA error " + std::to_string(error) +
                             "; was " + CubLibrary::kFileName +
                             " built for this device (CUDA_TUNE_CUB_ARCHITECTURES)?");
}

void* pointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

} // namespace

std::filesystem::path CubLibrary::programFolder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::optional<CubLibrary> CubLibrary::open(const std::filesystem::path& folder) {
  const std::optional<DynamicLibrary> library = DynamicLibrary::open({(folder / kFileName).string()});
  if (!library)
    return std::nullopt;
  const auto function = reinterpret_cast<Function>(library->symbol("cudaTuneCubReduce"));
  return function ? std::optional(CubLibrary(function)) : std::nullopt;
}

std::size_t CubLibrary::temporaryBytes(Operation operation, ElementType type, std::uint64_t elements) const {
  std::size_t bytes = 0;
  checkCub(function_(toString(operation).data(), toString(type).data(), nullptr, &bytes, nullptr, elements,
                     nullptr, nullptr),
           operation, type);
  return bytes;
}

void CubLibrary::reduce(Operation operation, ElementType type, CUdeviceptr temporary,
                        std::size_t temporaryBytes, CUdeviceptr in, std::uint64_t elements, CUdeviceptr out,
                        CUstream stream) const {
  checkCub(function_(toString(operation).data(), toString(type).data(), pointer(temporary), &temporaryBytes,
                     pointer(in), elements, pointer(out), stream),
           operation, type);
}

} // namespace cuda_tune
