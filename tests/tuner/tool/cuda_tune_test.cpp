#include "tests/db/store_fixture.h"
#include "tests/tuner/tool/tool_program.h"
#include "tuner/measure/method_version.h"
#include "tuner/reduce/reduce_configuration.h"
#include "tuner/runtime/reduce_key.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace cuda_tune {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// One sentence on one line, from the program and not from its language.
auto isSentence() {
  return AllOf(StartsWith("cuda-tune: "), testing::EndsWith("\n"),
               testing::ResultOf(
                   [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }, 1),
               Not(HasSubstr("std::")), Not(HasSubstr("cuda_tune::")));
}

/// Of an array of measurements.
std::vector<std::string> configurationsIn(const std::string& text) {
  std::vector<std::string> texts;
  for (const json& row : json::parse(text))
    texts.push_back(row.at("configuration"));
  return texts;
}

class CudaTune : public StoreFixture {
protected:
  /// On a fictional device: two finalists for 2^20 floats, of which the faster is not deterministic, one for
  /// 2^24, and a failure.
  void fill() {
    Measurement fast = finalist("fast", 4);
    fast.deterministic = false;
    Measurement large = finalist("large", 64);
    large.key.workload.elements = 1u << 24;
    large.key.workload.operation = "max";
    Measurement wrong = finalist("wrong", 0);
    wrong.result = Result::Wrong;
    wrong.reason = "3 instead of 4";
    wrong.samples = 0;
    TuningStore(file).add({fast, finalist("steady", 8), large, wrong});
  }

  /// One that the runtime library can use: the built-in default's, in 5 us.
  static Measurement usable() {
    Measurement row = finalist(baseConfiguration(ElementType::F32, 90).text(), 5);
    row.key.workload = reduceWorkload(Operation::Sum, ElementType::F32, 1u << 20);
    row.key.methodVersion = kMethodVersion;
    return row;
  }

  ToolRun run(std::vector<std::string> arguments, const std::string& redirection = "") const {
    arguments.push_back("--db");
    arguments.push_back(file.string());
    return runTool(arguments, "", redirection);
  }

  json shown(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"show", "--format", "json"});
    const ToolRun shown = run(arguments);
    EXPECT_EQ(shown.status, 0) << shown.errors;
    return json::parse(shown.output);
  }
};

TEST_F(CudaTune, HelpAndVersionAreFine) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"--version"}, {"list", "--help"}, {"check", "--help"}}) {
    const ToolRun run = runTool(arguments);
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, HasSubstr(arguments[0] == "--version" ? "cuda-tune 0." : "--help"));
    EXPECT_EQ(run.errors, "");
  }
}

TEST_F(CudaTune, WrongUsageIsOneSentence) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "no command given; the commands are: "},
      {{"lst"}, "unknown command 'lst'; did you mean 'list'?"},
      {{"frobnicate"}, "unknown command 'frobnicate'; the commands are: "},
      {{"list", "--fromat", "json"}, "unknown option '--fromat'; did you mean '--format'?"},
      {{"list", "--zzz=1"}, "unknown option '--zzz'; the options are: --help, --op"},
      {{"list", "best"}, "'best' is one argument too many for 'list'"},
      {{"--db", "a", "list"}, "'--db' belongs behind the command: cuda-tune list --db"},
      {{"lits", "list"}, "unknown command 'lits'; did you mean 'list'?"},
      {{"list", "--deterministic=maybe"}, "--deterministic takes no value"},
      {{"list", "--op"}, "--op needs a value"},
      {{"list", "--op", "mean"}, "--op takes sum, prod, min, max, not 'mean'"},
      {{"list", "--result", "bad"}, "--result takes one of ok, compile-error, "},
      {{"list", "--db", "a", "--db", "b"}, "--db is given more than once"},
      {{"best", "--result", "ok"}, "unknown option '--result'"},
      {{"show", "--op", "sum", "--type", "f32"}, "--size is required"},
      {{"show", "--op", "sum", "--type", "f32", "--size", "1", "--device", "H200"}, "'H200'"},
      {{"show", "--op", "sum", "--type", "f32", "--size", "1", "--device", "0", "--device-name", "x"},
       "--device and --device-name cannot be given together"},
      {{"show", "--op", "sum", "--type", "f32", "--size", "1", "--compute-capability", "sm_90"}, "'sm_90'"},
      {{"show", "--op", "sum", "--type", "f32", "--size", "1", "--compute-capability", ""}, "not ''"},
      {{"check", "--template", ""}, "cannot read the kernel template"},
      {{"export"}, "FILE is required"},
      {{"import", "a", "b"}, "'b' is one argument too many for 'import'"},
      {{"devices", "--format", "xml"}, "--format takes table or json, not 'xml'"}};
  for (const auto& [arguments, message] : cases) {
    const ToolRun run = runTool(arguments);
    EXPECT_EQ(run.status, 2) << message;
    EXPECT_THAT(run.errors, isSentence());
    EXPECT_THAT(run.errors, HasSubstr(message));
    EXPECT_EQ(run.output, "");
  }
}

