#pragma once

__device__ inline float alternate(float v, unsigned lane) {
  if (lane % 2) { // LINT: divergent-branch divergent_warps/warps=1 count=1
    for (int k = 0; k < 32; ++k)
      v = v * 1.01f + 0.5f;
  } else {
    for (int k = 0; k < 32; ++k)
      v = v * v - 0.25f;
  }
  return v;
}
