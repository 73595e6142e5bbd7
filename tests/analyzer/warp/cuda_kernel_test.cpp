// From CUDA source to events: what Clang's code generation and the preparation leave of the source's
// constructs.
#include "cuda_kernel.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

TEST(CudaSource, ATransposeReadsRowsAndWritesColumnsOfItsTile) {
  const CudaKernel kernel(R"(
__global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
})");
  Launch launch;
  launch.grid = {std::nullopt, std::nullopt, 1};
  launch.block = {32, 8, 1};
  const Recording run = kernel.run(launch);
  const auto stores = run.accesses(AccessKind::Store, AddressSpace::Shared);
  const auto loads = run.accesses(AccessKind::Load, AddressSpace::Shared);
  ASSERT_EQ(stores.size(), 8u);
  ASSERT_EQ(loads.size(), 8u);
  EXPECT_EQ(stores[3].lanes(), lanesWhere([](int64_t l) { return 3 * 128 + 4 * l; }));
  EXPECT_EQ(loads[3].lanes(), lanesWhere([](int64_t l) { return 128 * l + 3 * 4; }));
  const auto reads = run.accesses(AccessKind::Load, AddressSpace::Global);
  ASSERT_EQ(reads.size(), 8u);
  ASSERT_TRUE(reads[0].request);
  EXPECT_EQ(laneStride(*reads[0].request, kFullMask), 4);
  ASSERT_EQ(run.barriers.size(), 8u);
  EXPECT_EQ(run.barriers[0].kind, BarrierKind::Block);
}

TEST(CudaSource, StaticArraysLieApartAndDynamicMemoryBehindThem) {
  const CudaKernel kernel(R"(
extern __shared__ int dynamic[];
__global__ void k() {
  __shared__ int first[64];
  __shared__ int second[32];
  first[threadIdx.x] = 1;
  second[threadIdx.x] = 2;
  dynamic[threadIdx.x] = 3;
})");
  const Recording run = kernel.run();
  std::vector<int64_t> starts{run.mark(1).lanes()[0], run.mark(2).lanes()[0]};
  std::sort(starts.begin(), starts.end());
  EXPECT_TRUE(starts == (std::vector<int64_t>{0, 256}) || starts == (std::vector<int64_t>{0, 128}));
  EXPECT_NE(run.mark(1).lanes()[0], run.mark(2).lanes()[0]);
  EXPECT_EQ(run.mark(3).lanes(), lanesWhere([](int64_t l) { return 384 + 4 * l; }));
}

TEST(CudaSource, AFloat4IsOneAccessOf16Bytes) {
  const CudaKernel kernel(R"(
__global__ void k(float4 *out, const float4 *in) {
  float4 v = in[threadIdx.x];
  v.x += 1; v.y += 1; v.z += 1; v.w += 1;
  out[threadIdx.x] = v;
})");
  const Recording run = kernel.run();
  for (AccessKind kind : {AccessKind::Load, AccessKind::Store}) {
    const auto accesses = run.accesses(kind, AddressSpace::Global);
    ASSERT_EQ(accesses.size(), 1u);
    EXPECT_EQ(accesses[0].bytes, 16u);
    EXPECT_EQ(accesses[0].lanes(), lanesWhere([](int64_t l) { return 16 * l; }));
  }
}

TEST(CudaSource, AFloat3IsThreeAccessesOf4BytesTwelveApart) {
  const CudaKernel kernel(R"(
__global__ void k(float3 *out, const float3 *in) {
  float3 v = in[threadIdx.x];
  v.x += 1; v.y += 1; v.z += 1;
  out[threadIdx.x] = v;
})");
  const auto loads = kernel.run().accesses(AccessKind::Load, AddressSpace::Global);
  ASSERT_EQ(loads.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(loads[i].bytes, 4u);
    EXPECT_EQ(loads[i].lanes(), lanesWhere([&](int64_t l) { return 12 * l + 4 * static_cast<int64_t>(i); }));
  }
}

TEST(CudaSource, ACastToAVectorIsOneWideAccess) {
  const CudaKernel kernel(R"(
__global__ void k(float *out, const float *in) {
  reinterpret_cast<float4 *>(out)[threadIdx.x] = reinterpret_cast<const float4 *>(in)[threadIdx.x];
})");
  const auto loads = kernel.run().accesses(AccessKind::Load, AddressSpace::Global);
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads[0].bytes, 16u);
}

