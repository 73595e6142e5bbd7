#include "parse_fixture.h"

#include "clang/AST/ASTContext.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <gmock/gmock.h>

namespace cuda_lint {
namespace {

using NvccPreludeTest = ParseTest;

TEST_F(NvccPreludeTest, HostCodeHasMinAndMaxOfMixedTypesAsConstants) {
  bool used = false;
  EXPECT_EQ(parse("int host(int n) {\n"
                  "  static_assert(min(3, 4u) == 3 && max(3u, 4) == 4, \"\");\n"
                  "  static_assert(max(1LL, 2LL) == 2 && min(1.0f, 2.0) == 1.0, \"\");\n"
                  "  static_assert(sizeof(max(1, 2u)) == sizeof(unsigned), \"\");\n"
                  "  return max(n, 3) + min(n, 5);\n"
                  "}\n",
                  [&](TranslationUnit& unit) {
                    used = true;
                    EXPECT_TRUE(unit.hostErrors().empty());
                  }),
            "");
  EXPECT_TRUE(used);
}

TEST_F(NvccPreludeTest, DeviceCodeKeepsItsMinAndMax) {
  EXPECT_EQ(
      errorOf("__global__ void k(int* p, unsigned n) { *p = min(p[1], 3) + max(n, 3) + max(1.0f, 2.0); }\n"
              "template <class T> __host__ __device__ T both(T a, T b) { return max(a, b); }\n"
              "__global__ void l(int* p) { *p = both(p[0], p[1]); }\n"),
      "");
}

TEST_F(NvccPreludeTest, NvccsVersionIsTheToolkits) {
  EXPECT_EQ(
      errorOf(
          "static_assert(__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 == CUDA_VERSION, \"\");\n"
          "static_assert(__CUDACC_VER_BUILD__ >= 0, \"\");\n"),
      "");
}

TEST_F(NvccPreludeTest, HeadersThatNvccIncludesAreThere) {
  EXPECT_EQ(errorOf("FILE* file;\ntime_t now;\n"
                    "__global__ void k(int* p) { assert(p); printf(\"%d\", *p); }\n"),
            "");
}

TEST_F(NvccPreludeTest, MacrosOfTheCommandLineReachTheFileButNotWhatStandsAheadOfIt) {
  EXPECT_EQ(errorOf("static_assert(N == 8 && V == 3 && F(2) == 4, \"\");\nT x;\n__global__ void k() {}\n",
                    {"-DN=8", "-DV=3", "-DT=float", "-DF(x)=x*2", "-Da=b", "-Dp"}),
            "");
}

TEST_F(NvccPreludeTest, MacrosThatConfigureLibrariesReachThem) {
  EXPECT_EQ(errorOf("__global__ void k(int* p) { assert(undeclared); }\n", {"-DNDEBUG"}), "");
}

TEST_F(NvccPreludeTest, CacheHintsAreLoadsAndStores) {
  EXPECT_EQ(parse("__device__ float load(float* p) { return __ldca(p) + __ldlu(p); }\n"
                  "__device__ void store(int4* p, int4 v) { __stcg(p, v); __stcs(p, v); __stwb(p, v); "
                  "__stwt(p, v); }\n",
                  [](TranslationUnit& unit) {
                    unsigned loads = 0;
                    for (llvm::Function& function : unit.module())
                      if (function.getName().contains("__ldca") || function.getName().contains("__ldlu"))
                        for (llvm::Instruction& instruction : llvm::instructions(function))
                          loads +=
                              instruction.getType()->isFloatTy() && llvm::isa<llvm::LoadInst>(instruction);
                    EXPECT_EQ(loads, 2u);
                  }),
            "");
}

TEST_F(NvccPreludeTest, AtomicFunctionsAreAtomicInstructions) {
  EXPECT_EQ(
      parse("__global__ void k(int* p, float* f, unsigned long long* u) {\n"
            "  __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);\n"
            "  *p = __nv_atomic_fetch_max(p, 2, __NV_ATOMIC_SEQ_CST);\n"
            "  __nv_atomic_fetch_add(f, 1.0f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);\n"
            "  __nv_atomic_fetch_or(u, 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM);\n"
            "  __nv_atomic_store_n(p, 1, __NV_ATOMIC_RELEASE);\n"
            "  int old = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE);\n"
            "  __nv_atomic_compare_exchange_n(p, &old, 3, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);\n"
            "  *p = __nv_atomic_exchange_n(p, 4, __NV_ATOMIC_RELAXED);\n"
            "  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST);\n"
            "}\n",
            [](TranslationUnit& unit) {
              unsigned readModifyWrites = 0;
              unsigned exchanges = 0;
              for (llvm::Function& function : unit.module())
                for (llvm::Instruction& instruction : llvm::instructions(function)) {
                  readModifyWrites += llvm::isa<llvm::AtomicRMWInst>(instruction);
                  exchanges += llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
                }
              EXPECT_EQ(readModifyWrites, 5u);
              EXPECT_EQ(exchanges, 1u);
            }),
      "");
}

TEST_F(NvccPreludeTest, OpenMpOnTheHostParsesWithoutItsHeaderBeingInstalled) {
  EXPECT_EQ(
      parse("#include <omp.h>\nint main() { return omp_get_max_threads() > 1 && omp_get_wtime() > 0; }\n",
            [](TranslationUnit& unit) { EXPECT_TRUE(unit.hostErrors().empty()); }),
      "");
}

} // namespace
} // namespace cuda_lint
