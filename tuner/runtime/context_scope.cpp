#include "tuner/runtime/context_scope.h"

#include "tuner/jit/driver.h"

namespace cuda_tune {

ContextScope::ContextScope(CUcontext context) {
  CUcontext current = nullptr;
  check(driver().cuCtxGetCurrent(&current), "tell the current context");
  if (current != context)
    pushed_.emplace(context);
}

RelaxedCapture::RelaxedCapture() {
  check(driver().cuThreadExchangeStreamCaptureMode(&mode_), "change the thread's capture mode");
}

RelaxedCapture::~RelaxedCapture() {
  driver().cuThreadExchangeStreamCaptureMode(&mode_);
}

} // namespace cuda_tune