TEST(CudaSource, ADoubleIsEightBytesAndAHalf2Four) {
  const CudaKernel kernel(R"(
#include <cuda_fp16.h>
__global__ void k(double *d, __half2 *h) {
  d[threadIdx.x] = d[threadIdx.x] * 2;
  h[threadIdx.x] = __hadd2(h[threadIdx.x], h[threadIdx.x]);
})");
  const Recording run = kernel.run();
  const auto stores = run.accesses(AccessKind::Store, AddressSpace::Global);
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(stores[0].bytes, 8u);
  EXPECT_EQ(stores[0].lanes(), lanesWhere([](int64_t l) { return 8 * l; }));
  EXPECT_EQ(stores[1].bytes, 4u);
  EXPECT_EQ(stores[1].lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
  EXPECT_TRUE(kernel.program().declined.empty());
}

TEST(CudaSource, CooperativeGroupsKnowTheirLanes) {
  const CudaKernel kernel(R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  out[tile.thread_rank()] = 1;
  out[tile.meta_group_rank()] = 2;
  out[block.thread_rank()] = 3;
  if (tile.thread_rank() == 0)
    out[0] = 4;
  out[tile.shfl_down(threadIdx.x, 4)] = 5;
  tile.sync();
  block.sync();
})");
  const Recording run = kernel.run();
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([](int64_t l) { return 4 * (l % 8); }));
  EXPECT_EQ(run.mark(2).lanes(), lanesWhere([](int64_t l) { return 4 * (l / 8); }));
  EXPECT_EQ(run.mark(3).lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
  EXPECT_EQ(run.mark(4).mask, 0x01010101u);
  EXPECT_EQ(run.mark(5).lanes(), lanesWhere([](int64_t l) { return 4 * (l % 8 < 4 ? l + 4 : l); }));
  ASSERT_EQ(run.barriers.size(), 2u);
  EXPECT_EQ(run.barriers[0].kind, BarrierKind::Warp);
  EXPECT_EQ(run.barriers[1].kind, BarrierKind::Block);
  EXPECT_TRUE(kernel.program().declined.empty());
}

TEST(CudaSource, ADeviceFunctionIsInlinedWithTheSpaceOfItsPointer) {
  const CudaKernel kernel(R"(
__device__ __noinline__ void put(int *p, int i) { p[i] = 7; }
__global__ void k(int *out) {
  __shared__ int tile[64];
  put(tile, threadIdx.x);
  put(out, 2 * threadIdx.x);
})");
  const std::vector<RecordedAccess> marks = kernel.run().marks(7);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].space, AddressSpace::Shared);
  EXPECT_EQ(marks[0].lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
  EXPECT_EQ(marks[1].space, AddressSpace::Global);
  EXPECT_EQ(marks[1].lanes(), lanesWhere([](int64_t l) { return 8 * l; }));
  EXPECT_TRUE(kernel.program().declined.empty());
}

TEST(CudaSource, AStructOfParametersGivesItsPointersAndSizes) {
  const CudaKernel kernel(R"(
struct Matrix { int *data; int rows; int pitch; };
__global__ void k(Matrix m) {
  m.data[threadIdx.x] = 1;
  m.data[m.rows + threadIdx.x] = 2;
  m.data[threadIdx.x * m.pitch] = 3;
})");
  const Recording run = kernel.run();
  EXPECT_EQ(run.mark(1).space, AddressSpace::Global);
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
  EXPECT_EQ(run.mark(2).lanes(), run.mark(1).lanes());
  ASSERT_TRUE(run.mark(3).request);
  EXPECT_TRUE(run.mark(3).request->isBounded);
}

TEST(CudaSource, AnArrayInAStructOfParametersIsFollowedWhereItIsIndexedByALoop) {
  const CudaKernel kernel(R"(
struct Shape { int stride[4]; };
__global__ void k(int *out, Shape s) {
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += s.stride[i];
  out[sum + threadIdx.x] = 1;
})");
  const RecordedAccess access = kernel.run().mark(1);
  ASSERT_TRUE(access.request);
  EXPECT_EQ(laneStride(*access.request, kFullMask), 4);
}

TEST(CudaSource, ALocalArrayIndexedInAnUnrolledOrKnownLoopKeepsItsValues) {
  const CudaKernel kernel(R"(
__global__ void k(int *out) {
  int offsets[4];
  for (int i = 0; i < 4; ++i)
    offsets[i] = i * 32 + threadIdx.x;
  for (int i = 0; i < 4; ++i)
    out[offsets[i]] = 1;
})");
  const std::vector<RecordedAccess> marks = kernel.run().marks(1);
  ASSERT_EQ(marks.size(), 4u);
  for (size_t i = 0; i < 4; ++i)
    EXPECT_EQ(marks[i].lanes(),
              lanesWhere([&](int64_t l) { return 4 * (32 * static_cast<int64_t>(i) + l); }));
}

TEST(CudaSource, ConstantTablesAreReadAtKnownPlaces) {
  const CudaKernel kernel(R"(
static const __device__ int table[4] = {3, 1, 0, 2};
__constant__ int settings[4];
__global__ void k(int *out) {
  constexpr int local[4] = {5, 6, 7, 8};
  out[table[threadIdx.x & 3]] = 1;
  out[local[threadIdx.x & 3]] = 2;
  out[settings[2] + threadIdx.x] = 3;
})");
  const Recording run = kernel.run();
  const int64_t table[] = {3, 1, 0, 2};
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([&](int64_t l) { return 4 * table[l & 3]; }));
  EXPECT_EQ(run.mark(2).lanes(), lanesWhere([&](int64_t l) { return 4 * (5 + (l & 3)); }));
  // What the host puts there is not known, but the same for all lanes.
  ASSERT_TRUE(run.mark(3).request);
  EXPECT_EQ(laneStride(*run.mark(3).request, kFullMask), 4);
}

