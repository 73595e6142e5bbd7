#include "tuner/tool/timing_options.h"

#include "db/atomic_file.h"
#include "tuner/tool/tool_error.h"

#include <charconv>
#include <iostream>
#include <string>

namespace cuda_tune {

namespace {

/// For the context, the modules and whoever else uses the device.
constexpr std::uint64_t kReservedBytes = std::uint64_t{1} << 30;

CLI::Option* addNumber(CLI::App& command, const std::string& name, int& target, int fewest,
                       const std::string& description) {
  const auto read = [name, &target, fewest](const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < fewest)
      throw UsageError(name + " takes a number from " + std::to_string(fewest) + " on, not '" + text + "'");
    target = number;
  };
  return command.add_option_function<std::string>(name, read, description)->type_name("N");
}

} // namespace

CLI::Option* addDeviceOption(CLI::App& command, int& device) {
  return addNumber(command, "--device", device, 0, "the device, as 'cuda-tune devices' counts (default: 0)");
}

CLI::Option* addSamplesOption(CLI::App& command, int& samples) {
  return addNumber(command, "--samples", samples, 1,
                   "samples of each time (default: 200 where launches are short, at least 20)");
}

OptionalStore openForLookup(const std::optional<std::filesystem::path>& file) {
  OptionalStore store(file.value_or(std::filesystem::path()));
  if (file && !store.problem().empty())
    throw StoreError(store.problem());
  if (!store.problem().empty())
    std::cerr << "cuda-tune: the built-in default configurations are timed: " << store.problem() << '\n';
  return store;
}

bool fits(const Device& device, std::uint64_t bytes) {
  return 2 * bytes + 2 * device.l2Bytes + kReservedBytes <= device.memoryBytes;
}

void writeReport(const std::optional<std::filesystem::path>& file, std::string_view text) {
  if (file)
    writeAtomically(*file, text);
  else
    std::cout << text << std::flush;
}

} // namespace cuda_tune
