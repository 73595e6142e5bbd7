#pragma once

#include "db/tuning_store.h"
#include "tuner/tool/options.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// Which rows of a store to show; what is empty lets everything through.
struct RowSelection {
  std::vector<Operation> operations;
  std::vector<ElementType> types;
  std::vector<std::uint64_t> sizes;
  /// A part of the device's name, in upper or lower case.
  std::string device;
  std::optional<Regime> regime;
  bool deterministic = false;
  std::optional<Result> result;
};

/// `--op`, `--type`, `--size`, `--device`, `--regime` and `--deterministic`. The selection must outlive the
/// parsing.
void addSelectionOptions(CLI::App& command, RowSelection& selection);
/// `--result`.
void addResultOption(CLI::App& command, RowSelection& selection);

/// The part of a selection that a store filters by itself, and the part that it does not.
RowFilter filterOf(const RowSelection& selection);
std::vector<Measurement> selected(std::vector<Measurement> rows, const RowSelection& selection);

/// ASCII letters are alike in upper and lower case.
bool containsIgnoringCase(std::string_view text, std::string_view part);

/// Opens the store of `--db`'s argument for reading. Throws StoreError, also where there is none yet.
TuningStore openStore(const std::optional<std::filesystem::path>& argument);

} // namespace cuda_tune
