#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cuda_tune {

/// What about a device can change which configuration is best.
struct DeviceIdentity {
  /// "NVIDIA H200".
  std::string name;
  /// "9.0".
  std::string computeCapability;
  int multiprocessors = 0;
  int memoryClockKhz = 0;
  int memoryBusBits = 0;
  /// Of the very card: cards of one model are measured each for itself, and serve for each other.
  std::string uuid;

  /// Without the UUID.
  bool sameModel(const DeviceIdentity& other) const;
};

struct Toolchain {
  /// "13.0".
  std::string nvrtc;
  /// The kernel driver's own version where it can be read ("580.159.04"), else its CUDA version.
  std::string driver;

  friend bool operator==(const Toolchain&, const Toolchain&) = default;
};

/// What is computed. `elements` is the problem size that was measured.
struct Workload {
  /// "reduce".
  std::string templateName;
  /// Of the template's source text.
  std::string templateHash;
  std::string operation;
  std::string elementType;
  std::string accumulatorType;
  std::uint64_t elements = 0;

  friend bool operator==(const Workload&, const Workload&) = default;
};

/// The even exponent e of the size class 2^e that `elements` belongs to: the nearest to log2(elements), 10 at
/// least and 32 at most; halfway goes up.
int sizeClass(std::uint64_t elements);

/// What a measurement is a measurement of.
struct MeasurementKey {
  DeviceIdentity device;
  Toolchain toolchain;
  Workload workload;
  /// "cold" or "warm": whether the L2 cache held the input.
  std::string regime = "cold";
  /// Of the way of measuring; results of different versions are never compared.
  int methodVersion = 0;
};

/// Finalists whose medians are within this share of the fastest are tied; the simplest of them is the best.
/// H200, cold L2: the times of one configuration in two runs of `bench`, one after the other, differ by 0.46%
/// (median of 132 cells; 1% in nine of ten), so that a smaller difference chooses nothing.
inline constexpr double kTieBand = 0.005;

/// What became of a configuration.
enum class Result { Ok, CompileError, Wrong, Fault, Timeout, Implausible, Infeasible };

/// "ok", "compile-error", "wrong", "fault", "timeout", "implausible", "infeasible".
std::string_view toString(Result result);
std::optional<Result> parseResult(std::string_view name);

/// Screening times are brief and only sort out; finalists are timed serially, interleaved, against each
/// other.
enum class Stage { Screening, Final };

/// "screening", "final".
std::string_view toString(Stage stage);
std::optional<Stage> parseStage(std::string_view name);

/// One row of the store.
struct Measurement {
  MeasurementKey key;
  /// Configuration::text() of tuner/space.
  std::string configuration;
  /// SearchSpace::complexity(): the smaller wins a tie.
  int complexity = 0;
  /// The same bits on every run.
  bool deterministic = false;
  Stage stage = Stage::Screening;
  Result result = Result::Ok;
  /// Why the result is not ok: compiler log, error name, the value that was wrong.
  std::string reason;

  /// Times in microseconds, meaningful when the result is ok; quartiles are the spread.
  double medianUs = 0;
  double lowerQuartileUs = 0;
  double upperQuartileUs = 0;
  int samples = 0;
  /// Of the SMs and the memory while measuring; 0 where they could not be read.
  int smClockMhz = 0;
  int memoryClockMhz = 0;
  bool throttled = false;

  /// The launch as it was measured.
  int gridBlocks = 0;
  int blockThreads = 0;
  /// UTC, "2026-11-30T12:00:00Z"; set by the store when empty.
  std::string measuredAt;
};

/// Which rows to list; an empty field lets everything through.
struct RowFilter {
  std::string deviceName;
  std::string operation;
  std::string elementType;
  std::optional<std::uint64_t> elements;
  std::string regime;
  std::optional<bool> deterministic;
  std::optional<Stage> stage;
  std::optional<Result> result;
};

/// What an image was compiled from and for.
struct ImageKey {
  std::string templateName;
  std::string templateHash;
  std::string operation;
  std::string elementType;
  std::string configuration;
  std::string architecture;
  std::string nvrtc;
};

} // namespace cuda_tune
