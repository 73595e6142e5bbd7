#pragma once

#include "tuner/runtime/reduce_kernel.h"
#include "tuner/runtime/stored_choice.h"
#include "tuner/tool/timing_session.h"
#include "tuner/verify/host_reference.h"

#include <cstdint>
#include <optional>
#include <string>

namespace cuda_tune {

/// The reduction that the runtime library would launch for a problem size, ready to be timed.
class TunedReduction {
public:
  /// Compiles the configuration that choose() takes. Throws NvrtcError, CudaError, or NothingCorrect when it
  /// does not compile.
  TunedReduction(const TimingSession& session, OptionalStore& store, Regime regime, Operation operation,
                 ElementType type, std::uint64_t elements);

  const Choice& choice() const { return choice_; }

  void launch(CUdeviceptr in) const;

  /// Runs it on the session's input: what is wrong with the result, nullopt when nothing.
  std::optional<std::string> verify(TimingSession& session, const Expected& expected) const;

private:
  const ElementType type_;
  const std::uint64_t elements_;
  const CUstream stream_;
  const Choice choice_;
  const ReduceConfiguration configuration_;
  const LaunchPlan plan_;
  const ReduceKernel kernel_;
  const DeviceMemory result_;
  const DeviceMemory workspace_;
};

} // namespace cuda_tune
