#pragma once

#include "cuda_tune/element_type.h"
#include "cuda_tune/operation.h"
#include "tuner/measure/launch_timer.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

// Options that commands share. What a user gives is checked while it is parsed: a UsageError says what is
// wrong with it and what would not be. The variables must outlive the parsing.

enum class OutputFormat { Table, Json };

/// `--format table|json`.
CLI::Option* addFormatOption(CLI::App& command, OutputFormat& format);

/// `--db FILE`; what it gives is for TuningStore::defaultFile().
CLI::Option* addStoreOption(CLI::App& command, std::optional<std::filesystem::path>& file);

/// `--op`, `--type` and `--size`: lists, separated by commas or given again and again, without doubles.
CLI::Option* addOperationsOption(CLI::App& command, std::vector<Operation>& operations);
CLI::Option* addTypesOption(CLI::App& command, std::vector<ElementType>& types);
CLI::Option* addSizesOption(CLI::App& command, std::vector<std::uint64_t>& sizes);

/// `--op`, `--type` and `--size`: one, and needed.
CLI::Option* addOperationOption(CLI::App& command, Operation& operation);
CLI::Option* addTypeOption(CLI::App& command, ElementType& type);
CLI::Option* addSizeOption(CLI::App& command, std::uint64_t& elements);

/// `--regime cold|warm`.
CLI::Option* addRegimeOption(CLI::App& command, std::optional<Regime>& regime);

/// What stands between the commas. Throws UsageError, naming the option, where nothing does.
std::vector<std::string> splitList(const std::string& option, std::string_view text);

} // namespace cuda_tune
