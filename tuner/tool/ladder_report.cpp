#include "tuner/tool/ladder_report.h"

#include "tuner/tool/element_count.h"
#include "tuner/tool/text_table.h"

namespace cuda_tune {

namespace {

double readBytes(const LadderReport& report) {
  return static_cast<double>(report.elements) * sizeof(float);
}

std::string times(double factor) {
  return decimal(factor, 2) + "×";
}

nlohmann::ordered_json jsonOf(const Timing& timing, double bytes) {
  return {{"mean_us", timing.mean},
          {"median_us", timing.summary.median},
          {"lower_quartile_us", timing.summary.lowerQuartile},
          {"upper_quartile_us", timing.summary.upperQuartile},
          {"samples", timing.summary.samples},
          {"gb_s", gigabytesPerSecond(bytes, timing.mean)}};
}

} // namespace

double LadderReport::overPrevious(std::size_t index) const {
  return index == 0 ? 1 : rungs[index - 1].timing.mean / rungs[index].timing.mean;
}

std::string LadderReport::table() const {
  using Align = TextTable::Align;
  TextTable table({{"rung"},
                   {"what changes"},
                   {"time µs", Align::Right},
                   {"over v0", Align::Right},
                   {"over the one before", Align::Right},
                   {"GB/s", Align::Right}});
  const auto add = [&](const Rung& rung, const std::string& first, const std::string& previous,
                       double bytes) {
    table.add({rung.name, rung.change, decimal(rung.timing.mean, 2), first, previous,
               decimal(gigabytesPerSecond(bytes, rung.timing.mean), 1)});
  };
  for (std::size_t i = 0; i < rungs.size(); ++i)
    add(rungs[i], times(overFirst(rungs[i].timing)), i == 0 ? "-" : times(overPrevious(i)), readBytes(*this));
  if (tuned)
    add(*tuned, times(overFirst(tuned->timing)), times(rungs.back().timing.mean / tuned->timing.mean),
        readBytes(*this));
  add({"copy", "device to device, read and written", copy}, "-", "-", 2 * readBytes(*this));

  std::string text = "Sum of " + formatElements(elements) + " floats.\n" + table.text() + "\n" + facts.text();
  text += "Samples of each: " + std::to_string(rungs.front().timing.summary.samples) + ".\n";
  text += "A rung leaves one sum for each block";
  text += tuned ? "; the tuned reduction adds those up as well.\n" : ".\n";
  if (!tuned)
    text += "The store has no configuration for this sum: 'cuda-tune run --op sum --type f32 --size " +
            std::to_string(elements) + "' finds one.\n";
  return text;
}

std::string LadderReport::json() const {
  nlohmann::ordered_json report = facts.json();
  report["elements"] = elements;
  report["rungs"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    nlohmann::ordered_json rung = {{"name", rungs[i].name}, {"change", rungs[i].change}};
    rung.update(jsonOf(rungs[i].timing, readBytes(*this)));
    rung["over_v0"] = overFirst(rungs[i].timing);
    rung["over_previous"] = overPrevious(i);
    report["rungs"].push_back(std::move(rung));
  }
  report["tuned"] = nullptr;
  if (tuned) {
    report["tuned"] = jsonOf(tuned->timing, readBytes(*this));
    report["tuned"]["over_v0"] = overFirst(tuned->timing);
    report["tuned"]["configuration"] = tuned->change;
  }
  report["copy"] = jsonOf(copy, 2 * readBytes(*this));
  return report.dump(2) + "\n";
}

} // namespace cuda_tune
