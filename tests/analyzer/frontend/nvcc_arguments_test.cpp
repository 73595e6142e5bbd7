#include "analyzer/frontend/nvcc_arguments.h"

#include "temporary_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Arguments = std::vector<std::string>;

TranslatedArguments translated(const Arguments& nvcc, const std::string& directory = "/") {
  auto result = translateNvccArguments(nvcc, directory);
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return *result;
}

struct Case {
  std::string name;
  Arguments nvcc;
  Arguments clang;
};

void PrintTo(const Case& value, std::ostream* stream) {
  *stream << ::testing::PrintToString(value.nvcc);
}

class NvccOptionTo : public ::testing::TestWithParam<Case> {};

TEST_P(NvccOptionTo, ClangsArguments) {
  EXPECT_EQ(translated(GetParam().nvcc).arguments, GetParam().clang);
}

auto named() {
  return [](const ::testing::TestParamInfo<Case>& info) { return info.param.name; };
}

INSTANTIATE_TEST_SUITE_P(
    Macros, NvccOptionTo,
    ::testing::Values(Case{"Joined", {"-DA=1"}, {"-DA=1"}}, Case{"Apart", {"-D", "A"}, {"-DA"}},
                      Case{"Equals", {"-D=A"}, {"-DA"}}, Case{"Long", {"--define-macro", "A"}, {"-DA"}},
                      Case{"LongEquals", {"--define-macro=A=2"}, {"-DA=2"}},
                      Case{"List", {"-DA=1,B"}, {"-DA=1", "-DB"}},
                      Case{"EscapedComma", {"-DA=1\\,2"}, {"-DA=1,2"}},
                      Case{"QuotedComma", {"-DA=\"x,y\""}, {"-DA=\"x,y\""}},
                      Case{"Call", {"-DCUDA_ALIGN(n)=__align__(n)"}, {"-DCUDA_ALIGN(n)=__align__(n)"}},
                      Case{"Undefine", {"-UA", "--undefine-macro=B"}, {"-UA", "-UB"}}),
    named());

INSTANTIATE_TEST_SUITE_P(Paths, NvccOptionTo,
                         ::testing::Values(Case{"Joined", {"-I/a"}, {"-I/a"}},
                                           Case{"Apart", {"-I", "/a"}, {"-I/a"}},
                                           Case{"Equals", {"-I=/a"}, {"-I/a"}},
                                           Case{"List", {"-I/a,/b"}, {"-I/a", "-I/b"}},
                                           Case{"Long", {"--include-path", "/a"}, {"-I/a"}},
                                           Case{"LongEquals", {"--include-path=/a,/b"}, {"-I/a", "-I/b"}},
                                           Case{"Relative", {"-I../include"}, {"-I../include"}},
                                           Case{"Windows", {"-IC:\\cuda\\include"}, {"-IC:\\cuda\\include"}},
                                           Case{"System", {"-isystem", "/a"}, {"-isystem", "/a"}},
                                           Case{"SystemEquals", {"-isystem=/a"}, {"-isystem", "/a"}},
                                           Case{"SystemLong", {"--system-include=/a"}, {"-isystem", "/a"}},
                                           Case{"PreInclude", {"-include", "a.h"}, {"-include", "a.h"}},
                                           Case{"PreIncludeLong",
                                                {"--pre-include=a.h,b.h"},
                                                {"-include", "a.h", "-include", "b.h"}}),
                         named());

