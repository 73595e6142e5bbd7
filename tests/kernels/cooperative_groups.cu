// Kernels written with cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// launch: groupSum <<<64, 256>>> (in = float[16384], out = float[64])
__global__ void groupSum(const float* in, float* out) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float values[256];
  const unsigned rank = block.thread_rank();
  values[rank] = in[blockIdx.x * block.size() + rank];
  block.sync();
  for (unsigned s = block.size() / 2; s > 0; s /= 2) {
    if (rank < s)
      values[rank] += values[rank + s];
    block.sync();
  }
  if (rank == 0)
    out[block.group_index().x] = values[0];
}

template <int kSize> __global__ void tileSums(const int* in, int* out, int n) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<kSize> tile = cg::tiled_partition<kSize>(block);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  for (int offset = tile.size() / 2; offset > 0; offset /= 2)
    value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0)
    out[i / kSize] = value;
}

// launch: tileSums<32> <<<32, 128>>> (in = int[4096], out = int[128], n = 4000)
template __global__ void tileSums<32>(const int*, int*, int);
// launch: tileSums<16> <<<32, 128>>> (in = int[4096], out = int[256], n = 4096)
template __global__ void tileSums<16>(const int*, int*, int);
// launch: tileSums<4> <<<8, 96>>> (in = int[768], out = int[192], n = 768)
template __global__ void tileSums<4>(const int*, int*, int);

// launch: tileReduce <<<16, 256>>> (in = int[65536], out = int[1], n = 65536)
__global__ void tileReduce(const int* in, int* out, int n) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  sum = cg::reduce(warp, sum, cg::plus<int>());
  if (warp.thread_rank() == 0)
    atomicAdd(out, sum);
}

// launch: tileReduceFloat <<<16, 256>>> (in = float[4096], out = float[256])
__global__ void tileReduceFloat(const float* in, float* out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  const float largest = cg::reduce(tile, in[blockIdx.x * 256 + block.thread_rank()], cg::greater<float>());
  if (tile.thread_rank() == 0)
    out[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = largest;
}

// Sixteen lanes transpose a small matrix in shared memory.
// launch: tileTranspose <<<16, 64>>> (in = float[4096], out = float[4096])
__global__ void tileTranspose(const float* in, float* out) {
  __shared__ float tiles[4][16][4];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  float (*mine)[4] = tiles[tile.meta_group_rank()];
  const int lane = tile.thread_rank();
  const int first = (blockIdx.x * 4 + tile.meta_group_rank()) * 64;
  for (int i = 0; i < 4; ++i)
    mine[lane][i] = in[first + i * 16 + lane];
  tile.sync();
  for (int i = 0; i < 4; ++i)
    out[first + i * 16 + lane] = mine[4 * i + lane / 4][lane % 4];
}

// One addition for all lanes that have something to add.
// launch: countPositive <<<16, 256>>> (in = int[4096] random 2, counter = int[1])
__global__ void countPositive(const int* in, int* counter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) {
    const cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0)
      atomicAdd(counter, static_cast<int>(active.size()));
  }
}

// The same where the lanes are known: every third.
// launch: countThirds <<<16, 256>>> (out = int[16])
__global__ void countThirds(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  cg::this_thread_block().sync();
  if (threadIdx.x % 3 == 0) {
    const auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0)
      atomicAdd(&count, static_cast<int>(active.num_threads()));
  }
  cg::sync(cg::this_thread_block());
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}
