#include "predict_fixture.h"

#include <gmock/gmock.h>

namespace cuda_lint {
namespace {

using ::testing::HasSubstr;

constexpr const char* kGuarded = "__global__ void k(const float* in, float* out, int n) {\n"
                                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "  if (i < n)\n"
                                 "    out[i] = in[2 * i];\n"
                                 "}\n";

TEST_F(PredictTest, CountsOverTheWholeGrid) {
  const Outcome outcome = predictSource(kGuarded, request("k", {40, 1, 1}, {256, 1, 1}, {{"n", "10000"}}));
  ASSERT_EQ(outcome.error, "");
  const Prediction& prediction = outcome.prediction;
  EXPECT_TRUE(prediction.isExact);
  EXPECT_EQ(prediction.blocksCovered, 40u);
  // 10000 threads are 312 warps and one of 16 lanes.
  const SiteCounts loads = countsAt(prediction, SiteKind::GlobalLoad);
  EXPECT_EQ(loads.executions.value, 313u);
  EXPECT_EQ(loads.lanes.value, 10000u);
  EXPECT_EQ(loads.sectors.value, 312u * 8 + 4);
  EXPECT_EQ(loads.sectorsIdeal.value, 312u * 4 + 2);
  // 256 bytes are two lines; the 16 lanes' 128 bytes are one.
  EXPECT_EQ(loads.requests.value, 312u * 2 + 1);
  EXPECT_EQ(countsAt(prediction, SiteKind::GlobalStore).sectors.value, 312u * 4 + 2);
  const SiteCounts branch = countsAt(prediction, SiteKind::Branch, 3);
  EXPECT_EQ(branch.executions.value, 320u);
  EXPECT_EQ(branch.divergent.value, 1u);
}

TEST_F(PredictTest, AMissingArgumentIsToldByName) {
  const Outcome outcome = predictSource(kGuarded, request("k", {40, 1, 1}, {256, 1, 1}));
  EXPECT_THAT(outcome.error, HasSubstr("k needs --arg n=VALUE"));
}

TEST_F(PredictTest, ArgumentsThatDecideNothingAreNotAskedFor) {
  const Outcome outcome = predictSource("__global__ void k(float* out, float scale, int tag) {\n"
                                        "  out[threadIdx.x] = scale * tag;\n}\n",
                                        request("k", {1, 1, 1}, {32, 1, 1}));
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.prediction.isExact);
}

TEST_F(PredictTest, FieldsOfStructuresAreArguments) {
  const char* source =
      "struct Size { int width, height; };\nstruct Job { Size size; long long offset; float scale; };\n"
      "__global__ void k(float* out, Job job) {\n"
      "  if (threadIdx.x < job.size.width)\n"
      "    out[threadIdx.x + job.offset] = job.scale * job.size.height;\n}\n";
  const Outcome missing = predictSource(source, request("k", {1, 1, 1}, {32, 1, 1}, {{"job.offset", "0"}}));
  EXPECT_THAT(missing.error, HasSubstr("k needs --arg job.size.width=VALUE"));
  EXPECT_THAT(missing.error, ::testing::Not(HasSubstr("height")));
  const Outcome outcome = predictSource(
      source, request("k", {1, 1, 1}, {32, 1, 1}, {{"job.offset", "5"}, {"job.size.width", "8"}}));
  ASSERT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.prediction.isExact);
  // Words 5 to 12 lie in two sectors.
  EXPECT_EQ(countsAt(outcome.prediction, SiteKind::GlobalStore).sectors.value, 2u);
}

TEST_F(PredictTest, MembersOfBasesArraysAndUnnamedUnionsAreArguments) {
  const char* source =
      "struct Base { int pad, stride; };\n"
      "struct Job : Base { int dims[3]; union { int first; float value; }; struct { int at[2]; } in[2]; };\n"
      "__global__ void k(float* out, Job job) {\n"
      "  out[threadIdx.x * job.stride + job.dims[2] + job.first + job.in[1].at[1]] = 1;\n}\n";
  EXPECT_THAT(predictSource(source, request("k", {1, 1, 1}, {32, 1, 1})).error,
              HasSubstr("k needs --arg job.stride=VALUE --arg job.dims[2]=VALUE --arg job.first=VALUE --arg "
                        "job.in[1].at[1]=VALUE"));
  const Outcome outcome = predictSource(
      source,
      request("k", {1, 1, 1}, {32, 1, 1},
              {{"job.stride", "2"}, {"job.dims[2]", "8"}, {"job.first", "0"}, {"job.in[1].at[1]", "-8"}}));
  ASSERT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.prediction.isExact);
  EXPECT_EQ(outcome.prediction.totals.counts.sectors.value, 8u);
}

