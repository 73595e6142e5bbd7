#include "analyzer/tool/predict_options.h"

#include "analyzer/launch/block_shape.h"
#include "analyzer/tool/architecture_option.h"
#include "analyzer/tool/command_line.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace cuda_lint {

namespace {

constexpr const char* description = "Says what Nsight Compute would count for one launch of a kernel, "
                                    "without a GPU: wavefronts, sectors, requests "
                                    "and their ideals, in total and by source line.";

constexpr const char* footer = "Everything after -- goes to the compiler: cuda-lint predict a.cu --kernel k "
                               "--grid 64 --block 256 -- -Iinclude\n\n"
                               "Exit status: 0 predicted; 2 wrong usage, an argument missing; 3 the file or "
                               "the kernel could not be analyzed.";

/// Counts of more would not fit into 64 bits.
constexpr uint64_t maxBlocks = uint64_t{1} << 48;
/// The most that a block can have on any supported architecture (sm_90, sm_100: 227 KiB).
constexpr uint64_t maxDynamicSharedBytes = 227 << 10;

struct RawOptions {
  std::string file;
  std::string kernel;
  std::string grid;
  std::string block;
  uint64_t dynamicSharedBytes = 0;
  std::vector<std::string> arguments;
  std::string format = "text";
  std::string output;
  std::string buildDirectory;
  std::string architecture;
  std::string cudaPath;
  uint64_t instructionBudget = PredictionRequest().instructionBudget;
  double timeout = 600;
  uint64_t memory = WorkerLimits().memoryMiB;
};

void declare(CLI::App& app, RawOptions& raw) {
  app.description(description);
  app.footer(footer);
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.add_option("FILE", raw.file, "The source file")->type_name("");
  app.add_option(
         "--kernel", raw.kernel,
         "The kernel, with template arguments where it has several instantiations: 'reduce<float, 256>'")
      ->type_name("NAME");
  app.add_option("--grid", raw.grid, "Blocks: X[,Y[,Z]]")->type_name("X,Y,Z");
  app.add_option("--block", raw.block, "Threads a block: X[,Y[,Z]]")->type_name("X,Y,Z");
  app.add_option("--dynamic-smem", raw.dynamicSharedBytes, "Bytes of dynamic shared memory")
      ->type_name("BYTES");
  app.add_option("--arg", raw.arguments,
                 "Value of a parameter, or of a field of one: n=1024, p.width=640. For a pointer: bytes off "
                 "a 256-byte "
                 "boundary. Repeatable; only what control or addresses depend on is needed")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--format", raw.format, "Output format: text, json")
      ->type_name("FMT")
      ->capture_default_str();
  app.add_option("-o,--output", raw.output, "Write to FILE instead of standard output")->type_name("FILE");
  app.add_option("-p,--build-dir", raw.buildDirectory,
                 "Where compile_commands.json is; else it is looked for upwards from the file")
      ->type_name("DIR");
  app.add_option("--arch", raw.architecture,
                 "GPU architecture to compile for; else the compile command's, else a default")
      ->type_name("sm_NN");
  app.add_option("--cuda-path", raw.cudaPath, "Root of the CUDA toolkit whose headers are used")
      ->type_name("DIR");
  app.add_option(
         "--instruction-budget", raw.instructionBudget,
         "Warp instructions after which the blocks that are left are taken to be like those that were run")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--memory", raw.memory, "Memory that the prediction may take, in MiB")
      ->type_name("MIB")
      ->capture_default_str();
  app.add_option("--timeout", raw.timeout, "Seconds that the prediction may take")
      ->type_name("SECONDS")
      ->capture_default_str();
}

Answer usageError(const llvm::Twine& sentence) {
  return {exitUsage, ("cuda-lint predict: " + sentence + "\n").str()};
}

/// nullopt where `text` is not one to three positive numbers.
std::optional<std::array<uint64_t, 3>> parseExtents(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 3> fields;
  text.split(fields, ',');
  std::array<uint64_t, 3> extents{1, 1, 1};
  if (fields.size() > 3)
    return std::nullopt;
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].trim().getAsInteger(10, extents[i]) || extents[i] == 0)
      return std::nullopt;
  return extents;
}

