#include "tuner/tool/run_facts.h"

#include "tuner/jit/driver.h"
#include "tuner/jit/nvrtc.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace cuda_tune {

namespace {

std::string utcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  std::array<char, 32> text;
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

} // namespace

std::string decimal(double number, int digits) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

RunFacts RunFacts::of(const TimingSession& session, Regime regime) {
  return {.device = session.device().name,
          .driver = driverVersion(),
          .nvrtc = nvrtcVersion(),
          .date = utcNow(),
          .regime = regime,
          .memoryRoof = session.device().memoryRoof(),
          .throttled = session.wasThrottled()};
}

std::string RunFacts::text() const {
  std::string text = device + ", driver " + driver + ", NVRTC " + nvrtc + ", " + date + "; memory roof " +
                     decimal(memoryRoof / 1e9, 0) + " GB/s.\n";
  text += regime == Regime::Cold ? "L2 cold: flushed by reading before each sample"
                                 : "L2 warm: it holds the input where that fits";
  text += "; times are interquartile means of interleaved samples by CUDA events, method " +
          std::to_string(methodVersion) + ".\n";
  if (throttled)
    text += "The device held its clocks down meanwhile (power or heat): take these times with care.\n";
  return text;
}

nlohmann::ordered_json RunFacts::json() const {
  return {{"device", device},
          {"driver", driver},
          {"nvrtc", nvrtc},
          {"date", date},
          {"regime", toString(regime)},
          {"method_version", methodVersion},
          {"statistic", "interquartile mean"},
          {"memory_roof_gb_s", memoryRoof / 1e9},
          {"throttled", throttled}};
}

} // namespace cuda_tune
