#include "db/measurement.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace cuda_tune {

namespace {

constexpr std::array<std::pair<Result, std::string_view>, 7> kResultNames{{
    {Result::Ok, "ok"},
    {Result::CompileError, "compile-error"},
    {Result::Wrong, "wrong"},
    {Result::Fault, "fault"},
    {Result::Timeout, "timeout"},
    {Result::Implausible, "implausible"},
    {Result::Infeasible, "infeasible"},
}};

constexpr std::array<std::pair<Stage, std::string_view>, 2> kStageNames{{
    {Stage::Screening, "screening"},
    {Stage::Final, "final"},
}};

template <class Names, class Enum> std::string_view nameOf(const Names& names, Enum value) {
  for (const auto& [candidate, name] : names)
    if (candidate == value)
      return name;
  return {};
}

template <class Enum, class Names> std::optional<Enum> valueOf(const Names& names, std::string_view text) {
  for (const auto& [value, name] : names)
    if (name == text)
      return value;
  return std::nullopt;
}

} // namespace

bool DeviceIdentity::sameModel(const DeviceIdentity& other) const {
  return name == other.name && computeCapability == other.computeCapability &&
         multiprocessors == other.multiprocessors && memoryClockKhz == other.memoryClockKhz &&
         memoryBusBits == other.memoryBusBits;
}

int sizeClass(std::uint64_t elements) {
  // log2 lies in [floor, floor + 1): below an even floor + 1 the even floor is nearest; from an odd floor,
  // which is halfway, upwards it is the even number above.
  int floor = static_cast<int>(std::bit_width(elements)) - 1;
  int even = floor % 2 == 0 ? floor : floor + 1;
  return std::clamp(even, 10, 32);
}

std::string_view toString(Result result) {
  return nameOf(kResultNames, result);
}

std::optional<Result> parseResult(std::string_view name) {
  return valueOf<Result>(kResultNames, name);
}

std::string_view toString(Stage stage) {
  return nameOf(kStageNames, stage);
}

std::optional<Stage> parseStage(std::string_view name) {
  return valueOf<Stage>(kStageNames, name);
}

} // namespace cuda_tune
