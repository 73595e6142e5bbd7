#include "tuner/tool/check_command.h"

#include "tuner/jit/template_source.h"
#include "tuner/space/tuning_parameter.h"
#include "tuner/tool/compile_check.h"
#include "tuner/tool/options.h"
#include "tuner/tool/row_report.h"
#include "tuner/tool/tool_error.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <regex>
#include <thread>

namespace cuda_tune {

namespace {

/// Of Turing, Ampere, Hopper and both families of Blackwell.
constexpr int kDefaultArchitectures[] = {75, 80, 90, 100, 120};
/// Compute capabilities end below this.
constexpr int kPastArchitectures = 1000;

struct CheckOptions {
  std::vector<std::string> architectures;
  std::vector<Operation> operations;
  std::vector<ElementType> types;
  bool all = false;
  std::optional<std::string> templateFolder;
  OutputFormat format = OutputFormat::Table;
};

std::string knownArchitectures() {
  std::string names;
  for (int architecture = 0; architecture < kPastArchitectures; ++architecture)
    if (nvrtcSupports(architecture))
      names += (names.empty() ? "" : ", ") + architectureName(architecture);
  return names;
}

int parseArchitecture(const std::string& name) {
  std::smatch parts;
  if (std::regex_match(name, parts, std::regex("(?:sm_)?([1-9][0-9]{1,2})")))
    if (const int architecture = std::stoi(parts[1]); nvrtcSupports(architecture))
      return architecture;
  throw UsageError("NVRTC " + nvrtcVersion() + " does not know the architecture '" + name + "'; it knows " +
                   knownArchitectures());
}

std::vector<int> architecturesOf(const CheckOptions& options) {
  std::vector<int> architectures;
  for (const std::string& list : options.architectures)
    for (const std::string& name : splitList("--arch", list))
      if (const int architecture = parseArchitecture(name);
          std::find(architectures.begin(), architectures.end(), architecture) == architectures.end())
        architectures.push_back(architecture);
  if (architectures.empty())
    for (const int architecture : kDefaultArchitectures)
      if (nvrtcSupports(architecture))
        architectures.push_back(architecture);
  return architectures;
}

template <class Value, class All> std::vector<Value> orAll(const std::vector<Value>& chosen, const All& all) {
  return chosen.empty() ? std::vector<Value>(all.begin(), all.end()) : chosen;
}

void runCheck(const CheckOptions& options) {
  CompileCheck check;
  check.operations = orAll(options.operations, kOperations);
  check.types = orAll(options.types, kElementTypes);
  check.all = options.all;
  check.threads = std::thread::hardware_concurrency();
  const Source source =
      options.templateFolder ? templateFromFolder(*options.templateFolder, "reduce.cuh") : reduceTemplate();

  if (declaredParameters(source.text).empty())
    throw NothingCorrect(
        "the template " + source.name +
        " declares no tuning parameter, so there is nothing to compile; is it the whole file?");

  std::vector<ArchitectureReport> reports;
  std::size_t failed = 0, compiled = 0;
  for (const int architecture : architecturesOf(options)) {
    reports.push_back(checkArchitecture(source, check, architecture));
    failed += reports.back().failures.size();
    compiled += reports.back().kernels;
  }
  std::cout << (options.format == OutputFormat::Json ? jsonText(checkJson(reports, nvrtcVersion()))
                                                     : checkTable(reports));
  if (failed == 0 && compiled == 0)
    throw NothingCorrect("no configuration of the template " + source.name + " can be compiled for these");
  if (failed)
    throw NothingCorrect(std::to_string(failed) +
                         (failed == 1 ? " configuration does" : " configurations do") +
                         " not compile; the other " + std::to_string(compiled) +
                         " kernels do; correct the kernel template where the errors point");
}

} // namespace

void addCheckCommand(CLI::App& app) {
  CLI::App& command = *app.add_subcommand(
      "check", "Compiles the corners of the search space for many architectures; needs no GPU");
  const auto options = std::make_shared<CheckOptions>();
  command
      .add_option("--arch", options->architectures,
                  "architectures (default: those of sm_75, sm_80, sm_90, sm_100, sm_120 that NVRTC knows)")
      ->allow_extra_args(false)
      ->type_name("LIST");
  addOperationsOption(command, options->operations);
  addTypesOption(command, options->types);
  command.add_flag("--all", options->all,
                   "all corners: hundreds to more than a thousand for each operation and type");
  command
      .add_option("--template", options->templateFolder,
                  "a folder with reduce.cuh and its headers, instead of the built-in template")
      ->type_name("FOLDER");
  addFormatOption(command, options->format);
  command.callback([options] { runCheck(*options); });
}

} // namespace cuda_tune