TEST_F(CudaTune, DevicesWithoutAGpuIsStatusFour) {
  const ToolRun run = runTool({"devices"});
  EXPECT_EQ(run.status, 4);
  EXPECT_THAT(run.errors, isSentence());
  EXPECT_EQ(run.output, "");
}

TEST_F(CudaTune, AMissingStoreSaysHowToMakeOne) {
  for (const char* command : {"list", "best"}) {
    const ToolRun missing = run({command});
    EXPECT_EQ(missing.status, 2);
    EXPECT_THAT(missing.errors, AllOf(isSentence(), HasSubstr("'" + file.string() + "'"),
                                      HasSubstr("run 'cuda-tune run' first")));
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

TEST_F(CudaTune, AFileThatIsNoStoreIsRefused) {
  writeBytes(file, std::string(4096, 'x'));
  const ToolRun refused = run({"list"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, AllOf(isSentence(), HasSubstr("'" + file.string() + "'")));
}

TEST_F(CudaTune, TheStoreIsThatOfTheEnvironmentWithoutDb) {
  fill();
  const ToolRun named = runTool({"list", "--format", "json"}, "CUDA_TUNE_DB='" + file.string() + "'");
  EXPECT_EQ(named.status, 0) << named.errors;
  EXPECT_EQ(json::parse(named.output).size(), 4u);
}

TEST_F(CudaTune, ListShowsEveryRow) {
  fill();
  const ToolRun table = run({"list"});
  EXPECT_EQ(table.status, 0);
  EXPECT_EQ(std::count(table.output.begin(), table.output.end(), '\n'), 5);
  EXPECT_THAT(table.output, AllOf(StartsWith("device "), HasSubstr("2^24"), HasSubstr("3 instead of 4")));
  EXPECT_EQ(table.errors, "");
}

TEST_F(CudaTune, ListFilters) {
  fill();
  const auto list = [&](std::vector<std::string> filter) {
    filter.insert(filter.begin(), {"list", "--format", "json"});
    return configurationsIn(run(filter).output);
  };
  EXPECT_THAT(list({"--op", "max,min"}), ElementsAre("large"));
  EXPECT_THAT(list({"--size", "16Mi"}), ElementsAre("large"));
  EXPECT_THAT(list({"--result", "wrong"}), ElementsAre("wrong"));
  EXPECT_THAT(list({"--result", "ok", "--size", "2^20", "--deterministic"}), ElementsAre("steady"));
  EXPECT_THAT(list({"--device", "FICTIONAL", "--regime", "cold", "--type", "f32", "--op", "max"}),
              ElementsAre("large"));
  EXPECT_THAT(list({"--regime", "warm"}), IsEmpty());
  EXPECT_THAT(list({"--device", "H200"}), IsEmpty());
}

TEST_F(CudaTune, BestIsOneRowForEachWorkload) {
  fill();
  const ToolRun best = run({"best", "--format", "json"});
  EXPECT_EQ(best.status, 0);
  EXPECT_THAT(configurationsIn(best.output), testing::UnorderedElementsAre("fast", "large"));
  EXPECT_THAT(configurationsIn(run({"best", "--op", "sum", "--deterministic", "--format", "json"}).output),
              ElementsAre("steady"));
  // 4 * 2^20 bytes in 4 us.
  EXPECT_DOUBLE_EQ(json::parse(run({"best", "--op", "sum", "--format", "json"}).output)
                       .at(0)
                       .at("gigabytesPerSecond")
                       .get<double>(),
                   1048.576);
}

TEST_F(CudaTune, AnEmptyResultIsSaidAndFine) {
  fill();
  for (const char* command : {"list", "best"}) {
    const ToolRun table = run({command, "--op", "prod"});
    EXPECT_EQ(table.status, 0);
    EXPECT_EQ(table.output, "");
    EXPECT_THAT(table.errors, isSentence());
    const ToolRun text = run({command, "--op", "prod", "--format", "json"});
    EXPECT_EQ(text.status, 0);
    EXPECT_EQ(text.output, "[]\n");
    EXPECT_THAT(text.errors, isSentence());
  }
}

TEST_F(CudaTune, OutputThatCannotBeWrittenIsAnError) {
  fill();
  const ToolRun full = run({"list"}, ">/dev/full");
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.errors, isSentence());
}

TEST_F(CudaTune, ShowNamesTheOutcome) {
  TuningStore(file).add({usable()});
  const std::vector<std::string> sum = {"--op", "sum", "--type", "f32", "--size"};
  const auto show = [&](const std::string& size, std::vector<std::string> more) {
    std::vector<std::string> arguments = sum;
    arguments.push_back(size);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return shown(arguments);
  };
  const json exact = show("2^20", {"--device-name", "fictional"});
  EXPECT_EQ(exact.at("outcome"), "exact");
  EXPECT_EQ(exact.at("reason"), "");
  EXPECT_EQ(exact.at("driver"), "580.1");
  EXPECT_EQ(exact.at("configuration"), usable().configuration);
  EXPECT_EQ(exact.at("measurement").at("medianUs"), 5.0);
  EXPECT_EQ(show("2^26", {"--device-name", "fictional"}).at("outcome"), "nearest-size");
  EXPECT_EQ(show("2^20", {"--compute-capability", "9.0"}).at("outcome"), "other-device");
  const json base = show("2^20", {"--compute-capability", "8.0"});
  EXPECT_EQ(base.at("outcome"), "base");
  EXPECT_NE(base.at("reason"), "");
  EXPECT_EQ(base.at("configuration"), baseConfiguration(ElementType::F32, 80).text());
  EXPECT_TRUE(base.at("measurement").is_null());
}

TEST_F(CudaTune, ShowTellsWhetherTheImageIsKept) {
  TuningStore(file).add({usable()});
  const std::vector<std::string> arguments = {"--op",   "sum",  "--type",        "f32",
                                              "--size", "2^20", "--device-name", "Fictional"};
  EXPECT_EQ(shown(arguments).at("imageKept"), false);
  TuningStore(file).keepImage(reduceImageKey(Operation::Sum, ElementType::F32, usable().configuration, 90,
                                             usable().key.toolchain.nvrtc),
                              {"_Z1k", "sm_90", {'x'}});
  EXPECT_EQ(shown(arguments).at("imageKept"), true);
}

TEST_F(CudaTune, ShowInWordsHasTheTimeAndTheConfiguration) {
  TuningStore(file).add({usable()});
  const ToolRun shown =
      run({"show", "--op", "sum", "--type", "f32", "--size", "1Mi", "--device-name", "Fictional One"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.output, AllOf(HasSubstr("exact"), HasSubstr("sum of 2^20 f32"), HasSubstr("5.000 us"),
                                  HasSubstr(usable().configuration), HasSubstr("not kept")));
}

TEST_F(CudaTune, ShowWithoutAGpuOffersTheDevicesOfTheStore) {
  fill();
  const ToolRun shown = run({"show", "--op", "sum", "--type", "f32", "--size", "1Mi"});
  EXPECT_EQ(shown.status, 4);
  EXPECT_THAT(shown.errors, AllOf(isSentence(), HasSubstr("--device-name")));
  const ToolRun unknown =
      run({"show", "--op", "sum", "--type", "f32", "--size", "1Mi", "--device-name", "H200"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.errors, AllOf(isSentence(), HasSubstr("Fictional One")));
}

TEST_F(CudaTune, WhatIsExportedIsImported) {
  fill();
  const std::filesystem::path exported = folder / "store.json";
  ASSERT_EQ(run({"export", exported.string()}).status, 0);
  const std::filesystem::path other = folder / "other.db";
  const auto import = [&] { return runTool({"import", exported.string(), "--db", other.string()}); };
  const ToolRun first = import();
  EXPECT_EQ(first.status, 0) << first.errors;
  EXPECT_THAT(first.output, HasSubstr("measurements: 4 added, 0 already there\n"));
  EXPECT_THAT(import().output, HasSubstr("measurements: 0 added, 4 already there\n"));
  EXPECT_EQ(runTool({"list", "--db", other.string()}).output, run({"list"}).output);
}

TEST_F(CudaTune, ADashIsStandardOutputAndInput) {
  fill();
  const std::filesystem::path exported = folder / "store.json";
  ASSERT_EQ(run({"export", exported.string()}).status, 0);
  EXPECT_EQ(run({"export", "-"}).output, readBytes(exported));
  const ToolRun imported =
      runTool({"import", "-", "--db", (folder / "other.db").string()}, "", "<'" + exported.string() + "'");
  EXPECT_EQ(imported.status, 0) << imported.errors;
  EXPECT_THAT(imported.output, HasSubstr("measurements: 4 added"));
}

TEST_F(CudaTune, AnExportToStandardOutputAddsToAFile) {
  fill();
  const std::filesystem::path log = folder / "log";
  writeBytes(log, "before\n");
  ASSERT_EQ(run({"export", "-"}, ">>'" + log.string() + "'").status, 0);
  EXPECT_THAT(readBytes(log), StartsWith("before\n{"));
}

TEST_F(CudaTune, ABadImportNamesTheFileAndTheStoreStays) {
  fill();
  const std::filesystem::path input = folder / "input.json";
  writeBytes(input, "{\"format\": \"cuda-tune-store\", ");
  const ToolRun cut = run({"import", input.string()});
  EXPECT_EQ(cut.status, 2);
  EXPECT_THAT(cut.errors, AllOf(isSentence(), HasSubstr("'" + input.string() + "'")));
  EXPECT_EQ(TuningStore(file).list({}).size(), 4u);
  EXPECT_EQ(run({"import", (folder / "missing.json").string()}).status, 2);
  EXPECT_EQ(run({"export", folder.string()}).status, 2);
}

} // namespace
} // namespace cuda_tune
