#include "cuda_tune/reduce.h"

#include "tuner/jit/device.h"
#include "tuner/jit/driver.h"
#include "tuner/jit/nvrtc.h"
#include "tuner/runtime/context_scope.h"
#include "tuner/runtime/kernel_cache.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/runtime/size_class_table.h"
#include "tuner/runtime/stored_choice.h"
#include "tuner/runtime/stream_table.h"
#include "tuner/runtime/workspace_pool.h"

#include <optional>

namespace cuda_tune {

namespace {

/// Calls `work`; what the layers below throw leaves as Error.
template <typename Work> auto translated(Work work) {
  try {
    return work();
  } catch (const NoDriver& error) {
    throw Error(error.what());
  } catch (const CudaError& error) {
    throw Error(error.what());
  } catch (const NvrtcError& error) {
    throw Error(error.what());
  } catch (const CompileError& error) {
    throw Error(error.what());
  }
}

Device deviceNumbered(int ordinal) {
  const int count = deviceCount();
  if (ordinal < 0 || ordinal >= count)
    throw Error("there is no CUDA device " + std::to_string(ordinal) + ": the driver sees " +
                std::to_string(count) + ", numbered from 0");
  return deviceOf(ordinal);
}

const ReducerOptions& checked(const ReducerOptions& options) {
  if (options.regime != "cold" && options.regime != "warm")
    throw Error("there is no regime '" + options.regime + "': give \"cold\" or \"warm\"");
  return options;
}

void checkPointer(const void* pointer, std::size_t alignment, const char* what) {
  if (!pointer || reinterpret_cast<std::uintptr_t>(pointer) % alignment != 0)
    throw Error(std::string("the address of the ") + what + " is null or not a multiple of " +
                std::to_string(alignment) + " bytes");
}

void checkCount(std::uint64_t elements) {
  if (elements > kMostElements)
    throw Error("cannot reduce " + std::to_string(elements) +
                " elements at once: 2^33 is the most; reduce in parts");
}

/// What a size class needs.
struct Prepared {
  Selection selection;
  ReduceConfiguration configuration;
  std::shared_ptr<const ReduceKernel> kernel;
};

/// A stream's workspace.
struct StreamWorkspace {
  CUdeviceptr memory = 0;
  /// Held while the two kernels of a reduction are queued: a stream may be used by several threads.
  std::mutex pairing;
};

} // namespace

std::string_view toString(KernelOrigin origin) {
  return origin == KernelOrigin::Store ? "store" : "compiled";
}

class Reducer::Impl {
public:
  Impl(int ordinal, Operation operation, ElementType type, const ReducerOptions& options)
      : device_(deviceNumbered(ordinal)), task_({.device = identityOf(device_),
                                                 .architecture = device_.architecture(),
                                                 .driver = driverVersion(),
                                                 .operation = operation,
                                                 .type = type,
                                                 .deterministic = options.deterministic,
                                                 .regime = options.regime}),
        context_(device_.handle) {
    const ContextScope scope(context_.get());
    owned_.emplace(options, task_);
  }

  ~Impl() {
    try {
      const ContextScope scope(context_.get());
      const RelaxedCapture relaxed;
      owned_.reset();
    } catch (const CudaError&) {
      // At the end of the process the driver may be gone, and all that lived in it.
    }
  }

  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void reduce(const void* in, std::uint64_t elements, void* result, CUstream stream) {
    checkCount(elements);
    if (elements > 0)
      checkPointer(in, sizeOf(task_.type), "elements");
    checkPointer(result, sizeOf(accumulatorOf(task_.type)), "result");
    const ContextScope scope(context_.get());
    const Prepared& prepared = preparedFor(elements);
    const LaunchPlan plan = planLaunch(prepared.configuration, task_.type, elements, device_.multiprocessors);
    const auto launch = [&](CUdeviceptr workspace) {
      prepared.kernel->launch(plan, reinterpret_cast<CUdeviceptr>(in), elements,
                              reinterpret_cast<CUdeviceptr>(result), workspace, stream);
    };

    CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
    check(driver().cuStreamIsCapturing(stream, &capture), "use the stream");
    if (capture != CU_STREAM_CAPTURE_STATUS_NONE) {
      // A graph runs on any stream, beside any other work.
      launch(owned_->workspaces.take());
      return;
    }
    StreamWorkspace& workspace = workspaceOf(stream);
    if (plan.secondKernel) {
      const std::lock_guard lock(workspace.pairing);
      launch(workspace.memory);
    } else {
      launch(workspace.memory);
    }
  }

