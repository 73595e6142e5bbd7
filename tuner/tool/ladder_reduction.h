#pragma once

#include "tuner/tool/ladder_rung.h"
#include "tuner/tool/timing_session.h"
#include "tuner/verify/host_reference.h"

#include <cstdint>
#include <optional>
#include <string>

namespace cuda_tune {

/// A rung of the ladder with a problem size, ready to be timed.
class LadderReduction {
public:
  /// Throws NvrtcError or CudaError.
  LadderReduction(const TimingSession& session, const LadderRung& rung, std::uint64_t elements);

  const LadderRung& rung() const { return kernel_.rung(); }

  void launch(CUdeviceptr in) const;

  /// Runs it on the session's input: what is wrong when its blocks' sums are added up, nullopt when nothing.
  std::optional<std::string> verify(TimingSession& session, const Expected& expected) const;

private:
  const std::uint64_t elements_;
  const CUstream stream_;
  const LadderKernel kernel_;
  const DeviceMemory blockSums_;
};

/// The f32 nearest to the sum of floats, as they lie in memory.
std::vector<std::byte> addBlockSums(std::span<const std::byte> blockSums);

} // namespace cuda_tune
