#pragma once

#include "tuner/tool/cub_library.h"
#include "tuner/tool/timing_session.h"
#include "tuner/verify/host_reference.h"

#include <cstdint>
#include <optional>
#include <string>

namespace cuda_tune {

/// CUB's reduction with a problem size, ready to be timed; it keeps its temporary storage.
class CubReduction {
public:
  CubReduction(const TimingSession& session, const CubLibrary& library, Operation operation, ElementType type,
               std::uint64_t elements);

  void launch(CUdeviceptr in) const { reduce(in, elements_); }

  /// What is wrong with its result, nullopt when nothing: on the session's input, or, where no one result of
  /// that is right (roundsToElement()), on exactInput() of up to 2^20 elements.
  std::optional<std::string> verify(TimingSession& session, const Expected& expected) const;

private:
  void reduce(CUdeviceptr in, std::uint64_t elements) const;

  const CubLibrary library_;
  const Operation operation_;
  const ElementType type_;
  const std::uint64_t elements_;
  const CUstream stream_;
  const std::size_t temporaryBytes_;
  const DeviceMemory temporary_;
  const DeviceMemory result_;
};

} // namespace cuda_tune
