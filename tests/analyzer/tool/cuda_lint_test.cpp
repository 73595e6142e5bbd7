#include "tests/analyzer/tool/lint_fixture.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"

namespace cuda_lint {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CudaLint : public LintFixture {
protected:
  void writeFour() {
    for (const char* name : {"a.cu", "b.cu", "src/c.cu"})
      write(name, conflictSource);
    write("d.cu", "broken\n");
  }

  std::vector<std::string> listedChecks() {
    std::vector<std::string> ids;
    llvm::SmallVector<llvm::StringRef> lines;
    std::string text = lint({"--list-checks"}).output;
    llvm::StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef line : lines)
      ids.push_back(line.split(' ').first.str());
    return ids;
  }
};

TEST_F(CudaLint, ExitsWithZeroAndSaysSoWhereThereIsNothingToFind) {
  write("clean.cu", cleanSource);
  ProgramResult result = lint({"clean.cu"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, "no findings in 1 file\n");
  EXPECT_EQ(result.errors, "");
}

TEST_F(CudaLint, ExitsWithOneAndShowsTheLineWhereThereIsSomething) {
  write("conflict.cu", conflictSource);
  ProgramResult result = lint({"conflict.cu"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              AllOf(HasSubstr("conflict.cu:4:"), HasSubstr("conflict.cu:6:"), HasSubstr("[bank-conflict]"),
                    HasSubstr("  tile[threadIdx.x * 32] = out[threadIdx.x];"),
                    HasSubstr("2 warnings in 1 file")));
  EXPECT_EQ(result.errors, "");
}

TEST_F(CudaLint, FailsFromTheLevelThatFailOnNames) {
  write("conflict.cu", conflictSource);
  EXPECT_EQ(lint({"--fail-on", "none", "conflict.cu"}).status, 0);
  EXPECT_EQ(lint({"--fail-on", "note", "conflict.cu"}).status, 1);
  EXPECT_EQ(lint({"--fail-on", "warning", "conflict.cu"}).status, 1);
  EXPECT_EQ(lint({"--fail-on", "error", "conflict.cu"}).status, 0);
}

TEST_F(CudaLint, AFailedFileOutweighsFindings) {
  write("conflict.cu", conflictSource);
  write("broken.cu", "broken\n");
  EXPECT_EQ(lint({"conflict.cu", "broken.cu"}).status, 3);
  EXPECT_EQ(lint({"--fail-on", "none", "conflict.cu", "broken.cu"}).status, 3);
}

TEST_F(CudaLint, ANolintCommentSilencesAndNoLongerFails) {
  std::string source = conflictSource;
  for (size_t at = 0; (at = source.find("];\n", at)) != std::string::npos;)
    at = source.replace(at, 3, "]; // NOLINT(bank-conflict)\n").find('\n', at);
  write("quiet.cu", source);
  ProgramResult result = lint({"quiet.cu"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, AllOf(Not(HasSubstr("quiet.cu:")), HasSubstr("2 suppressed")));
}

TEST_F(CudaLint, RunsOnlyTheChecksThatTheGlobsLeave) {
  write("conflict.cu", conflictSource);
  EXPECT_EQ(lint({"--checks", "-bank-*", "conflict.cu"}).status, 0);
  EXPECT_EQ(lint({"--checks", "-*,bank-conflict", "conflict.cu"}).status, 1);
  EXPECT_EQ(lint({"--checks=-*,modulo-stride", "conflict.cu"}).status, 0);
}

TEST_F(CudaLint, PrintsTheSameBytesWhateverTheNumberOfJobs) {
  writeFour();
  for (const char* format : {"text", "json"}) {
    ProgramResult one = lint({"-j1", "--format", format, "."});
    ProgramResult four = lint({"-j4", "--format", format, "."});
    EXPECT_EQ(one.status, 3);
    EXPECT_THAT(one.output, Not(IsEmpty()));
    EXPECT_EQ(one.output, four.output) << format;
    EXPECT_EQ(one.errors, four.errors) << format;
  }
}

TEST_F(CudaLint, PrintsTheSameBytesInEveryRun) {
  // A load and a store of one place: which of the two is named must not hang on where they lie in memory.
  write("update.cu",
        "__global__ void update(float* out) {\n  __shared__ float tile[1024];\n"
        "  tile[threadIdx.x * 32] += 1;\n  __syncthreads();\n  out[threadIdx.x] = tile[threadIdx.x];\n}\n"
        "void launch(float* out) { update<<<1, 32>>>(out); }\n");
  std::string first = lint({"update.cu"}).output;
  EXPECT_THAT(first, HasSubstr("update.cu:3:"));
  for (int run = 0; run < 8; ++run)
    EXPECT_EQ(lint({"update.cu"}).output, first);
}

TEST_F(CudaLint, ReportsAFileNamedTwiceOnce) {
  write("conflict.cu", conflictSource);
  EXPECT_THAT(lint({"conflict.cu", "./conflict.cu", "."}).output, HasSubstr("2 warnings in 1 file"));
}

TEST_F(CudaLint, WritesJsonWithTheDocumentedKeys) {
  writeFour();
  ProgramResult result = lint({"--format", "json", "."});
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(result.output);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const llvm::json::Object& report = *parsed->getAsObject();
  EXPECT_EQ(report.getObject("tool")->getString("name"), "cuda-lint");
  EXPECT_EQ(report.getObject("files")->getInteger("analyzed"), 3);
  EXPECT_EQ(report.getObject("files")->getArray("failed")->size(), 1u);
  ASSERT_EQ(report.getArray("findings")->size(), 6u);
  const llvm::json::Object& finding = *report.getArray("findings")->front().getAsObject();
  EXPECT_EQ(finding.getString("file"), "a.cu");
  EXPECT_EQ(finding.getInteger("line"), 4);
  EXPECT_EQ(finding.getString("check"), "bank-conflict");
  EXPECT_EQ(finding.getString("severity"), "warning");
  EXPECT_EQ(finding.getString("kernel"), "conflict");
  EXPECT_EQ(finding.getObject("launch")->getString("source"), "launch-site");
  EXPECT_EQ(finding.getObject("metrics")->getInteger("degree"), 32);
}

TEST_F(CudaLint, WritesTheReportToAFileAndOnlyTheSummaryToTheTerminal) {
  write("conflict.cu", conflictSource);
  ProgramResult direct = lint({"conflict.cu"});
  ProgramResult result = lint({"-o", "report.txt", "conflict.cu"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.errors, "cuda-lint: 2 warnings in 1 file\n");
  EXPECT_EQ(read("report.txt"), direct.output);
}

TEST_F(CudaLint, KeepsAReportOnStandardOutputFreeOfTheSummary) {
  write("conflict.cu", conflictSource);
  ProgramResult result = lint({"--format", "github", "conflict.cu"});
  EXPECT_THAT(result.output, AllOf(StartsWith("::warning "), Not(HasSubstr("2 warnings in"))));
  EXPECT_EQ(result.errors, "cuda-lint: 2 warnings in 1 file\n");
}

TEST_F(CudaLint, TakesTheGeometryFromTheCommandLine) {
  write("conflict.cu", conflictSource);
  // One lane a row: nobody is in anybody's way.
  ProgramResult result = lint({"--launch", "conflict=block:1", "conflict.cu"});
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(lint({"--launch", "conflict=grid:7;block:32", "conflict.cu"}).output,
              HasSubstr("grid 7, block 32 (command line)"));
}

TEST_F(CudaLint, SaysWhenAGeometryIsForNoKernelThatThereIs) {
  write("clean.cu", cleanSource);
  ProgramResult result = lint({"--launch", "claen=block:32", "--launch", "clean=block:32", "clean.cu"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.errors, "cuda-lint: --launch: no kernel named 'claen' was analyzed\n");
}

TEST_F(CudaLint, PassesWhatFollowsTheDashesToClang) {
  write("include/header.h", "#define STRIDE 32\n");
  write("a.cu",
        "#include \"header.h\"\n__global__ void k(float* out) {\n  __shared__ float tile[STRIDE * 32];\n"
        "  tile[threadIdx.x * FACTOR] = 1;\n  __syncthreads();\n  out[threadIdx.x] = tile[threadIdx.x];\n}\n"
        "void launch(float* out) { k<<<1, 32>>>(out); }\n");
  EXPECT_EQ(lint({"a.cu"}).status, 3);
  EXPECT_EQ(lint({"a.cu", "--", "-Iinclude", "-DFACTOR=1"}).status, 0);
  EXPECT_EQ(lint({"a.cu", "--", "-Iinclude", "-DFACTOR=32"}).status, 1);
}

TEST_F(CudaLint, ReadsCommandsFromTheBuildDirectory) {
  write("a.cu", "#ifndef FROM_DATABASE\n#error not used\n#endif\n");
  write("out/compile_commands.json", R"([{"directory": ")" + folder.string() +
                                         R"(", "file": "a.cu", "command": "nvcc -DFROM_DATABASE -c a.cu"}])");
  EXPECT_EQ(lint({"a.cu"}).status, 3);
  EXPECT_EQ(lint({"-p", "out", "a.cu"}).status, 0);
  EXPECT_EQ(lint({"--build-dir=out", "a.cu"}).status, 0);
}

TEST_F(CudaLint, CompilesForTheArchitectureThatIsNamed) {
  write("a.cu", "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 800\n#error not sm_80\n#endif\n");
  EXPECT_EQ(lint({"a.cu"}).status, 3);
  EXPECT_EQ(lint({"--arch", "sm_80", "a.cu"}).status, 0);
  write("b.cu", "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 1000\n#error not sm_100\n#endif\n");
  EXPECT_EQ(lint({"--arch", "sm_100f", "b.cu"}).status, 0);
}

TEST_F(CudaLint, ExplainsEveryCheckThatItLists) {
  std::vector<std::string> ids = listedChecks();
  EXPECT_THAT(ids, testing::IsSupersetOf(
                       {"bank-conflict", "divergent-branch", "modulo-stride", "uncoalesced-access"}));
  for (const std::string& id : ids) {
    ProgramResult page = lint({"--explain", id});
    EXPECT_EQ(page.status, 0) << id;
    EXPECT_THAT(page.output, AllOf(StartsWith("# "), HasSubstr(id)));
  }
}

TEST_F(CudaLint, ListsOnlyTheChecksThatTheGlobsLeave) {
  EXPECT_THAT(lint({"--list-checks", "--checks", "-*,bank-conflict"}).output, StartsWith("bank-conflict  "));
  EXPECT_THAT(lint({"--list-checks", "--checks", "-*,bank-conflict"}).output,
              Not(HasSubstr("modulo-stride")));
}

TEST_F(CudaLint, TellsItsVersionAndItsOptions) {
  EXPECT_THAT(lint({"--version"}).output, StartsWith("cuda-lint " CUDA_LINT_VERSION " (Clang "));
  ProgramResult help = lint({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* option : {"--build-dir", "--checks", "--format", "--output", "--fail-on", "--launch",
                             "--arch", "--cuda-path", "--jobs", "--list-checks", "--explain", "--version"})
    EXPECT_THAT(help.output, HasSubstr(option));
}

TEST_F(CudaLint, ShowsNoProgressWhereNobodyWatches) {
  write("endless.cu", endlessSource);
  ProgramResult result =
      lint({"--file-timeout", "2", "--instruction-budget", "1000000000000000", "endless.cu"});
  EXPECT_THAT(result.errors, Not(HasSubstr("[0/1]")));
}

} // namespace
} // namespace cuda_lint