TEST(CudaSource, ASwizzledTileIsExact) {
  const CudaKernel kernel(R"(
__global__ void k() {
  __shared__ int tile[32 * 32];
  for (int row = 0; row < 2; ++row)
    tile[threadIdx.x * 32 + (row ^ threadIdx.x)] = 1;
})");
  const std::vector<RecordedAccess> marks = kernel.run().marks(1);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[1].lanes(), lanesWhere([](int64_t l) { return 4 * (32 * l + (1 ^ l)); }));
}

TEST(CudaSource, AtomicsOnSharedAndGlobalMemoryAreTold) {
  const CudaKernel kernel(R"(
__global__ void k(int *total, float *sums) {
  __shared__ int bins[64];
  atomicAdd(&bins[threadIdx.x], 1);
  atomicAdd(total, 5);
  atomicAdd(&sums[threadIdx.x], 1.0f);
  atomicCAS(total, 0, 1);
})");
  const Recording run = kernel.run();
  ASSERT_EQ(run.accesses(AccessKind::Atomic, AddressSpace::Shared).size(), 1u);
  const auto global = run.accesses(AccessKind::Atomic, AddressSpace::Global);
  ASSERT_EQ(global.size(), 3u);
  EXPECT_TRUE(global[0].address.isUniform());
  EXPECT_EQ(global[1].lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
  EXPECT_TRUE(kernel.program().declined.empty());
}

TEST(CudaSource, WarpIntrinsicsAreFollowed) {
  const CudaKernel kernel(R"(
__global__ void k(int *out) {
  out[__shfl_xor_sync(0xffffffffu, threadIdx.x, 1)] = 1;
  out[__popc(__ballot_sync(0xffffffffu, threadIdx.x < 7))] = 2;
  out[__brev(threadIdx.x) >> 27] = 3;
  if (__any_sync(0xffffffffu, threadIdx.x == 31))
    out[0] = 4;
  if (__all_sync(0xffffffffu, threadIdx.x == 31))
    out[0] = 5;
  out[__shfl_down_sync(0xffffffffu, threadIdx.x, 2, 4)] = 6;
})");
  const Recording run = kernel.run();
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([](int64_t l) { return 4 * (l ^ 1); }));
  EXPECT_EQ(run.mark(2).lanes(), lanesWhere([](int64_t) { return 28; }));
  // The five bits of a lane number in reverse order.
  EXPECT_EQ(run.mark(3).lanes(), lanesWhere([](int64_t l) {
              int64_t reversed = 0;
              for (int bit = 0; bit < 5; ++bit)
                reversed |= (l >> bit & 1) << (4 - bit);
              return 4 * reversed;
            }));
  EXPECT_EQ(run.mark(4).mask, kFullMask);
  EXPECT_TRUE(run.marks(5).empty());
  EXPECT_EQ(run.mark(6).lanes(), lanesWhere([](int64_t l) { return 4 * (l % 4 < 2 ? l + 2 : l); }));
}

TEST(CudaSource, ATemplateAndALambdaComeOutAsPlainAccesses) {
  const CudaKernel kernel(R"(
template <int N, class F> __device__ void each(F f) {
  for (int i = 0; i < N; ++i)
    f(i);
}
template <class T> __global__ void fill(T *out) {
  each<2>([=](int i) { out[i * 32 + threadIdx.x] = 9; });
}
template __global__ void fill<int>(int *);
)");
  const std::vector<RecordedAccess> marks = kernel.run().marks(9);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[1].lanes(), lanesWhere([](int64_t l) { return 4 * (32 + l); }));
}

TEST(CudaSource, RecursionIsDeclinedByName) {
  const CudaKernel kernel(R"(
__device__ int depth(int n) { return n < 2 ? 1 : depth(n - 1) * n + depth(n - 2); }
__global__ void k(int *out, int n) { out[depth(n)] = 1; })");
  ASSERT_FALSE(kernel.program().declined.empty());
  const std::string& reason = kernel.program().declined[0].reason;
  EXPECT_NE(reason.find("recursion"), std::string::npos) << reason;
  EXPECT_NE(reason.find("depth"), std::string::npos) << reason;
}

TEST(CudaSource, AGridStrideLoopKeepsItsAccessesAligned) {
  const CudaKernel kernel(R"(
__global__ void k(int *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = 1;
})");
  Launch launch;
  launch.block = {128, 1, 1};
  const std::vector<RecordedAccess> marks = kernel.run(launch).marks(1);
  ASSERT_GE(marks.size(), 4u * 2);
  for (const RecordedAccess& access : marks) {
    ASSERT_TRUE(access.request);
    EXPECT_EQ(laneStride(*access.request, access.mask), 4);
    EXPECT_GE(access.alignment, 32u);
    EXPECT_EQ(access.mask, kFullMask);
  }
}

} // namespace
} // namespace cuda_lint
