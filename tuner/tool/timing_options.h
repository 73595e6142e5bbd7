#pragma once

#include "tuner/jit/device.h"
#include "tuner/runtime/optional_store.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace cuda_tune {

// What the commands share that time on a device: bench and ladder.

/// `--device N`, from 0 on.
CLI::Option* addDeviceOption(CLI::App& command, int& device);

/// `--samples N`, from 1 on; 0 stays where it is not given.
CLI::Option* addSamplesOption(CLI::App& command, int& samples);

/// The store to look configurations up in; one that nobody named may be missing, and stderr says so then.
/// Throws StoreError when one that was named cannot be read.
OptionalStore openForLookup(const std::optional<std::filesystem::path>& file);

/// Whether timing launches that read `bytes` fits the device's memory: they are also copied, and the L2 is
/// flushed.
bool fits(const Device& device, std::uint64_t bytes);

/// Writes `text` to `file`, or to stdout where none is given. Throws StoreError.
void writeReport(const std::optional<std::filesystem::path>& file, std::string_view text);

} // namespace cuda_tune