TEST_F(PredictTest, AKernelOutsideOfAllNamespacesGoesFirst) {
  const char* source = "__global__ void k(float* out) { out[threadIdx.x] = 1; }\n"
                       "namespace a { __global__ void k(float* out) { out[threadIdx.x * 8] = 1; } }\n";
  EXPECT_EQ(predictSource(source, request("k", {1, 1, 1}, {32, 1, 1})).prediction.kernel, "k");
  EXPECT_EQ(predictSource(source, request("::k", {1, 1, 1}, {32, 1, 1})).prediction.kernel, "k");
  EXPECT_EQ(predictSource(source, request("a::k", {1, 1, 1}, {32, 1, 1})).prediction.kernel, "a::k");
}

TEST_F(PredictTest, BlocksBeyondTheLaunchBoundsAreRefused) {
  const char* source = "__global__ void __launch_bounds__(128) k(float* out) { out[threadIdx.x] = 1; }";
  EXPECT_EQ(predictSource(source, request("k", {1, 1, 1}, {128, 1, 1})).error, "");
  EXPECT_THAT(predictSource(source, request("k", {1, 1, 1}, {129, 1, 1})).error,
              HasSubstr("129 threads are more than"));
}

TEST_F(PredictTest, ALoopWithoutAnExitIsTold) {
  EXPECT_THAT(predictSource("__global__ void k(int* out) { while (true) out[threadIdx.x] += 1; }",
                            request("k", {1, 1, 1}, {32, 1, 1}))
                  .error,
              HasSubstr("it never ends"));
}

TEST_F(PredictTest, LoopsThatTheBudgetCutsShortHaveNoUpperBound) {
  PredictionRequest limited = request("k", {1, 1, 1}, {32, 1, 1}, {{"n", "100000"}});
  limited.instructionBudget = 10'000;
  const Outcome outcome =
      predictSource("__global__ void k(volatile float* out, int n) {\n"
                    "  for (int i = 0; i < n; ++i)\n    out[i * 32 + threadIdx.x] = 1;\n}\n",
                    limited);
  ASSERT_EQ(outcome.error, "");
  EXPECT_FALSE(outcome.prediction.isExact);
  EXPECT_EQ(outcome.prediction.totals.counts.sectors.most, Count::kUnbounded);
}

TEST_F(PredictTest, APointerMayLieOffItsAllocation) {
  const char* source = "__global__ void k(float* out) { out[threadIdx.x] = 1; }";
  EXPECT_EQ(predictSource(source, request("k", {1, 1, 1}, {32, 1, 1})).prediction.totals.counts.sectors.value,
            4u);
  EXPECT_EQ(predictSource(source, request("k", {1, 1, 1}, {32, 1, 1}, {{"out", "4"}}))
                .prediction.totals.counts.sectors.value,
            5u);
}

TEST_F(PredictTest, WrongArgumentsAreToldWithWhatThereIs) {
  auto errorFor = [&](const char* name, const char* value) {
    return predictSource(kGuarded, request("k", {1, 1, 1}, {32, 1, 1}, {{name, value}})).error;
  };
  EXPECT_THAT(errorFor("m", "1"), HasSubstr("no parameter 'm'; its parameters are in, out, n"));
  EXPECT_THAT(errorFor("n", "many"), HasSubstr("'many' is no integer"));
  EXPECT_THAT(errorFor("n", "5000000000"), HasSubstr("does not fit into int"));
  EXPECT_THAT(errorFor("n.x", "1"), HasSubstr("'n' has no field 'x'"));
}

