#include "tuner/tool/ptxas_log.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace cuda_tune {

namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos)
    return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// The number that stands before `unit`.
std::optional<int> numberBefore(std::string_view line, std::string_view unit) {
  const std::size_t end = line.find(unit);
  if (end == std::string_view::npos)
    return std::nullopt;
  std::size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9')
    --begin;
  int number = 0;
  const auto [stop, error] = std::from_chars(line.data() + begin, line.data() + end, number);
  return error == std::errc() && stop == line.data() + end ? std::optional(number) : std::nullopt;
}

} // namespace

KernelResources largest(const KernelResources& a, const KernelResources& b) {
  return {.registers = std::max(a.registers, b.registers),
          .stackBytes = std::max(a.stackBytes, b.stackBytes),
          .spillStoreBytes = std::max(a.spillStoreBytes, b.spillStoreBytes),
          .spillLoadBytes = std::max(a.spillLoadBytes, b.spillLoadBytes),
          .sharedBytes = std::max(a.sharedBytes, b.sharedBytes)};
}

std::vector<KernelResources> parsePtxasLog(std::string_view log) {
  std::vector<KernelResources> kernels;
  for (const std::string_view line : linesOf(log)) {
    if (line.find("Compiling entry function") != std::string_view::npos) {
      kernels.emplace_back();
      continue;
    }
    if (kernels.empty())
      continue;
    const auto read = [&](int& value, std::string_view unit) {
      if (const std::optional<int> number = numberBefore(line, unit))
        value = *number;
    };
    read(kernels.back().registers, " registers");
    read(kernels.back().stackBytes, " bytes stack frame");
    read(kernels.back().spillStoreBytes, " bytes spill stores");
    read(kernels.back().spillLoadBytes, " bytes spill loads");
    read(kernels.back().sharedBytes, " bytes smem");
  }
  return kernels;
}

std::string firstErrorLine(std::string_view log) {
  const std::vector<std::string_view> lines = linesOf(log);
  const auto found = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return line.find("error") != std::string_view::npos;
  });
  if (found != lines.end())
    return std::string(trimmed(*found));
  return lines.empty() ? std::string() : std::string(trimmed(lines.front()));
}

} // namespace cuda_tune
