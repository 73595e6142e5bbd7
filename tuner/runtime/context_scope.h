#pragma once

#include "tuner/jit/handle.h"

#include <optional>

namespace cuda_tune {

/// Makes a context current for a scope; does nothing where it is so already. Throws CudaError.
class ContextScope {
public:
  explicit ContextScope(CUcontext context);

private:
  std::optional<CurrentContext> pushed_;
};

/// Lets this thread allocate and load while a stream is captured by it, or by another thread in the mode that
/// forbids it to others, for a scope.
class RelaxedCapture {
public:
  RelaxedCapture();
  ~RelaxedCapture();
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

private:
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
};

} // namespace cuda_tune