  const Prepared& prepare(std::uint64_t elements) {
    checkCount(elements);
    const ContextScope scope(context_.get());
    return preparedFor(elements);
  }

  void prepareStream(CUstream stream) {
    const ContextScope scope(context_.get());
    workspaceOf(stream);
  }

private:
  /// What lives in the context.
  struct Owned {
    Owned(const ReducerOptions& options, const ReduceTask& task)
        : store(options.store), kernels(store, task.operation, task.type, task.architecture) {}

    OptionalStore store;
    KernelCache kernels;
    WorkspacePool workspaces;
    SizeClassTable<Prepared> prepared;
    StreamTable<StreamWorkspace> streams;
  };

  const Prepared& preparedFor(std::uint64_t elements) {
    return owned_->prepared.at(elements, [&] {
      const RelaxedCapture relaxed;
      return std::make_unique<const Prepared>(make(choose(owned_->store, task_, elements)));
    });
  }

  Prepared make(const Choice& choice) {
    try {
      const LoadedKernel loaded = owned_->kernels.get(choice.configuration, choice.nvrtc);
      return {.selection = {.outcome = std::string(toString(choice.outcome)),
                            .configuration = choice.configuration.text(),
                            .origin = loaded.origin,
                            .reason = choice.reason},
              .configuration = ReduceConfiguration::from(choice.configuration),
              .kernel = loaded.kernel};
    } catch (const CompileError& error) {
      return makeBaseInstead(choice, error);
    } catch (const CudaError& error) {
      return makeBaseInstead(choice, error);
    }
  }

  Prepared makeBaseInstead(const Choice& failed, const std::exception& why) {
    if (failed.outcome == LookupOutcome::Base)
      throw;
    return make(baseChoice(task_, std::string("the stored configuration cannot be used: ") + why.what()));
  }

  StreamWorkspace& workspaceOf(CUstream stream) {
    // An id is never used again; a handle is, for a stream that another thread or context may own.
    unsigned long long id = 0;
    check(driver().cuStreamGetId(stream, &id), "identify the stream");
    return owned_->streams.at(id, [&] {
      auto workspace = std::make_unique<StreamWorkspace>();
      workspace->memory = owned_->workspaces.take();
      return workspace;
    });
  }

  Device device_;
  ReduceTask task_;
  PrimaryContext context_;
  std::optional<Owned> owned_;
};

Reducer::Reducer(int device, Operation operation, ElementType type, ReducerOptions options)
    : impl_(translated([&] { return std::make_unique<Impl>(device, operation, type, checked(options)); })) {}

Reducer::~Reducer() = default;
Reducer::Reducer(Reducer&&) noexcept = default;
Reducer& Reducer::operator=(Reducer&&) noexcept = default;

void Reducer::reduce(const void* in, std::uint64_t elements, void* result, CUstream_st* stream) {
  translated([&] { impl_->reduce(in, elements, result, stream); });
}

void Reducer::prepare(std::uint64_t elements) {
  translated([&] { impl_->prepare(elements); });
}

void Reducer::prepare(std::uint64_t elements, CUstream_st* stream) {
  translated([&] {
    impl_->prepare(elements);
    impl_->prepareStream(stream);
  });
}

Selection Reducer::selection(std::uint64_t elements) {
  return translated([&] { return impl_->prepare(elements).selection; });
}

} // namespace cuda_tune