TEST_F(PredictTest, KernelsAreNamedAsUsersWriteThem) {
  const char* source =
      "template <typename T, unsigned N> __global__ void k(T* out) { out[threadIdx.x % N] = T(); }\n"
      "template __global__ void k<float, 32>(float*);\ntemplate __global__ void k<int, 8>(int*);\n"
      "namespace a { __global__ void only() {} }\n";
  EXPECT_EQ(predictSource(source, request("k<float, 32>", {1, 1, 1}, {32, 1, 1})).error, "");
  EXPECT_EQ(predictSource(source, request("k<int,8u>", {1, 1, 1}, {32, 1, 1})).error, "");
  EXPECT_EQ(predictSource(source, request("a::only", {1, 1, 1}, {32, 1, 1})).error, "");
  EXPECT_EQ(predictSource(source, request("only", {1, 1, 1}, {32, 1, 1})).error, "");
  EXPECT_THAT(predictSource(source, request("k", {1, 1, 1}, {32, 1, 1})).error,
              HasSubstr("names more than one kernel"));
  EXPECT_THAT(predictSource(source, request("q", {1, 1, 1}, {32, 1, 1})).error,
              HasSubstr("there is no such kernel"));
}

TEST_F(PredictTest, DataThatDecideAnAddressGiveBounds) {
  const Outcome outcome = predictSource("__global__ void k(const int* index, const float* in, float* out) {\n"
                                        "  out[threadIdx.x] = in[index[threadIdx.x]];\n}\n",
                                        request("k", {1, 1, 1}, {32, 1, 1}));
  ASSERT_EQ(outcome.error, "");
  EXPECT_FALSE(outcome.prediction.isExact);
  ASSERT_EQ(outcome.prediction.gaps.size(), 1u);
  EXPECT_EQ(outcome.prediction.gaps[0].line, 2u);
  EXPECT_THAT(outcome.prediction.gaps[0].reason, HasSubstr("data decides the addresses"));
  // index and out take 4 sectors each; the gather from 1 to 32.
  EXPECT_EQ(outcome.prediction.totals.counts.sectors.least, 4u + 4 + 1);
  EXPECT_EQ(outcome.prediction.totals.counts.sectors.most, 4u + 4 + 32);
}

TEST_F(PredictTest, DataThatDecideWhoRunsGiveBounds) {
  const Outcome outcome = predictSource("__global__ void k(const int* in, float* out) {\n"
                                        "  if (in[threadIdx.x] > 0)\n"
                                        "    out[threadIdx.x] = 1;\n}\n",
                                        request("k", {1, 1, 1}, {64, 1, 1}));
  ASSERT_EQ(outcome.error, "");
  EXPECT_FALSE(outcome.prediction.isExact);
  const SiteCounts stores = countsAt(outcome.prediction, SiteKind::GlobalStore);
  EXPECT_EQ(stores.sectors.least, 0u);
  EXPECT_EQ(stores.sectors.most, 8u);
  EXPECT_EQ(countsAt(outcome.prediction, SiteKind::GlobalLoad).sectors.least, 8u);
}

TEST_F(PredictTest, DataThatDecideHowOftenALoopRunsLeaveNoUpperBound) {
  const Outcome outcome = predictSource("__global__ void k(const int* ends, float* out) {\n"
                                        "  for (int i = 0; i < ends[blockIdx.x]; ++i)\n"
                                        "    out[i * 32 + threadIdx.x] = 1;\n"
                                        "  out[threadIdx.x] = 2;\n}\n",
                                        request("k", {4, 1, 1}, {32, 1, 1}));
  ASSERT_EQ(outcome.error, "");
  const SiteCounts inside = countsAt(outcome.prediction, SiteKind::GlobalStore, 3);
  EXPECT_EQ(inside.sectors.least, 0u);
  EXPECT_EQ(inside.sectors.most, Count::kUnbounded);
  // What follows the loop runs once for sure.
  const SiteCounts behind = countsAt(outcome.prediction, SiteKind::GlobalStore, 4);
  EXPECT_EQ(behind.sectors.least, 16u);
  EXPECT_EQ(behind.sectors.most, 16u);
}

