#pragma once

#include "tuner/jit/device.h"
#include "tuner/jit/handle.h"
#include "tuner/jit/nvrtc.h"

#include <cstdint>
#include <span>
#include <string>

namespace cuda_tune {

/// A rung of kernel_templates/ladder: a kernel that writes the f32 sum of each block's elements.
struct LadderRung {
  /// "v4.1".
  const char* name;
  /// What it does other than the rung before.
  const char* change;
  const char* file;
  /// As NVRTC instantiates it.
  const char* kernel;
  /// Elements that a thread takes at a time.
  unsigned elementsPerThread;
  /// As many blocks as work needs, else no more than ladder.h allows and threads that go on.
  bool gridStride;

  unsigned blocks(std::uint64_t elements) const;
  /// The longest chain of additions from an element to the sum of a block.
  int height(std::uint64_t elements) const;
};

/// In the order of the ladder, v0 to v8.
std::span<const LadderRung> ladderRungs();
/// v8.
const LadderRung& topRung();

/// The program of a rung.
Source sourceOf(const LadderRung& rung);

/// A rung compiled for a device and loaded into the current context.
class LadderKernel {
public:
  /// Throws NvrtcError or CudaError.
  LadderKernel(const LadderRung& rung, const Device& device);

  const LadderRung& rung() const { return rung_; }

  /// Queues it; `out` takes blocks() floats, `in` is aligned to 16 bytes and `elements` is not 0.
  void launch(CUdeviceptr in, std::uint64_t elements, CUdeviceptr out, CUstream stream) const;

private:
  LadderRung rung_;
  Module module_;
  CUfunction function_ = nullptr;
};

} // namespace cuda_tune
