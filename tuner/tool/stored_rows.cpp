#include "tuner/tool/stored_rows.h"

#include "tuner/tool/tool_error.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace cuda_tune {

namespace {

constexpr std::array kResults = {Result::Ok,      Result::CompileError, Result::Wrong,     Result::Fault,
                                 Result::Timeout, Result::Implausible,  Result::Infeasible};

/// An empty list selects everything.
template <class Values> bool selects(const Values& values, std::string_view name) {
  return values.empty() ||
         std::any_of(values.begin(), values.end(), [&](auto value) { return toString(value) == name; });
}

} // namespace

void addSelectionOptions(CLI::App& command, RowSelection& selection) {
  addOperationsOption(command, selection.operations);
  addTypesOption(command, selection.types);
  addSizesOption(command, selection.sizes);
  command.add_option("--device", selection.device, "a part of the device's name")->type_name("NAME");
  addRegimeOption(command, selection.regime);
  command.add_flag("--deterministic", selection.deterministic,
                   "only configurations that give the same bits on every run");
}

void addResultOption(CLI::App& command, RowSelection& selection) {
  std::string names;
  for (const Result result : kResults)
    names += (names.empty() ? "" : ", ") + std::string(toString(result));
  const auto read = [names, &selection](const std::string& name) {
    selection.result = parseResult(name);
    if (!selection.result)
      throw UsageError("--result takes one of " + names + ", not '" + name + "'");
  };
  command.add_option_function<std::string>("--result", read, "what became of the configuration: " + names)
      ->type_name("NAME");
}

RowFilter filterOf(const RowSelection& selection) {
  RowFilter filter;
  if (selection.regime)
    filter.regime = toString(*selection.regime);
  if (selection.deterministic)
    filter.deterministic = true;
  filter.result = selection.result;
  return filter;
}

std::vector<Measurement> selected(std::vector<Measurement> rows, const RowSelection& selection) {
  std::erase_if(rows, [&](const Measurement& row) {
    const Workload& workload = row.key.workload;
    const std::vector<std::uint64_t>& sizes = selection.sizes;
    return !selects(selection.operations, workload.operation) ||
           !selects(selection.types, workload.elementType) ||
           !(sizes.empty() || std::find(sizes.begin(), sizes.end(), workload.elements) != sizes.end()) ||
           !containsIgnoringCase(row.key.device.name, selection.device);
  });
  return rows;
}

bool containsIgnoringCase(std::string_view text, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end() || part.empty();
}

TuningStore openStore(const std::optional<std::filesystem::path>& argument) {
  const std::filesystem::path file = TuningStore::defaultFile(argument);
  std::error_code error;
  if (!file.empty() && !std::filesystem::exists(file, error) && !error)
    throw StoreError("there is no tuning store '" + file.string() +
                     "' yet: run 'cuda-tune run' first, or name another file with --db");
  return TuningStore(file, TuningStore::Access::ReadOnly);
}

} // namespace cuda_tune
