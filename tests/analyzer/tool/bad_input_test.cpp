#include "tests/analyzer/tool/lint_fixture.h"

#include "gmock/gmock.h"

#include <algorithm>
#include <csignal>
#include <thread>

namespace cuda_lint {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class BadInput : public LintFixture {
protected:
  /// Wrong usage: one line on standard error, nothing else.
  void expectUsageError(const std::vector<std::string>& arguments, const std::string& sentence) {
    ProgramResult result = lint(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_THAT(result.errors, AllOf(StartsWith("cuda-lint: "), HasSubstr(sentence), EndsWith("\n")));
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  }

  /// `bad.cu` fails with `reason`; `conflict.cu` beside it is reported all the same.
  void expectOneFailure(const std::string& reason, std::vector<std::string> arguments = {}) {
    write("conflict.cu", conflictSource);
    arguments.insert(arguments.end(), {"bad.cu", "conflict.cu"});
    ProgramResult result = lint(arguments);
    EXPECT_EQ(result.status, 3);
    EXPECT_THAT(result.errors, AllOf(HasSubstr("bad.cu"), HasSubstr(reason)));
    EXPECT_THAT(result.output, AllOf(HasSubstr("conflict.cu:4:"), HasSubstr("1 file failed")));
  }
};

TEST_F(BadInput, NothingToAnalyzeIsWrongUsage) {
  expectUsageError({}, "name a source file or a directory");
}

TEST_F(BadInput, APathThatIsNotThereIsNamed) {
  expectUsageError({"nowhere.cu"}, "nowhere.cu: no such file or directory");
}

TEST_F(BadInput, ADirectoryWithoutCudaSourceSaysSo) {
  write("empty/readme.txt", "nothing here");
  expectUsageError({"empty"}, "empty: no CUDA source");
}

TEST_F(BadInput, UnknownNamesListTheKnownOnes) {
  write("a.cu", cleanSource);
  expectUsageError({"--checks", "bank-conflicts", "a.cu"}, "'bank-conflicts' fits no check; the checks are ");
  expectUsageError({"--checks", "-*", "a.cu"}, "leaves no check enabled");
  expectUsageError({"--format", "xml", "a.cu"}, "text, json, sarif, github");
  expectUsageError({"--fail-on", "fatal", "a.cu"}, "none, note, warning, error");
  expectUsageError({"--arch", "sm_20", "a.cu"}, "'sm_20'");
  expectUsageError({"--arch", "turing", "a.cu"}, "'turing'");
  expectUsageError({"--explain", "nothing"}, "no check 'nothing'; the checks are ");
}

TEST_F(BadInput, MalformedOptionsAreNamed) {
  write("a.cu", cleanSource);
  expectUsageError({"--no-such-option", "a.cu"}, "--no-such-option");
  expectUsageError({"-j", "0", "a.cu"}, "-j");
  expectUsageError({"-j", "many", "a.cu"}, "--jobs");
  expectUsageError({"--file-timeout", "0", "a.cu"}, "--file-timeout");
  expectUsageError({"--file-timeout", "nan", "a.cu"}, "--file-timeout");
  expectUsageError({"--file-memory", "0", "a.cu"}, "--file-memory");
  expectUsageError({"--instruction-budget", "0", "a.cu"}, "--instruction-budget");
  expectUsageError({"--launch", "kernel", "a.cu"}, "--launch");
  expectUsageError({"--cuda-path", "nowhere", "a.cu"}, "nowhere");
  expectUsageError({"--format"}, "--format");
}

TEST_F(BadInput, AnUnwritableOutputIsToldBeforeTheWork) {
  write("a.cu", conflictSource);
  expectUsageError({"-o", "nowhere/report.txt", "a.cu"}, "nowhere/report.txt");
  expectUsageError({"-o", ".", "a.cu"}, "it is a directory");
}

TEST_F(BadInput, AFullDiskIsTold) {
  write("a.cu", conflictSource);
  ProgramResult result = lint({"-o", "/dev/full", "a.cu"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
}

TEST_F(BadInput, AFileThatDoesNotParseIsToldWithItsPlace) {
  write("bad.cu", "__global__ void k() {\n  undeclared = 1;\n}\n");
  expectOneFailure("bad.cu:2:3: error: use of undeclared identifier 'undeclared'");
}

TEST_F(BadInput, AMissingHeaderIsToldWithItsPlace) {
  write("bad.cu", "\n#include \"missing.h\"\n");
  expectOneFailure("bad.cu:2:10: ");
}

TEST_F(BadInput, BinaryDataFailsAlone) {
  std::string bytes;
  uint32_t state = 1;
  for (int i = 0; i < 100'000; ++i)
    bytes += static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  write("bad.cu", bytes);
  expectOneFailure("bad.cu:");
}

TEST_F(BadInput, ADirectoryNamedLikeASourceIsSearched) {
  write("folder.cu/conflict.cu", conflictSource);
  EXPECT_THAT(lint({"folder.cu"}).output, HasSubstr("folder.cu/conflict.cu:4:"));
}

TEST_F(BadInput, AnEmptyFileIsClean) {
  write("empty.cu", "");
  ProgramResult result = lint({"empty.cu"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("no findings in 1 file"));
  EXPECT_EQ(result.errors, "");
}

TEST_F(BadInput, TenMegabytesOnOneLineAreAnalyzed) {
  std::string source = "__device__ const char text[] = \"" + std::string(10'000'000, 'x') + "\"; ";
  source += "__global__ void conflict(float* out) { __shared__ float tile[1024]; "
            "tile[threadIdx.x * 32] = 1; __syncthreads(); out[threadIdx.x] = tile[threadIdx.x]; } "
            "void launch(float* out) { conflict<<<1, 32>>>(out); }\n";
  write("long.cu", source);
  ProgramResult result = lint({"long.cu"});
  EXPECT_EQ(result.status, 1) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("[bank-conflict]"));
  EXPECT_LT(result.output.size(), 10'000u);
}

TEST_F(BadInput, TenMegabytesOfNestingFailAlone) {
  std::string sum = "__device__ int total = 0";
  while (sum.size() < 10'000'000)
    sum += "+1";
  write("bad.cu", sum + ";\n");
  write("conflict.cu", conflictSource);
  ProgramResult result = lint({"bad.cu", "conflict.cu"});
  EXPECT_THAT(result.output, HasSubstr("conflict.cu:4:"));
  // Whether Clang gets through is its own matter; if not, the file is named with one line.
  EXPECT_THAT(result.status, testing::AnyOf(1, 3));
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), result.status == 3 ? 1 : 0)
      << result.errors;
  EXPECT_EQ(result.errors.empty(), result.status == 1);
}

TEST_F(BadInput, DeepParenthesesFailAlone) {
  write("bad.cu", "int x = " + std::string(200'000, '(') + "1" + std::string(200'000, ')') + ";\n");
  expectOneFailure("bad.cu:1:");
}

TEST_F(BadInput, BytesThatAreNotUtf8DoNoHarm) {
  write("latin.cu", "// gr\xfc\xdf\n" + std::string(conflictSource) + "// \xff\xfe\n");
  ProgramResult text = lint({"latin.cu"});
  EXPECT_EQ(text.status, 1) << text.errors;
  ProgramResult json = lint({"--format", "json", "latin.cu"});
  EXPECT_EQ(json.status, 1);
  EXPECT_THAT(json.output, AllOf(HasSubstr("latin.cu"), Not(HasSubstr("\xfc"))));
}

TEST_F(BadInput, ANulByteDoesNoHarm) {
  write("nul.cu", std::string("// a\0b\n", 7) + conflictSource);
  ProgramResult result = lint({"nul.cu"});
  EXPECT_EQ(result.status, 1) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("nul.cu:5:"));
}

TEST_F(BadInput, AnIncludeCycleIsTold) {
  write("cycle.cuh", "#include \"cycle.cuh\"\n");
  write("bad.cu", "#include \"cycle.cuh\"\n");
  expectOneFailure("nested too deeply");
}

TEST_F(BadInput, AKernelThatNeverEndsIsDeclinedWithAReason) {
  write("endless.cu", endlessSource);
  ProgramResult result = lint({"endless.cu"});
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(result.errors, AllOf(HasSubstr("endless.cu:"), HasSubstr("declined: kernel endless")));
  EXPECT_THAT(result.output, HasSubstr("1 kernel declined"));
}

TEST_F(BadInput, ARecursiveKernelIsDeclinedWithAReason) {
  write("recursive.cu",
        "__device__ __noinline__ int down(int n) { return n <= 0 ? 0 : down(n - 1) + down(n - 2); }\n"
        "__global__ void recursive(int* out, int n) { out[threadIdx.x] = down(n); }\n"
        "void launch(int* out, int n) { recursive<<<1, 32>>>(out, n); }\n");
  ProgramResult result = lint({"recursive.cu"});
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(result.errors, AllOf(HasSubstr("declined: kernel recursive"), HasSubstr("recurs")));
}

TEST_F(BadInput, AFileThatTakesTooLongFailsAlone) {
  write("bad.cu", endlessSource);
  auto start = std::chrono::steady_clock::now();
  expectOneFailure("took longer than 4 s",
                   {"--file-timeout", "4", "--instruction-budget", "1000000000000000"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST_F(BadInput, AFileThatNeedsTooMuchMemoryFailsAlone) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "no memory limit under AddressSanitizer";
#endif
  write("bad.cu", "const char* text = \"" + std::string(80'000'000, 'x') + "\";\n");
  expectOneFailure("needed more than 200 MiB of memory", {"--file-memory", "200"});
}

TEST_F(BadInput, ABrokenCompilationDatabaseIsToldOnce) {
  write("a.cu", cleanSource);
  write("compile_commands.json", "[{\"file\": \"a.cu\", ");
  ProgramResult result = lint({"a.cu"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("compile_commands.json"));
}

TEST_F(BadInput, ABuildDirectoryWithoutDatabaseIsToldOnce) {
  write("a.cu", cleanSource);
  ProgramResult result = lint({"-p", "build", "a.cu"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("build/compile_commands.json"));
}

TEST_F(BadInput, AHugeCompilationDatabaseIsRead) {
  write("a.cu", "#ifndef FROM_DATABASE\n#error not used\n#endif\n");
  std::string database = "[\n";
  for (int i = 0; i < 100'000; ++i)
    database += R"({"directory": ")" + folder.string() + R"(", "file": "other)" + std::to_string(i) +
                R"(.cu", "command": "nvcc -c -O3 -Iinclude -o other.o other.cu"},)"
                "\n";
  database += R"({"directory": ")" + folder.string() +
              R"(", "file": "a.cu", "command": "nvcc -DFROM_DATABASE -c a.cu"}])";
  write("compile_commands.json", database);
  ProgramResult result = lint({"a.cu"});
  EXPECT_EQ(result.status, 0) << result.errors;
}

class Interruption : public LintFixture {
protected:
  /// Two kernels that would run for years, interrupted once both are at work.
  ProgramResult interrupted(int number) {
    write("a.cu", endlessSource);
    write("b.cu", endlessSource);
    write("report.json", "the old report");
    ProgramOptions options;
    options.whileRunning = [&](pid_t pid) {
      while (childrenOf(pid) < 2)
        std::this_thread::sleep_for(5ms);
      std::this_thread::sleep_for(200ms);
      kill(pid, number);
    };
    return lint({"-j2", "--instruction-budget", "1000000000000000", "--format", "json", "-o", "report.json",
                 "a.cu", "b.cu"},
                options);
  }

  void expectNothingLeft() {
    EXPECT_EQ(read("report.json"), "the old report");
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      files.push_back(entry.path().filename());
    EXPECT_THAT(files, testing::UnorderedElementsAre("a.cu", "b.cu", "report.json"));
  }
};

TEST_F(Interruption, SigintEndsItAtOnceAndLeavesTheOldReport) {
  auto start = std::chrono::steady_clock::now();
  ProgramResult result = interrupted(SIGINT);
  EXPECT_EQ(result.status, 130);
  EXPECT_EQ(result.output, "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
  expectNothingLeft();
}

TEST_F(Interruption, SigtermEndsItAtOnceAndLeavesTheOldReport) {
  EXPECT_EQ(interrupted(SIGTERM).status, 143);
  expectNothingLeft();
}

TEST_F(Interruption, AReaderThatHasGoneIsNoReasonToComplain) {
  write("a.cu", conflictSource);
  ProgramOptions options;
  options.outputClosed = true;
  ProgramResult result = lint({"a.cu"}, options);
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.signal, SIGPIPE);
}

} // namespace
} // namespace cuda_lint
