#pragma once

#include "tuner/measure/launch_timer.h"
#include "tuner/measure/method_version.h"
#include "tuner/tool/timing_session.h"

#include <nlohmann/json.hpp>

#include <string>

namespace cuda_tune {

/// Where, when and how times were taken; times without these say little.
struct RunFacts {
  std::string device;
  std::string driver;
  std::string nvrtc;
  /// UTC: "2026-11-30T12:00:00Z".
  std::string date;
  Regime regime = Regime::Cold;
  int methodVersion = kMethodVersion;
  /// Device::memoryRoof().
  double memoryRoof = 0;
  /// The device held its clocks down meanwhile.
  bool throttled = false;

  /// Of a session that has taken its times.
  static RunFacts of(const TimingSession& session, Regime regime);

  /// Sentences to go under a table.
  std::string text() const;
  /// The members that every JSON report of times has.
  nlohmann::ordered_json json() const;
};

/// "12.34": with that many digits after the point.
std::string decimal(double number, int digits);

} // namespace cuda_tune
