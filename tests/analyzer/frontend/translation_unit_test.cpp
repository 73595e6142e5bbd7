#include "parse_fixture.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

#include <gmock/gmock.h>

namespace cuda_lint {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

using TranslationUnitTest = ParseTest;

std::vector<std::string> kernelsOf(TranslationUnit& unit) {
  std::vector<std::string> names;
  for (llvm::Function& function : unit.module())
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel && !function.isDeclaration()) {
      const clang::FunctionDecl* declaration = unit.declaration(function);
      names.push_back(declaration ? declaration->getQualifiedNameAsString() : "?");
    }
  return names;
}

std::vector<std::string> callsIn(clang::ASTContext& context) {
  struct Visitor : clang::RecursiveASTVisitor<Visitor> {
    bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* call) {
      names.push_back(call->getDirectCallee()->getNameAsString());
      return true;
    }
    std::vector<std::string> names;
  } visitor;
  visitor.TraverseAST(context);
  return visitor.names;
}

TEST_F(TranslationUnitTest, HoldsKernelsAsNvptxCodeAndHostFunctionsAsSyntax) {
  bool used = false;
  EXPECT_EQ(parse("__global__ void k(int* p) { *p = 1; }\nint main() { k<<<1, 32>>>(nullptr); }\n",
                  [&](TranslationUnit& unit) {
                    used = true;
                    EXPECT_THAT(kernelsOf(unit), ElementsAre("k"));
                    EXPECT_TRUE(unit.module().getTargetTriple().isNVPTX());
                    EXPECT_EQ(unit.module().getFunction("main"), nullptr);
                    EXPECT_THAT(callsIn(unit.ast()), ElementsAre("k"));
                    EXPECT_THAT(unit.hostErrors(), IsEmpty());
                  }),
            "");
  EXPECT_TRUE(used);
}

TEST_F(TranslationUnitTest, NamesTheInstantiationThatAFunctionWasMadeFrom) {
  EXPECT_EQ(parse("template <class T> __global__ void k(T* p) { *p = 1; }\n"
                  "template __global__ void k<int>(int*);\n"
                  "void f() { k<double><<<1, 1>>>(nullptr); }\n",
                  [](TranslationUnit& unit) {
                    std::vector<std::string> types;
                    for (llvm::Function& function : unit.module())
                      if (const clang::FunctionDecl* declaration = unit.declaration(function))
                        types.push_back(declaration->getParamDecl(0)->getType().getAsString());
                    EXPECT_THAT(types, UnorderedElementsAre("int *", "double *"));
                  }),
            "");
}

TEST_F(TranslationUnitTest, InstructionsHaveLineAndColumn) {
  EXPECT_EQ(parse("__global__ void k(int* p) {\n  p[0] =\n    p[1];\n}\n",
                  [](TranslationUnit& unit) {
                    std::vector<std::pair<unsigned, unsigned>> places;
                    for (llvm::Function& function : unit.module())
                      for (llvm::Instruction& instruction : llvm::instructions(function))
                        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
                          if (store->getDebugLoc() && store->getValueOperand()->getType()->isIntegerTy(32))
                            places.emplace_back(store->getDebugLoc().getLine(),
                                                store->getDebugLoc().getCol());
                    EXPECT_THAT(places, ElementsAre(std::pair(2u, 8u)));
                  }),
            "");
}

TEST_F(TranslationUnitTest, NoPassHasRunButPassesMay) {
  EXPECT_EQ(parse("__device__ int twice(int x) { return 2 * x; }\n"
                  "__global__ void k(int* p) { int local = twice(3); *p = local; }\n",
                  [](TranslationUnit& unit) {
                    const llvm::Function* kernel = unit.module().getFunction("_Z1kPi");
                    ASSERT_NE(kernel, nullptr);
                    EXPECT_TRUE(llvm::any_of(llvm::instructions(*kernel), llvm::IsaPred<llvm::AllocaInst>));
                    EXPECT_TRUE(llvm::any_of(llvm::instructions(*kernel), llvm::IsaPred<llvm::CallInst>));
                    EXPECT_FALSE(kernel->hasFnAttribute(llvm::Attribute::OptimizeNone));
                    EXPECT_FALSE(
                        unit.module().getFunction("_Z5twicei")->hasFnAttribute(llvm::Attribute::NoInline));
                  }),
            "");
}

TEST_F(TranslationUnitTest, TheArchitectureReachesThePreprocessor) {
  const std::string file =
      tree.write("a.cu", "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 800\n#error wrong\n#endif\n");
  EXPECT_FALSE(
      bool(withTranslationUnit({file, tree.path(), {}}, cudaPath, "sm_80", [](TranslationUnit&) {})));
}

