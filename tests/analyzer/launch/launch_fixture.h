#pragma once

#include "analyzer/launch/launch.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace cuda_lint {

/// The part of the CUDA runtime's headers that launches need.
inline constexpr const char* cudaHeader = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
typedef __SIZE_TYPE__ size_t;
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
enum cudaError_t { cudaSuccess };
typedef struct CUstream_st* cudaStream_t;
struct cudaLaunchConfig_t { dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; cudaStream_t stream; };
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
extern "C" cudaError_t cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
template <class T> cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** args, size_t shared = 0,
                                                cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)kernel, grid, block, args, shared, stream);
}
template <class... Expected, class... Actual>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Expected...), Actual&&... args);
extern "C" cudaError_t cudaMalloc(void**, size_t);
extern "C" int atoi(const char*);
extern "C" int scanf(const char*, ...);
extern "C" int printf(const char*, ...);
extern "C" double ceil(double);
extern "C" [[noreturn]] void exit(int);
int deviceCount();
#line 1
)";

class LaunchTest : public ::testing::Test {
protected:
  /// Parses `code` for the device, behind the header; fails the test where it does not parse.
  void parse(const std::string& code, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"-x",         "cuda",       "--cuda-device-only",
                                       "-std=c++20", "-nocudainc", "--cuda-gpu-arch=sm_90",
                                       "-nocudalib", "-Xclang",    "-target-sdk-version=12.8",
                                       "-w"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ast_ = clang::tooling::buildASTFromCodeWithArgs(cudaHeader + code, arguments, "/src/input.cu");
    ASSERT_TRUE(ast_);
    ASSERT_FALSE(ast_->getDiagnostics().hasErrorOccurred());
    launches_ = findLaunches(ast_->getASTContext());
  }

  /// The kernel called `name`, template arguments included; fails the test where there is none.
  const clang::FunctionDecl* kernel(const std::string& name) {
    struct Finder : clang::RecursiveASTVisitor<Finder> {
      bool shouldVisitTemplateInstantiations() const { return true; }
      bool VisitFunctionDecl(clang::FunctionDecl* function) {
        std::string printed;
        llvm::raw_string_ostream stream(printed);
        function->getNameForDiagnostic(stream, clang::PrintingPolicy(function->getLangOpts()), true);
        if (printed == wanted && !function->isDependentContext())
          found = function->getCanonicalDecl();
        return true;
      }
      std::string wanted;
      const clang::FunctionDecl* found = nullptr;
    } finder;
    finder.wanted = name;
    finder.TraverseDecl(ast_->getASTContext().getTranslationUnitDecl());
    EXPECT_TRUE(finder.found) << name;
    return finder.found;
  }

  /// What findLaunches has for `name`; empty where it has nothing.
  std::vector<Launch> launchesOf(const std::string& name) {
    auto found = launches_.find(kernel(name));
    return found == launches_.end() ? std::vector<Launch>() : found->second;
  }

  /// The block shapes of all launches of `name`, in the order found.
  std::vector<std::array<uint64_t, 3>> blocksOf(const std::string& name) {
    std::vector<std::array<uint64_t, 3>> blocks;
    for (const Launch& launch : launchesOf(name))
      blocks.push_back(launch.block);
    return blocks;
  }

  /// Parses host code that launches `k` and gives the block shapes; `body` is that of main.
  std::vector<std::array<uint64_t, 3>> blocksInMain(const std::string& body, const std::string& before = "") {
    parse("__global__ void k(int n) {}\n" + before + "\nint main(int argc, char** argv) {" + body + "}");
    return blocksOf("k");
  }

  std::unique_ptr<clang::ASTUnit> ast_;
  LaunchMap launches_;
};

using Block = std::array<uint64_t, 3>;
using Blocks = std::vector<Block>;
using Grid = std::array<std::optional<uint64_t>, 3>;

} // namespace cuda_lint
