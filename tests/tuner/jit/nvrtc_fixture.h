#pragma once

#include "tuner/jit/nvrtc.h"

#include <gtest/gtest.h>

namespace cuda_tune {

/// Skips where there is no NVRTC.
class NvrtcTest : public testing::Test {
protected:
  void SetUp() override {
    try {
      nvrtcVersion();
    } catch (const NvrtcError& error) {
      GTEST_SKIP() << error.what();
    }
  }

  const Source source = {"kernels.cu", "template <int n> __global__ void fill(int* out) { *out = n; }\n", {}};
};

} // namespace cuda_tune
