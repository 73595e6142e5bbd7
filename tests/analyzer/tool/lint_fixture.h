#pragma once

#include "tests/analyzer/tool/run_program.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace cuda_lint {

/// A folder of its own for each test, in which it writes sources and runs the real cuda-lint.
class LintFixture : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "cuda-lint-test-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = std::filesystem::canonical(pattern);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }

  std::string read(const std::string& name) {
    std::ifstream file(folder / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  ProgramResult lint(std::vector<std::string> arguments, ProgramOptions options = {}) {
    arguments.insert(arguments.begin(), CUDA_LINT_BINARY);
    options.directory = folder;
    return runProgram(arguments, options);
  }

  std::filesystem::path folder;
};

/// All 32 lanes of each access lie in one bank: a warning of bank-conflict, and nothing else, on lines 4
/// and 6.
inline constexpr const char* conflictSource = R"(
__global__ void conflict(float* out) {
  __shared__ float tile[32 * 32];
  tile[threadIdx.x * 32] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 32];
}
void launch(float* out) { conflict<<<1, 32>>>(out); }
)";

/// Nothing to find.
inline constexpr const char* cleanSource = R"(
__global__ void clean(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch(float* out) { clean<<<64, 256>>>(out); }
)";

/// A loop with no end that works on registers until the budget runs out.
inline constexpr const char* endlessSource = R"(
__global__ void endless(unsigned* out) {
  unsigned x = threadIdx.x;
  for (;;) {
    x = x * 1664525u + 1013904223u;
    if (x == 0xffffffffu && threadIdx.x > 1024)
      out[threadIdx.x] = x;
  }
}
void launch(unsigned* out) { endless<<<1, 32>>>(out); }
)";

} // namespace cuda_lint