TEST_F(TranslationUnitTest, TheCommandsOwnArchitectureGivesWay) {
  EXPECT_EQ(errorOf("#if __CUDA_ARCH__ != 900\n#error wrong\n#endif\n",
                    {"--cuda-gpu-arch=sm_80", "--offload-arch=sm_75"}),
            "");
}

TEST_F(TranslationUnitTest, ArgumentsAreRelativeToTheDirectory) {
  tree.write("inc/value.h", "#define VALUE 3\n");
  EXPECT_EQ(errorOf("#include <value.h>\nstatic_assert(VALUE == WANTED, \"\");\n", {"-Iinc", "-DWANTED=3"}),
            "");
}

TEST_F(TranslationUnitTest, TheStandardIs17UnlessGiven) {
  EXPECT_EQ(errorOf("static_assert(__cplusplus == 201703L, \"\");\n"), "");
  EXPECT_EQ(errorOf("static_assert(__cplusplus == 202002L, \"\");\n", {"-std=c++20"}), "");
}

TEST_F(TranslationUnitTest, TheToolkitsLibrariesParse) {
  EXPECT_EQ(
      errorOf(
          "#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n#include <cub/block/block_reduce.cuh>\n"
          "__global__ void k(float* p) {\n"
          "  using Reduce = cub::BlockReduce<float, 128>;\n"
          "  __shared__ typename Reduce::TempStorage storage;\n"
          "  *p = Reduce(storage).Sum(p[threadIdx.x]);\n"
          "  cooperative_groups::this_grid().sync();\n"
          "}\n"),
      "");
}

TEST_F(TranslationUnitTest, AKernelMayLaunchAnother) {
  EXPECT_EQ(errorOf("__global__ void a() {}\n__global__ void b() { a<<<1, 1>>>(); }\n"), "");
}

TEST_F(TranslationUnitTest, TheFirstErrorIsTheMessageWithItsPlace) {
  const std::string error = errorOf("__device__ int f() {\n  return first;\n}\nsecond();\n");
  EXPECT_EQ(error, tree.path("a.cu") + ":2:10: error: use of undeclared identifier 'first'");
}