std::optional<Answer> takeGeometry(const RawOptions& raw, PredictionRequest& request) {
  for (auto [option, text] : {std::pair("--grid", &raw.grid), std::pair("--block", &raw.block)})
    if (text->empty())
      return usageError(llvm::Twine(option) + " is missing; write " + option + " X[,Y[,Z]]");
  std::optional<std::array<uint64_t, 3>> grid = parseExtents(raw.grid);
  if (!grid)
    return usageError("--grid: '" + raw.grid + "' is not X[,Y[,Z]] with positive numbers");
  for (unsigned i = 0; i < 3; ++i)
    if ((*grid)[i] > gridLimits[i])
      return usageError("--grid: '" + raw.grid + "' is more than a launch allows, 2147483647,65535,65535");
  if ((*grid)[0] * (*grid)[1] > maxBlocks / (*grid)[2])
    return usageError("--grid: '" + raw.grid + "' is more than the 2^48 blocks that can be counted");
  std::optional<std::array<uint64_t, 3>> block = parseExtents(raw.block);
  if (!block)
    return usageError("--block: '" + raw.block + "' is not X[,Y[,Z]] with positive numbers");
  if (!isLegalBlock(*block))
    return usageError("--block: '" + raw.block +
                      "' is more than a launch allows: 1024,1024,64 and 1024 threads in all");
  request.grid = *grid;
  request.block = *block;
  return std::nullopt;
}

std::optional<Answer> takeArguments(const RawOptions& raw, PredictionRequest& request) {
  for (const std::string& text : raw.arguments) {
    auto [name, value] = llvm::StringRef(text).split('=');
    if (name.trim().empty() || value.trim().empty())
      return usageError("--arg: '" + text + "' is not NAME=VALUE");
    const std::string trimmed = name.trim().str();
    for (const NamedValue& other : request.arguments)
      if (other.first == trimmed)
        return usageError("--arg: '" + trimmed + "' is given twice");
    request.arguments.emplace_back(trimmed, value.trim().str());
  }
  return std::nullopt;
}

std::variant<PredictOptions, Answer> toOptions(const RawOptions& raw) {
  PredictOptions options;
  if (raw.file.empty())
    return usageError("no file is named; cuda-lint predict --help shows how to write it");
  if (raw.kernel.empty())
    return usageError("--kernel is missing");
  options.file = raw.file;
  options.request.kernel = raw.kernel;
  if (std::optional<Answer> wrong = takeGeometry(raw, options.request))
    return *wrong;
  if (raw.dynamicSharedBytes > maxDynamicSharedBytes)
    return usageError("--dynamic-smem: no architecture has more than " + llvm::Twine(maxDynamicSharedBytes) +
                      " bytes a block");
  options.request.dynamicSharedBytes = raw.dynamicSharedBytes;
  if (std::optional<Answer> wrong = takeArguments(raw, options.request))
    return *wrong;
  if (raw.format != "text" && raw.format != "json")
    return usageError("--format: there is no format '" + raw.format + "'; the formats are text, json");
  options.asJson = raw.format == "json";
  if (!raw.architecture.empty()) {
    options.architecture = supportedArchitecture(raw.architecture);
    if (!options.architecture)
      return usageError(wrongArchitecture(raw.architecture));
  }
  if (raw.instructionBudget == 0)
    return usageError("--instruction-budget: must be at least 1");
  options.request.instructionBudget = raw.instructionBudget;
  if (!(raw.timeout > 0 && raw.timeout <= 1e6))
    return usageError("--timeout: must be more than 0 and at most 1000000 seconds");
  options.limits.timeout = std::chrono::milliseconds(std::llround(std::ceil(raw.timeout * 1000)));
  options.limits.timeoutOption = "--timeout";
  if (raw.memory == 0 || raw.memory > (uint64_t{1} << 30))
    return usageError("--memory: must be at least 1 and at most 1073741824 MiB");
  options.limits.memoryMiB = raw.memory;
  options.limits.memoryOption = "--memory";
  auto nonEmpty = [](const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); };
  options.output = nonEmpty(raw.output);
  options.buildDirectory = nonEmpty(raw.buildDirectory);
  options.cudaPath = nonEmpty(raw.cudaPath);
  return options;
}

} // namespace

std::variant<PredictOptions, Answer> parsePredictOptions(int argc, const char* const* argv) {
  RawOptions raw;
  CLI::App app("", "cuda-lint predict");
  declare(app, raw);
  std::vector<std::string> clangArguments;
  if (std::optional<Answer> answer = parseCommandLine(app, argc, argv, clangArguments))
    return *answer;
  std::variant<PredictOptions, Answer> parsed = toOptions(raw);
  if (auto* options = std::get_if<PredictOptions>(&parsed))
    options->clangArguments = std::move(clangArguments);
  return parsed;
}

} // namespace cuda_lint
