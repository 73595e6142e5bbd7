#include "tuner/runtime/kernel_cache.h"

#include "tuner/jit/driver.h"
#include "tuner/jit/nvrtc.h"
#include "tuner/jit/template_source.h"
#include "tuner/runtime/reduce_key.h"

namespace cuda_tune {

KernelCache::KernelCache(OptionalStore& store, Operation operation, ElementType type, int architecture)
    : store_(store), operation_(operation), type_(type), architecture_(architecture) {}

LoadedKernel KernelCache::get(const Configuration& configuration, const std::string& nvrtc) {
  const std::vector<std::string> names =
      nameExpressions(operation_, type_, ReduceConfiguration::from(configuration));
  if (const auto found = kernels_.find(names); found != kernels_.end())
    return found->second;
  std::optional<LoadedKernel> kernel;
  if (!nvrtc.empty())
    kernel = fromStore(configuration, nvrtc);
  // The version asks for NVRTC to be loaded, not for a compilation.
  if (!kernel && nvrtc != nvrtcVersion())
    kernel = fromStore(configuration, nvrtcVersion());
  if (!kernel)
    kernel = compiled(configuration);
  return kernels_.emplace(names, *kernel).first->second;
}

std::optional<LoadedKernel> KernelCache::fromStore(const Configuration& configuration,
                                                   const std::string& nvrtc) {
  const std::optional<StoredImage> image =
      store_.image(reduceImageKey(operation_, type_, configuration.text(), architecture_, nvrtc));
  if (!image)
    return std::nullopt;
  const ReduceConfiguration read = ReduceConfiguration::from(configuration);
  const std::vector<std::string> loweredNames = splitNames(image->loweredName);
  if (loweredNames.size() != nameExpressions(operation_, type_, read).size())
    return std::nullopt;
  try {
    auto module = std::make_shared<Module>(loadModule(image->cubin));
    return LoadedKernel{std::make_shared<ReduceKernel>(std::move(module), loweredNames, read, type_),
                        KernelOrigin::Store};
  } catch (const CudaError&) {
    // An image that the driver does not take is as good as none.
    return std::nullopt;
  }
}

LoadedKernel KernelCache::compiled(const Configuration& configuration) {
  const ReduceConfiguration read = ReduceConfiguration::from(configuration);
  const Compilation compilation =
      compile(reduceTemplate(), architecture_, nameExpressions(operation_, type_, read));
  if (!compilation.ok)
    throw CompileError("NVRTC " + nvrtcVersion() + " does not compile the configuration '" +
                       configuration.text() + "': " + compilation.log);
  auto module = std::make_shared<Module>(loadModule(compilation.image));
  const LoadedKernel kernel = {
      std::make_shared<ReduceKernel>(std::move(module), compilation.loweredNames, read, type_),
      KernelOrigin::Compiled};
  // PTX for an architecture that NVRTC does not know would have to be compiled again on every start.
  if (nvrtcSupports(architecture_)) {
    const ImageKey key =
        reduceImageKey(operation_, type_, configuration.text(), architecture_, nvrtcVersion());
    store_.keepImage(key, {.loweredName = joinNames(compilation.loweredNames),
                           .architecture = key.architecture,
                           .cubin = compilation.image});
  }
  return kernel;
}

} // namespace cuda_tune
