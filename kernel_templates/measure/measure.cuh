// Kernels that measuring needs besides the one that is measured.
#pragma once

using u64 = unsigned long long;

// Reads all of `data`, so that the L2 holds this and nothing else, with no line to write back.
extern "C" __global__ void readAll(uint4* data, u64 count) {
  unsigned all = 0;
  for (u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; i < count;
       i += gridDim.x * static_cast<u64>(blockDim.x)) {
    const uint4 pack = data[i];
    all |= pack.x | pack.y | pack.z | pack.w;
  }
  // Never true of zeros: keeps the loads alive.
  if (all == 1)
    data[0].x = all;
}

// Copies the first `period` packs of `data` over all of them.
extern "C" __global__ void repeat(uint4* data, u64 period, u64 count) {
  for (u64 i = period + blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; i < count;
       i += gridDim.x * static_cast<u64>(blockDim.x))
    data[i] = data[i % period];
}

extern "C" __global__ void copyAll(const uint4* from, uint4* to, u64 count) {
  for (u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; i < count;
       i += gridDim.x * static_cast<u64>(blockDim.x))
    to[i] = from[i];
}

// Holds the stream up, so that the host can queue what comes next; ends by itself.
extern "C" __global__ void hold(u64 nanoseconds) {
  u64 start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - start < nanoseconds);
}
