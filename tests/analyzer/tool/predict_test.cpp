#include "tests/analyzer/tool/lint_fixture.h"

#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"

#include <algorithm>

namespace cuda_lint {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* copySource = R"(
__global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
template <int N> __global__ void scale(float* out) { out[threadIdx.x * N] *= 2; }
template __global__ void scale<2>(float*);
template __global__ void scale<4>(float*);
)";

class Predict : public LintFixture {
protected:
  void SetUp() override {
    LintFixture::SetUp();
    write("copy.cu", copySource);
  }

  ProgramResult predict(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "predict");
    return lint(std::move(arguments));
  }

  /// Wrong usage: one line on standard error, nothing else.
  void expectUsageError(const std::vector<std::string>& arguments, const std::string& sentence) {
    ProgramResult result = predict(arguments);
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_EQ(result.output, "");
    EXPECT_THAT(result.errors, AllOf(StartsWith("cuda-lint predict: "), HasSubstr(sentence), EndsWith("\n")));
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  }

  const std::vector<std::string> copy{"copy.cu", "--kernel", "copy", "--grid", "40", "--block", "256"};
  std::vector<std::string> with(std::vector<std::string> more) const {
    std::vector<std::string> all = copy;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
};

TEST_F(Predict, TextAndJsonTellTheSame) {
  const ProgramResult text = predict(with({"--arg", "n=10000"}));
  EXPECT_EQ(text.status, 0) << text.errors;
  EXPECT_EQ(text.errors, "");
  // 312 whole warps of 4 sectors and one of 2, loaded and stored.
  EXPECT_THAT(text.output, AllOf(HasSubstr("\nexact: "), HasSubstr("copy.cu:5"), HasSubstr("2,500")));
  const ProgramResult json = predict(with({"--arg", "n=10000", "--format", "json"}));
  EXPECT_EQ(json.status, 0);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(json.output);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  EXPECT_EQ(parsed->getAsObject()->getObject("totals")->getInteger("global_sectors"), 2500);
  EXPECT_EQ(parsed->getAsObject()->getBoolean("exact"), true);
}

TEST_F(Predict, TwoRunsPrintTheSameBytes) {
  const std::vector<std::string> arguments = with({"--arg", "n=9999", "--format", "json"});
  EXPECT_EQ(predict(arguments).output, predict(arguments).output);
}

TEST_F(Predict, WhatFollowsTheDashesIsClangs) {
  write("macro.cu", "__global__ void k(float* out) { out[threadIdx.x * STRIDE] = 1; }");
  const std::vector<std::string> arguments{"macro.cu", "--kernel", "k", "--grid", "1", "--block", "32"};
  EXPECT_EQ(predict(arguments).status, 3);
  std::vector<std::string> defined = arguments;
  defined.insert(defined.end(), {"--", "-DSTRIDE=8"});
  EXPECT_THAT(predict(defined).output, HasSubstr("ideal 4\n"));
}

TEST_F(Predict, WrongUsageIsOneSentence) {
  expectUsageError({}, "no file is named");
  expectUsageError({"copy.cu"}, "--kernel is missing");
  expectUsageError({"copy.cu", "--kernel", "copy"}, "--grid is missing");
  expectUsageError({"copy.cu", "--kernel", "copy", "--grid", "1"}, "--block is missing");
  expectUsageError({"copy.cu", "--kernel", "copy", "--grid", "0", "--block", "32"}, "'0' is not X[,Y[,Z]]");
  expectUsageError({"copy.cu", "--kernel", "copy", "--grid", "1,1,1,1", "--block", "32"},
                   "'1,1,1,1' is not X[,Y[,Z]]");
  expectUsageError({"copy.cu", "--kernel", "copy", "--grid", "1,70000", "--block", "32"},
                   "more than a launch allows");
  expectUsageError({"copy.cu", "--kernel", "copy", "--grid", "1", "--block", "32,64"},
                   "more than a launch allows");
  expectUsageError(with({"--arg", "n"}), "'n' is not NAME=VALUE");
  expectUsageError(with({"--arg", "n=1", "--arg", "n=2"}), "'n' is given twice");
  expectUsageError(with({"--arg", "n=x"}), "'x' is no integer");
  expectUsageError(with({"--arg", "m=1"}), "no parameter 'm'");
  expectUsageError(with({}), "copy needs --arg n=VALUE");
  expectUsageError(with({"--format", "xml"}), "text, json");
  expectUsageError(with({"--arch", "sm_20"}), "'sm_20'");
  expectUsageError(with({"--dynamic-smem", "300000"}), "no architecture has more");
  expectUsageError(with({"--arg", "n=1", "-o", "no/such/folder.txt"}), "there is no folder");
  expectUsageError({".", "--kernel", "copy", "--grid", "1", "--block", "32"}, "is a directory");
  expectUsageError({"nowhere.cu", "--kernel", "copy", "--grid", "1", "--block", "32"}, "no such file");
}

TEST_F(Predict, KernelsThatThereAreNotAreToldWithThoseThatThereAre) {
  expectUsageError({"copy.cu", "--kernel", "paste", "--grid", "1", "--block", "32"},
                   "the file has copy, scale<2>");
  expectUsageError({"copy.cu", "--kernel", "scale", "--grid", "1", "--block", "32"}, "more than one kernel");
  EXPECT_EQ(predict({"copy.cu", "--kernel", "scale<4>", "--grid", "1", "--block", "32"}).status, 0);
}

TEST_F(Predict, AFileThatDoesNotParseIsNoWrongUsage) {
  write("bad.cu", "__global__ void k( {");
  const ProgramResult result = predict({"bad.cu", "--kernel", "k", "--grid", "1", "--block", "32"});
  EXPECT_EQ(result.status, 3);
  EXPECT_THAT(result.errors, HasSubstr("bad.cu:1:"));
}

TEST_F(Predict, ALoopLongerThanTheBudgetIsSampled) {
  write("endless.cu", "__global__ void endless(volatile float* out) {\n"
                      "  for (long long i = 0; i < (1LL << 60); ++i)\n"
                      "    out[threadIdx.x] = i;\n}\n");
  const ProgramResult result = predict({"endless.cu", "--kernel", "endless", "--grid", "1", "--block", "32",
                                        "--instruction-budget", "100000"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, AllOf(HasSubstr("not exact"), HasSubstr("100000 warp instructions")));
}

TEST_F(Predict, TheOutputGoesIntoAFile) {
  EXPECT_EQ(predict(with({"--arg", "n=5", "-o", "out.txt"})).output, "");
  EXPECT_THAT(read("out.txt"), HasSubstr("global sectors"));
}

TEST_F(Predict, HelpNamesTheOptions) {
  const ProgramResult result = predict({"--help"});
  EXPECT_EQ(result.status, 0);
  for (const char* option : {"--kernel", "--grid", "--block", "--dynamic-smem", "--arg", "--format"})
    EXPECT_THAT(result.output, HasSubstr(option));
}

} // namespace
} // namespace cuda_lint