TEST_F(TranslationUnitTest, NothingIsPrinted) {
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  errorOf("#warning noise\n__device__ int f(int unused) { int x; return x; }\nint main() { wrong; }\n");
  errorOf("#error loud\n");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(TranslationUnitTest, UseIsNotCalledOnError) {
  bool used = false;
  parse("__global__ void k() { undeclared(); }\n", [&](TranslationUnit&) { used = true; });
  EXPECT_FALSE(used);
}

TEST_F(TranslationUnitTest, ErrorsInHostBodiesLeaveTheKernelsAnalyzable) {
  bool used = false;
  EXPECT_EQ(parse("namespace n {\n"
                  "void host() { undeclared_host_function(1); }\n"
                  "struct S { __device__ int get() const { return x; } int x; };\n"
                  "__global__ void k(S* s, int* p) { *p = s->get(); }\n"
                  "}\n"
                  "template <class T> void late(T t) { t.none(); }\n"
                  "int main() { late(1); n::k<<<1, 1>>>(nullptr, nullptr); }\n",
                  [&](TranslationUnit& unit) {
                    used = true;
                    EXPECT_THAT(kernelsOf(unit), ElementsAre("n::k"));
                    const llvm::Function* get = unit.module().getFunction("_ZNK1n1S3getEv");
                    ASSERT_NE(get, nullptr);
                    EXPECT_FALSE(get->isDeclaration());
                    EXPECT_THAT(unit.hostErrors(),
                                UnorderedElementsAre(AllOf(StartsWith(tree.path("a.cu") + ":2:15: error: "),
                                                           HasSubstr("undeclared_host_function")),
                                                     StartsWith(tree.path("a.cu") + ":6:38: error: ")));
                    EXPECT_THAT(callsIn(unit.ast()), ElementsAre("k"));
                  }),
            "");
  EXPECT_TRUE(used);
}

TEST_F(TranslationUnitTest, ErrorsThatDeviceCodeHangsOnAreNotForgiven) {
  EXPECT_THAT(errorOf("int main() { oops; }\n__global__ void k() { wrong; }\n"), HasSubstr(":2:23: error: "));
  EXPECT_THAT(errorOf("__device__ int x = nothing;\n"), HasSubstr("'nothing'"));
  EXPECT_THAT(errorOf("void f(Unknown u) {}\n"), HasSubstr("'Unknown'"));
  EXPECT_THAT(errorOf("void f() { auto l = [] __device__ { wrong; }; }\n"), HasSubstr("'wrong'"));
  EXPECT_THAT(
      errorOf("template <class T> __global__ void k(T t) { t.none(); }\nvoid f() { k<<<1, 1>>>(1); }\n"),
      HasSubstr(":1:46: error: "));
}

TEST_F(TranslationUnitTest, ACallFromTheDeviceToTheHostIsAnError) {
  EXPECT_THAT(errorOf("void host();\n__global__ void k() { host(); }\n"),
              AllOf(HasSubstr(":2:23: error: "), HasSubstr("'host'")));
}

TEST_F(TranslationUnitTest, WhatClangAloneTakesForAnErrorPasses) {
  EXPECT_EQ(errorOf("__global__ void k(unsigned n) { int a[]{n}; (void)a; }\n"), "");
}

TEST_F(TranslationUnitTest, AMissingHeaderIsAnError) {
  EXPECT_EQ(errorOf("#include <vector>\n#include \"gone.h\"\n"),
            tree.path("a.cu") + ":2:10: error: 'gone.h' file not found");
}

TEST_F(TranslationUnitTest, AnErrorInAHeaderHasTheHeadersPlace) {
  const std::string header = tree.write("bad.cuh", "\n__device__ Nothing f();\n");
  EXPECT_THAT(errorOf("#include \"bad.cuh\"\n"), StartsWith(header + ":2:12: error: "));
}

TEST_F(TranslationUnitTest, AnIncludeCycleIsAnError) {
  tree.write("loop.cuh", "#include \"loop.cuh\"\n#include \"loop.cuh\"\n");
  EXPECT_THAT(errorOf("#include \"loop.cuh\"\n"),
              AllOf(StartsWith(tree.path("loop.cuh") + ":1:10: error: "), HasSubstr("nested too deeply")));
}

TEST_F(TranslationUnitTest, WrongArgumentsNameTheFile) {
  EXPECT_EQ(errorOf("", {"-fno-such-option"}),
            tree.path("a.cu") + ": error: unknown argument: '-fno-such-option'");
}

TEST_F(TranslationUnitTest, WhatIsNoSourceFileIsSaid) {
  auto nothing = [](TranslationUnit&) { ADD_FAILURE() << "was parsed"; };
  EXPECT_THAT(parseFile(tree.path("gone.cu"), nothing),
              StartsWith(tree.path("gone.cu") + ": cannot be read: "));
  EXPECT_EQ(parseFile(tree.path(), nothing), tree.path() + ": is a directory, not a source file");
  EXPECT_EQ(parseFile("/dev/null", nothing), "/dev/null: is not a regular file");
}

TEST_F(TranslationUnitTest, AnEmptyFileHasNoKernels) {
  bool used = false;
  EXPECT_EQ(parse("",
                  [&](TranslationUnit& unit) {
                    used = true;
                    EXPECT_THAT(kernelsOf(unit), IsEmpty());
                  }),
            "");
  EXPECT_TRUE(used);
}

TEST_F(TranslationUnitTest, BinaryDataGivesOneReadableLine) {
  std::string binary;
  for (int i = 0; i < 4096; ++i)
    binary += static_cast<char>(i * 37 % 256);
  const std::string error = errorOf(binary);
  EXPECT_THAT(error, AllOf(StartsWith(tree.path("a.cu") + ":"), Not(HasSubstr("\n"))));
  EXPECT_TRUE(llvm::json::isUTF8(error));
}

TEST_F(TranslationUnitTest, NulBytesAndOtherEncodingsInCommentsAreNoError) {
  EXPECT_EQ(errorOf(std::string("// caf\xE9 \0 \n__global__ void k() {}\n", 33)), "");
}

TEST_F(TranslationUnitTest, TenMegabytesOnOneLineParse) {
  std::string source = "__global__ void k(int* p) { ";
  while (source.size() < 10'000'000)
    source += ";                                                                             ";
  EXPECT_EQ(errorOf(source + "*p = 1; }"), "");
}

TEST_F(TranslationUnitTest, ADirectoryWithoutAToolkitIsSaid) {
  cudaPath = tree.path("gone");
  EXPECT_EQ(errorOf(""), tree.path("gone") + ": holds no CUDA toolkit (no include/cuda_runtime.h)");
}

TEST_F(TranslationUnitTest, AnUnknownArchitectureIsSaid) {
  llvm::Error error = withTranslationUnit({tree.write("a.cu", ""), tree.path(), {}}, cudaPath, "sm_1",
                                          [](TranslationUnit&) {});
  EXPECT_EQ(llvm::toString(std::move(error)), "unknown architecture 'sm_1'");
}

} // namespace
} // namespace cuda_lint
