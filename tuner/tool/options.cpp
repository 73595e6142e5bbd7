#include "tuner/tool/options.h"

#include "tuner/tool/element_count.h"
#include "tuner/tool/tool_error.h"

#include <algorithm>

namespace cuda_tune {

namespace {

template <class Values> std::string namesOf(const Values& values) {
  std::string names;
  for (const auto value : values)
    names += (names.empty() ? "" : ", ") + std::string(toString(value));
  return names;
}

/// What an option's value may be.
template <class Value> struct Kind {
  std::string option;
  std::optional<Value> (*parse)(std::string_view);
  /// After "takes".
  std::string expected;

  Value read(const std::string& text) const {
    if (const std::optional<Value> value = parse(text))
      return *value;
    throw UsageError(option + " takes " + expected + ", not '" + text + "'");
  }
};

Kind<Operation> operationKind() {
  return {"--op", parseOperation, namesOf(kOperations)};
}
Kind<ElementType> typeKind() {
  return {"--type", parseElementType, namesOf(kElementTypes)};
}
Kind<std::uint64_t> sizeKind() {
  return {"--size", parseElements, "a number of elements from 1 to 2^33, such as 1000, 2^20 or 4Mi"};
}
Kind<Regime> regimeKind() {
  return {"--regime", parseRegime, "cold or warm"};
}

std::optional<OutputFormat> parseFormat(std::string_view name) {
  if (name == "table")
    return OutputFormat::Table;
  if (name == "json")
    return OutputFormat::Json;
  return std::nullopt;
}

template <class Value, class Target>
CLI::Option* addOne(CLI::App& command, Target& target, const Kind<Value>& kind,
                    const std::string& description) {
  return command.add_option_function<std::string>(
      kind.option, [kind, &target](const std::string& text) { target = kind.read(text); }, description);
}

template <class Value>
CLI::Option* addList(CLI::App& command, std::vector<Value>& target, const Kind<Value>& kind,
                     const std::string& description) {
  const auto read = [kind, &target](const std::vector<std::string>& lists) {
    for (const std::string& list : lists)
      for (const std::string& text : splitList(kind.option, list))
        if (const Value value = kind.read(text);
            std::find(target.begin(), target.end(), value) == target.end())
          target.push_back(value);
  };
  return command.add_option_function<std::vector<std::string>>(kind.option, read, description)
      ->allow_extra_args(false)
      ->type_name("LIST");
}

} // namespace

CLI::Option* addFormatOption(CLI::App& command, OutputFormat& format) {
  const Kind<OutputFormat> kind = {"--format", parseFormat, "table or json"};
  return addOne(command, format, kind, "table (default) or json")->type_name("FORMAT");
}

CLI::Option* addStoreOption(CLI::App& command, std::optional<std::filesystem::path>& file) {
  return command
      .add_option_function<std::string>(
          "--db", [&file](const std::string& name) { file = name; },
          "the tuning store (default: $CUDA_TUNE_DB, else cuda-tune/tuning.db in $XDG_DATA_HOME or "
          "~/.local/share)")
      ->type_name("FILE");
}

CLI::Option* addOperationsOption(CLI::App& command, std::vector<Operation>& operations) {
  return addList(command, operations, operationKind(), "operations: " + namesOf(kOperations));
}

CLI::Option* addTypesOption(CLI::App& command, std::vector<ElementType>& types) {
  return addList(command, types, typeKind(), "element types: " + namesOf(kElementTypes));
}

CLI::Option* addSizesOption(CLI::App& command, std::vector<std::uint64_t>& sizes) {
  return addList(command, sizes, sizeKind(), "numbers of elements: 1000, 2^20, 4Mi, …");
}

CLI::Option* addOperationOption(CLI::App& command, Operation& operation) {
  return addOne(command, operation, operationKind(), "the operation: " + namesOf(kOperations))
      ->required()
      ->type_name("NAME");
}

CLI::Option* addTypeOption(CLI::App& command, ElementType& type) {
  return addOne(command, type, typeKind(), "the element type: " + namesOf(kElementTypes))
      ->required()
      ->type_name("NAME");
}

CLI::Option* addSizeOption(CLI::App& command, std::uint64_t& elements) {
  return addOne(command, elements, sizeKind(), "the number of elements: 1000, 2^20, 4Mi, …")
      ->required()
      ->type_name("N");
}

CLI::Option* addRegimeOption(CLI::App& command, std::optional<Regime>& regime) {
  return addOne(command, regime, regimeKind(), "whether the L2 cache held the input: cold or warm")
      ->type_name("NAME");
}

std::vector<std::string> splitList(const std::string& option, std::string_view text) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    if (comma == begin)
      throw UsageError(option + " has an empty item in '" + std::string(text) + "'");
    items.emplace_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return items;
}

} // namespace cuda_tune