TEST_F(PredictTest, BlocksThatTheBudgetLeavesOutAreEstimated) {
  PredictionRequest limited = request("k", {1000, 1, 1}, {32, 1, 1});
  limited.instructionBudget = 500;
  const Outcome outcome = predictSource(
      "__global__ void k(float* out) { out[blockIdx.x * blockIdx.x * 8] = threadIdx.x; }", limited);
  ASSERT_EQ(outcome.error, "");
  EXPECT_FALSE(outcome.prediction.isExact);
  EXPECT_LT(outcome.prediction.blocksCovered, 1000u);
  EXPECT_EQ(outcome.prediction.totals.counts.sectors.value, 1000u);
  EXPECT_THAT(outcome.prediction.gaps.back().reason, HasSubstr("of 1000 blocks"));
}

/// The tiled product of docs/predict.md: lanes that part at the guard while they load a tile of M, in a grid
/// that covers `rows` rows of blocks.
class BoundaryExample : public PredictTest {
protected:
  SiteCounts guard(unsigned tile, uint64_t rows) {
    const std::string size = std::to_string(tile);
    const std::string source =
        "__global__ void product(const float* M, const float* N, float* P, int Width) {\n"
        "  __shared__ float m[" +
        size + "][" + size + "], n[" + size + "][" + size +
        "];\n"
        "  int tx = threadIdx.x, ty = threadIdx.y;\n"
        "  int Row = blockIdx.y * " +
        size + " + ty, Col = blockIdx.x * " + size +
        " + tx;\n"
        "  float sum = 0;\n"
        "  for (int p = 0; p < (Width - 1) / " +
        size +
        " + 1; ++p) {\n"
        "    if (Row < Width && p * " +
        size +
        " + tx < Width)\n"
        "      m[ty][tx] = M[Row * Width + p * " +
        size +
        " + tx];\n"
        "    else\n      m[ty][tx] = 0;\n"
        "    if (p * " +
        size +
        " + ty < Width && Col < Width)\n"
        "      n[ty][tx] = N[(p * " +
        size +
        " + ty) * Width + Col];\n"
        "    else\n      n[ty][tx] = 0;\n"
        "    __syncthreads();\n"
        "    for (int i = 0; i < " +
        size +
        "; ++i)\n      sum += m[ty][i] * n[i][tx];\n"
        "    __syncthreads();\n  }\n"
        "  if (Row < Width && Col < Width)\n    P[Row * Width + Col] = sum;\n}\n";
    const uint64_t columns = (100 + tile - 1) / tile;
    const Outcome outcome =
        predictSource(source, request("product", {columns, rows, 1}, {tile, tile, 1}, {{"Width", "100"}}));
    EXPECT_EQ(outcome.error, "");
    EXPECT_TRUE(outcome.prediction.isExact);
    return countsAt(outcome.prediction, SiteKind::Branch, 7);
  }

  void expectGuard(unsigned tile, uint64_t insideRows, uint64_t divergedInside, uint64_t inside,
                   uint64_t divergedAtTheRim, uint64_t atTheRim) {
    const SiteCounts above = guard(tile, insideRows);
    EXPECT_EQ(above.divergent.value, divergedInside);
    EXPECT_EQ(above.executions.value, inside);
    const SiteCounts all = guard(tile, insideRows + 1);
    EXPECT_EQ(all.divergent.value - above.divergent.value, divergedAtTheRim);
    EXPECT_EQ(all.executions.value - above.executions.value, atTheRim);
  }
};

TEST_F(BoundaryExample, TilesOf16) {
  // 42 blocks of 8 warps, 7 phases, the last of which parts every warp; of the 7 blocks at the rim, rows 96
  // to 99 are the first two warps'.
  expectGuard(16, 6, 336, 2352, 14, 392);
}

TEST_F(BoundaryExample, TilesOf32) {
  // A warp is a row. 12 blocks of 32 warps, 4 phases; of the 4 blocks at the rim, 4 rows are inside.
  expectGuard(32, 3, 12 * 32, 12 * 32 * 4, 4 * 4, 4 * 32 * 4);
}

TEST_F(BoundaryExample, TilesOf8) {
  // A warp is four rows. 156 blocks of 2 warps, 13 phases; of the 13 blocks at the rim, the first warp is
  // inside.
  expectGuard(8, 12, 156 * 2, 156 * 2 * 13, 13, 13 * 2 * 13);
}

} // namespace
} // namespace cuda_lint
