#include "tuner/tool/compile_check.h"

#include "tests/tuner/tool/tool_program.h"
#include "tuner/jit/template_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace cuda_tune {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

ArchitectureReport failed() {
  ArchitectureReport report;
  report.architecture = 90;
  report.kernels = 7;
  report.largest = KernelResources{.registers = 64, .spillStoreBytes = 24, .sharedBytes = 128};
  report.failures.push_back(
      {Operation::Max, ElementType::F16, Configuration::parse("unroll=4").value(), "a.cuh(3): error: odd"});
  return report;
}

TEST(CompileCheck, TheTableTellsEachFailureAfterTheArchitectures) {
  EXPECT_EQ(checkTable({failed()}),
            "architecture  kernels  failed  registers  stack  spill stores  spill loads  shared\n"
            "sm_90               7       1         64    0 B          24 B          0 B   128 B\n"
            "sm_90 max of f16, unroll=4: a.cuh(3): error: odd\n");
}

TEST(CompileCheck, WhatNoLogToldIsNotTakenForZero) {
  ArchitectureReport untold;
  untold.architecture = 80;
  EXPECT_THAT(checkTable({untold}), HasSubstr("sm_80               0       0          -"));
  EXPECT_TRUE(checkJson({untold}, "13.0").at("architectures").at(0).at("registers").is_null());
}

TEST(CompileCheck, JsonHasAnEntryForEachFailure) {
  const nlohmann::ordered_json report = checkJson({failed()}, "13.0");
  EXPECT_EQ(report.at("nvrtc"), "13.0");
  const auto& architecture = report.at("architectures").at(0);
  EXPECT_EQ(architecture.at("architecture"), "sm_90");
  EXPECT_EQ(architecture.at("failed"), 1);
  EXPECT_EQ(architecture.at("spillStoreBytes"), 24);
  const nlohmann::ordered_json expected = {{{"operation", "max"},
                                            {"elementType", "f16"},
                                            {"configuration", "unroll=4"},
                                            {"error", "a.cuh(3): error: odd"}}};
  EXPECT_EQ(architecture.at("failures"), expected);
}

class CheckCommand : public testing::Test {
protected:
  void SetUp() override {
    try {
      nvrtcVersion();
    } catch (const NvrtcError& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

TEST_F(CheckCommand, TheTemplateCompilesForHopper) {
  const ToolRun run =
      runTool({"check", "--arch", "sm_90", "--op", "sum", "--type", "f32", "--format", "json"});
  ASSERT_EQ(run.status, 0) << run.errors << run.output;
  const json report = json::parse(run.output);
  EXPECT_EQ(report.at("nvrtc"), nvrtcVersion());
  ASSERT_EQ(report.at("architectures").size(), 1u);
  const json& architecture = report.at("architectures")[0];
  EXPECT_EQ(architecture.at("architecture"), "sm_90");
  EXPECT_EQ(architecture.at("failed"), 0);
  // Six sizes of blocks at least, and 255 registers for a thread at most.
  EXPECT_GE(architecture.at("kernels"), 6);
  EXPECT_GT(architecture.at("registers"), 0);
  EXPECT_LE(architecture.at("registers"), 255);
  EXPECT_GT(architecture.at("sharedBytes"), 0);
}

TEST_F(CheckCommand, AnArchitectureThatNvrtcDoesNotKnowIsWrongUsage) {
  for (const char* name : {"sm_10", "sm_90a", "hopper", "sm_999"}) {
    const ToolRun run = runTool({"check", "--arch", name});
    EXPECT_EQ(run.status, 2) << name;
    EXPECT_THAT(run.errors, HasSubstr(std::string("'") + name + "'; it knows sm_"));
    EXPECT_EQ(run.output, "");
  }
}

TEST_F(CheckCommand, ATemplateThatDoesNotCompileIsStatusFive) {
  const fs::path folder = fs::path(testing::TempDir()) / ("broken-template-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  for (const auto& [name, text] : reduceTemplate().headers)
    std::ofstream(folder / name) << text;
  std::ofstream(folder / "reduce.cuh") << reduceTemplate().text << "\n#error broken on purpose\n";
  const ToolRun run = runTool({"check", "--arch", "sm_90", "--op", "max", "--type", "f64", "--template",
                               folder.string(), "--format", "json"});
  fs::remove_all(folder);
  EXPECT_EQ(run.status, 5);
  EXPECT_THAT(run.errors, StartsWith("cuda-tune: "));
  EXPECT_THAT(run.errors, HasSubstr("not compile"));
  const json report = json::parse(run.output);
  const json& architecture = report.at("architectures").at(0);
  EXPECT_EQ(architecture.at("kernels"), 0);
  ASSERT_GT(architecture.at("failures").size(), 0u);
  EXPECT_EQ(architecture.at("failed"), architecture.at("failures").size());
  for (const json& failure : architecture.at("failures"))
    EXPECT_THAT(failure.at("error").get<std::string>(), HasSubstr("broken on purpose"));
}

TEST_F(CheckCommand, ATemplateFolderThatIsNotThereIsNamed) {
  const ToolRun run = runTool({"check", "--template", "/nowhere"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.errors, HasSubstr("/nowhere"));
}

} // namespace
} // namespace cuda_tune
