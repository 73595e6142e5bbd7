#include "tuner/tool/bench_report.h"

#include "tuner/tool/element_count.h"
#include "tuner/tool/text_table.h"

#include <algorithm>
#include <functional>

namespace cuda_tune {

namespace {

bool anyOf(const std::vector<BenchCell>& cells, const std::function<bool(const BenchCell&)>& is) {
  return std::any_of(cells.begin(), cells.end(), is);
}

std::string orDash(const std::optional<Timing>& timing) {
  return timing ? decimal(timing->mean, 2) : "-";
}

std::string orDash(const std::optional<double>& ratio) {
  return ratio ? decimal(*ratio, 3) : "-";
}

std::string nameOf(const BenchCell& cell) {
  return std::string(toString(cell.operation)) + " of " + std::string(toString(cell.type)) +
         ", n = " + formatElements(cell.elements);
}

/// "samples 20 to 200".
std::string sampleRange(const std::vector<BenchCell>& cells) {
  const auto [fewest, most] =
      std::minmax_element(cells.begin(), cells.end(), [](const BenchCell& a, const BenchCell& b) {
        return a.tuned.summary.samples < b.tuned.summary.samples;
      });
  std::string text = std::to_string(fewest->tuned.summary.samples);
  if (fewest->tuned.summary.samples != most->tuned.summary.samples)
    text += " to " + std::to_string(most->tuned.summary.samples);
  return text;
}

std::string ratioText(const std::vector<BenchCell>& cells) {
  const RatioSummary ratios = summarizeRatios(cells);
  if (!ratios.worst)
    return std::string();
  std::string text = "tuned/CUB, geometric mean: all " + orDash(ratios.all) +
                     ", n <= " + formatElements(RatioSummary::kSmall) + " " + orDash(ratios.small) +
                     ", n >= " + formatElements(RatioSummary::kLarge) + " " + orDash(ratios.large);
  return text + "; largest " + orDash(ratios.worst->tunedOverCub()) + " (" + nameOf(*ratios.worst) + ").\n";
}

/// Mean, median and quartiles, or as many empty fields.
std::string csvTiming(const std::optional<Timing>& timing) {
  if (!timing)
    return ",,,,";
  return "," + decimal(timing->mean, 4) + "," + decimal(timing->summary.median, 4) + "," +
         decimal(timing->summary.lowerQuartile, 4) + "," + decimal(timing->summary.upperQuartile, 4);
}

nlohmann::ordered_json jsonOf(const std::optional<Timing>& timing) {
  if (!timing)
    return nullptr;
  return {{"mean_us", timing->mean},
          {"median_us", timing->summary.median},
          {"lower_quartile_us", timing->summary.lowerQuartile},
          {"upper_quartile_us", timing->summary.upperQuartile},
          {"samples", timing->summary.samples}};
}

nlohmann::ordered_json jsonOf(const std::optional<double>& number) {
  return number ? nlohmann::ordered_json(*number) : nullptr;
}

nlohmann::ordered_json jsonOf(const BenchCell& cell) {
  return {{"op", toString(cell.operation)},
          {"type", toString(cell.type)},
          {"elements", cell.elements},
          {"tuned", jsonOf(std::optional(cell.tuned))},
          {"cub", jsonOf(cell.cub)},
          {"ladder_v8", jsonOf(cell.ladder)},
          {"copy", jsonOf(std::optional(cell.copy))},
          {"tuned_over_cub", jsonOf(cell.tunedOverCub())},
          {"tuned_gb_s", cell.tunedRate()},
          {"copy_gb_s", cell.copyRate()},
          {"outcome", toString(cell.outcome)},
          {"configuration", cell.configuration}};
}

} // namespace

std::string BenchReport::table() const {
  using Align = TextTable::Align;
  const bool hasLadder = anyOf(cells, [](const BenchCell& cell) { return cell.ladder.has_value(); });
  std::vector<TextTable::Column> columns = {{"op"},
                                            {"type"},
                                            {"n", Align::Right},
                                            {"tuned µs", Align::Right},
                                            {"CUB µs", Align::Right},
                                            {"tuned/CUB", Align::Right}};
  if (hasLadder)
    columns.push_back({"v8 µs", Align::Right});
  for (const char* title : {"GB/s", "% roof", "copy GB/s"})
    columns.push_back({title, Align::Right});
  columns.push_back({"from"});
  columns.push_back({"configuration"});

  TextTable table(columns);
  for (const BenchCell& cell : cells) {
    std::vector<std::string> row = {std::string(toString(cell.operation)),
                                    std::string(toString(cell.type)),
                                    formatElements(cell.elements),
                                    decimal(cell.tuned.mean, 2),
                                    orDash(cell.cub),
                                    orDash(cell.tunedOverCub())};
    if (hasLadder)
      row.push_back(orDash(cell.ladder));
    row.push_back(decimal(cell.tunedRate(), 1));
    row.push_back(decimal(100 * cell.tunedRate() * 1e9 / facts.memoryRoof, 1));
    row.push_back(decimal(cell.copyRate(), 1));
    row.emplace_back(toString(cell.outcome));
    row.push_back(cell.configuration);
    table.add(std::move(row));
  }

  std::string text = table.text() + "\n" + ratioText(cells) + facts.text();
  if (!cells.empty())
    text += "Samples of each: " + sampleRange(cells) + "; a copy counts what it reads and what it writes.\n";
  if (hasLadder)
    text += "The ladder's v8 leaves one sum for each block, and adding those up is not timed.\n";
  if (anyOf(cells, [](const BenchCell& cell) { return !cell.cub; }))
    text += "CUB was not timed: its library is built with -DCUDA_LINT_TUNE_BENCHMARKS=ON where nvcc is.\n";
  if (anyOf(cells, [](const BenchCell& cell) { return cell.outcome == LookupOutcome::Base; }))
    text += "Rows from 'base' have the built-in default, since nothing is stored for them: run 'cuda-tune "
            "run' first.\n";
  return text;
}

std::string BenchReport::csv() const {
  std::string text = "device,driver,nvrtc,date,regime,method_version,op,type,elements,samples";
  for (const char* who : {"tuned", "cub", "ladder_v8", "copy"})
    for (const char* what : {"_us", "_median_us", "_lower_quartile_us", "_upper_quartile_us"})
      text += "," + std::string(who) + what;
  text += ",tuned_over_cub,tuned_gb_s,copy_gb_s,memory_roof_gb_s,outcome,configuration\n";
  // None of these holds a comma, a quote or a line end, but for the device's name perhaps.
  std::string device = facts.device;
  std::replace_if(
      device.begin(), device.end(), [](char c) { return c == '"' || c == '\r' || c == '\n'; }, ' ');
  for (const BenchCell& cell : cells) {
    text += "\"" + device + "\"," + facts.driver + "," + facts.nvrtc + "," + facts.date + "," +
            std::string(toString(facts.regime)) + "," + std::to_string(facts.methodVersion) + "," +
            std::string(toString(cell.operation)) + "," + std::string(toString(cell.type)) + "," +
            std::to_string(cell.elements) + "," + std::to_string(cell.tuned.summary.samples);
    text += csvTiming(cell.tuned) + csvTiming(cell.cub) + csvTiming(cell.ladder) + csvTiming(cell.copy);
    text += "," + (cell.cub ? decimal(*cell.tunedOverCub(), 4) : std::string()) + "," +
            decimal(cell.tunedRate(), 2) + "," + decimal(cell.copyRate(), 2) + "," +
            decimal(facts.memoryRoof / 1e9, 2) + "," + std::string(toString(cell.outcome)) + "," +
            cell.configuration + "\n";
  }
  return text;
}

std::string BenchReport::json() const {
  nlohmann::ordered_json report = facts.json();
  report["cells"] = nlohmann::ordered_json::array();
  for (const BenchCell& cell : cells)
    report["cells"].push_back(jsonOf(cell));
  const RatioSummary ratios = summarizeRatios(cells);
  report["tuned_over_cub"] = {
      {"all", jsonOf(ratios.all)},
      {"small", jsonOf(ratios.small)},
      {"large", jsonOf(ratios.large)},
      {"largest", jsonOf(ratios.worst ? ratios.worst->tunedOverCub() : std::nullopt)}};
  return report.dump(2) + "\n";
}

} // namespace cuda_tune