INSTANTIATE_TEST_SUITE_P(
    Language, NvccOptionTo,
    ::testing::Values(
        Case{"Standard", {"-std=c++20"}, {"-std=c++20"}},
        Case{"StandardApart", {"-std", "c++14"}, {"-std=c++14"}},
        Case{"StandardLong", {"--std=c++17"}, {"-std=c++17"}},
        Case{"StandardLongApart", {"--std", "c++17"}, {"-std=c++17"}},
        Case{"RelocatableTrue", {"-rdc=true"}, {"-fgpu-rdc", "-D__CUDACC_RDC__"}},
        Case{"RelocatableLong", {"--relocatable-device-code=true"}, {"-fgpu-rdc", "-D__CUDACC_RDC__"}},
        Case{"RelocatableFalse", {"-rdc=false"}, {}},
        Case{"RelocatableObject", {"-dc"}, {"-fgpu-rdc", "-D__CUDACC_RDC__"}},
        Case{"ExtendedLambda", {"--extended-lambda"}, {"-D__CUDACC_EXTENDED_LAMBDA__"}},
        Case{"OldExtendedLambda", {"--expt-extended-lambda"}, {"-D__CUDACC_EXTENDED_LAMBDA__"}},
        Case{"ShortExtendedLambda", {"-extended-lambda"}, {"-D__CUDACC_EXTENDED_LAMBDA__"}},
        Case{"RelaxedConstexpr", {"--expt-relaxed-constexpr"}, {"-D__CUDACC_RELAXED_CONSTEXPR__"}},
        Case{"PerThreadStream",
             {"--default-stream", "per-thread"},
             {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"}},
        Case{"LegacyStream", {"--default-stream=legacy"}, {}},
        Case{"NoExceptions", {"--no-exceptions"}, {"-fno-exceptions"}},
        Case{"TemplateDepth", {"-ftemplate-depth", "999"}, {"-ftemplate-depth=999"}}),
    named());

INSTANTIATE_TEST_SUITE_P(
    HostCompiler, NvccOptionTo,
    ::testing::Values(
        Case{"OneMacro", {"-Xcompiler", "-DA"}, {"-DA"}}, Case{"Equals", {"-Xcompiler=-DA=1"}, {"-DA=1"}},
        Case{"List", {"-Xcompiler", "-DA,-Wall,-fPIC,-I/a"}, {"-DA", "-I/a"}},
        Case{"Blanks", {"-Xcompiler", "-DA -fopenmp -DB"}, {"-DA", "-DB"}},
        Case{"Long", {"--compiler-options=-DA,-O2"}, {"-DA"}},
        Case{"LongApart", {"--compiler-options", "-funsigned-char"}, {"-funsigned-char"}},
        Case{"Quoted", {"-Xcompiler=-DA=\"1,2\""}, {"-DA=1,2"}},
        Case{"Msvc", {"-Xcompiler=/EHsc,/DA,/W3,/MD"}, {"-DA"}},
        Case{"Preprocessor", {"-Xcompiler", "-Wp\\,-DA"}, {"-DA"}},
        Case{"Forwarded",
             {"-forward-unknown-to-host-compiler", "-fopenmp", "-Wall", "-march=native", "-pthread"},
             {"-pthread"}},
        Case{"ForwardedQuotePath", {"-iquote", "/a", "x.cu"}, {"-iquote", "/a"}},
        Case{"Unknown", {"-fno-such-option-anywhere", "--no-such-option=3"}, {}}),
    named());

INSTANTIATE_TEST_SUITE_P(
    Dropped, NvccOptionTo,
    ::testing::Values(
        Case{"InputsAndOutputs", {"-c", "a.cu", "-o", "a.o", "b.o"}, {}},
        Case{"Dependencies", {"-MD", "-MT", "a.o", "-MF", "a.d", "-MMD", "-MP", "-M", "-MM"}, {}},
        Case{"InputLanguage", {"-x", "cu", "--x=cu"}, {}},
        Case{"LineInfo", {"-lineinfo", "--generate-line-info"}, {}},
        Case{"Libraries", {"-lcublas", "-l", "m", "-L/lib", "-L", "/lib", "-lib"}, {}},
        Case{"Registers", {"-maxrregcount=32", "-maxrregcount", "32", "--maxrregcount=32"}, {}},
        Case{"FastMath",
             {"--use_fast_math", "-use_fast_math", "-ftz=true", "-prec-div", "false", "--fmad=false"},
             {}},
        Case{"PtxAssembler",
             {"-Xptxas", "-v,-O3", "-Xptxas=-v", "--ptxas-options=-v", "--ptxas-options", "-v"},
             {}},
        Case{"CudaFrontEnd", {"-Xcudafe", "--diag_suppress=1", "-Xcudafe=--display_error_number"}, {}},
        Case{"Linkers",
             {"-Xlinker", "-rpath,/a", "-Xnvlink=-v", "-Xarchive", "x", "-Xfatbin=-compress-all"},
             {}},
        Case{"HostCompilerPath", {"-ccbin=/usr/bin/g++", "-ccbin", "g++", "--compiler-bindir=/usr/bin"}, {}},
        Case{"Threads", {"-t0", "-t", "4", "-t=2", "--threads=0", "--threads", "8", "-split-compile=0"}, {}},
        Case{"Diagnostics",
             {"-diag-suppress=20012", "-diag-suppress", "20012,177", "--diag-error=1", "-Werror",
              "all-warnings", "-Wno-deprecated-gpu-targets", "-w", "-err-no"},
             {}},
        Case{"Debugging", {"-g", "-G", "-O3", "-O", "2", "--debug", "--device-debug", "-pg"}, {}},
        Case{"DeviceLinking", {"-dlink", "-dlto", "-nodlink", "-ewp"}, {}},
        Case{"Intermediates",
             {"--keep", "-keep-dir", "tmp", "--save-temps", "-odir", "x", "--cubin", "-ptx"},
             {}},
        Case{"Runtime",
             {"-cudart", "shared", "--cudart=static", "-cudadevrt=none", "-m64", "--machine", "64"},
             {}},
        Case{"Verbosity", {"--verbose", "-v", "--dryrun", "-res-usage", "-time", "t.csv", "-h"}, {}}),
    named());

TEST(NvccArguments, AnOptionWithoutItsValueIsTheEnd) {
  EXPECT_THAT(translated({"-DA", "-Xcompiler"}).arguments, ElementsAre("-DA"));
  EXPECT_THAT(translated({"-DA", "-arch"}).arguments, ElementsAre("-DA"));
}

TEST(NvccArguments, TheArchitectureIsReadFromEachOfItsOptions) {
  EXPECT_EQ(translated({"-arch=sm_90a"}).architecture, "sm_90a");
  EXPECT_EQ(translated({"-arch", "sm_80"}).architecture, "sm_80");
  EXPECT_EQ(translated({"-arch=compute_80"}).architecture, "sm_80");
  EXPECT_EQ(translated({"--gpu-architecture=sm_75"}).architecture, "sm_75");
  EXPECT_EQ(translated({"-arch=compute_80", "-code=sm_86,compute_80"}).architecture, "sm_86");
  EXPECT_EQ(translated({"-gencode", "arch=compute_80,code=sm_80"}).architecture, "sm_80");
  EXPECT_EQ(translated({"-gencode=arch=compute_80,code=sm_80"}).architecture, "sm_80");
  EXPECT_EQ(translated({"--generate-code=arch=compute_80,code=[compute_80,sm_80]"}).architecture, "sm_80");
  EXPECT_EQ(translated({"\"--generate-code=arch=compute_80,code=[sm_80]\""}).architecture, std::nullopt);
}

TEST(NvccArguments, OfSeveralArchitecturesTheNewestCounts) {
  EXPECT_EQ(translated({"-gencode=arch=compute_100,code=sm_100", "-gencode", "arch=compute_75,code=sm_75"})
                .architecture,
            "sm_100");
}

TEST(NvccArguments, AnArchitectureThatHangsOnTheMachineIsNone) {
  for (const char* value : {"native", "all", "all-major", "sm_99999"}) {
    const TranslatedArguments result = translated({std::string("-arch=") + value});
    EXPECT_EQ(result.architecture, std::nullopt) << value;
    EXPECT_THAT(result.arguments, IsEmpty()) << value;
  }
}

TEST(NvccArguments, ResponseFilesAreReadRelativeToTheDirectory) {
  TemporaryTree tree;
  tree.write("flags/includes.rsp", "-I\"/a b\" -DX='y z'\n-std=c++20");
  tree.write("more.txt", "-DMORE\n--options-file flags/includes.rsp\n");
  const Arguments expected{"-I/a b", "-DX=y z", "-std=c++20", "-DLAST"};
  EXPECT_EQ(translated({"--options-file", "flags/includes.rsp", "-DLAST"}, tree.path()).arguments, expected);
  EXPECT_EQ(translated({"--options-file=flags/includes.rsp", "-DLAST"}, tree.path()).arguments, expected);
  EXPECT_EQ(translated({"-optf", "flags/includes.rsp", "-DLAST"}, tree.path()).arguments, expected);
  EXPECT_EQ(translated({"@flags/includes.rsp", "-DLAST"}, tree.path()).arguments, expected);
  EXPECT_THAT(translated({"@more.txt"}, tree.path()).arguments,
              ElementsAre("-DMORE", "-I/a b", "-DX=y z", "-std=c++20"));
}

TEST(NvccArguments, AMissingResponseFileIsNamed) {
  TemporaryTree tree;
  auto result = translateNvccArguments({"@gone.rsp"}, tree.path());
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(llvm::toString(result.takeError()), HasSubstr("response file " + tree.path("gone.rsp")));
}

TEST(NvccArguments, AResponseFileThatIncludesItselfIsAnError) {
  TemporaryTree tree;
  tree.write("self.rsp", "-DA @self.rsp");
  auto result = translateNvccArguments({"@self.rsp"}, tree.path());
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(llvm::toString(result.takeError()), HasSubstr("include itself"));
}

TEST(LooksLikeNvcc, ByOptionsThatClangDoesNotHaveOrMisreads) {
  for (const char* option : {"-lineinfo", "--expt-relaxed-constexpr", "-extended-lambda", "-arch=sm_80",
                             "-Xcompiler=-fopenmp", "-use_fast_math", "-gencode", "-rdc=true", "-ccbin=g++"})
    EXPECT_TRUE(looksLikeNvcc({"-DA", option})) << option;
}

TEST(LooksLikeNvcc, NotByOptionsOfBoth) {
  EXPECT_FALSE(looksLikeNvcc({"-DA", "-I/a", "-std=c++20", "-O3", "-include", "a.h", "-isystem", "/a", "-lm",
                              "--cuda-gpu-arch=sm_80", "-fgpu-rdc", "-Wall"}));
  EXPECT_FALSE(looksLikeNvcc({}));
}

} // namespace
} // namespace cuda_lint
