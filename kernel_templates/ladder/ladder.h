#pragma once

#include <cuda_runtime.h>

#include <cstddef>

/// The reduce ladder: one block-level sum of floats, rewritten rung by rung. Every rung writes the sum of the
/// elements of block b to out[b]; adding the blocks up is the caller's. Each source file is a whole program
/// for NVRTC as well: its device part includes nothing.

/// Threads in a block, on every rung.
constexpr unsigned kLadderBlock = 256;

/// Blocks that v8 is launched with at most; its threads take more elements instead.
constexpr unsigned kLadderMostBlocks = 2048;

/// Blocks that a rung needs, and floats that `out` must hold, when a block takes `elementsPerBlock` of `n`
/// elements: 256 for v0 to v2, 512 for v3 to v5.
constexpr unsigned ladderBlocks(std::size_t n, unsigned elementsPerBlock) {
  return static_cast<unsigned>((n + elementsPerBlock - 1) / elementsPerBlock);
}

/// The same for v8: a block takes 1024 elements a turn, and as many turns as it needs.
constexpr unsigned ladderBlocksV8(std::size_t n) {
  const unsigned wanted = ladderBlocks(n, 4 * kLadderBlock);
  return wanted < kLadderMostBlocks ? wanted : kLadderMostBlocks;
}

/// Each launches its rung on `stream` and returns at once. `in` holds `n` > 0 floats and is 16-byte aligned
/// for v8. Errors are left to cudaGetLastError.
void launchReduceV0(const float* in, float* out, std::size_t n, cudaStream_t stream);
void launchReduceV1(const float* in, float* out, std::size_t n, cudaStream_t stream);
void launchReduceV2(const float* in, float* out, std::size_t n, cudaStream_t stream);
void launchReduceV3(const float* in, float* out, std::size_t n, cudaStream_t stream);
void launchReduceV4(const float* in, float* out, std::size_t n, cudaStream_t stream);
void launchReduceV4_1(const float* in, float* out, std::size_t n, cudaStream_t stream);
void launchReduceV5(const float* in, float* out, std::size_t n, cudaStream_t stream);
void launchReduceV8(const float* in, float* out, std::size_t n, cudaStream_t stream);
