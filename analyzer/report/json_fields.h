#pragma once

#include "analyzer/report/finding.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace cuda_lint {

/// What the JSON and SARIF writers have in common.

/// `text` as a JSON string; bytes that are not UTF-8 become U+FFFD.
llvm::json::Value jsonText(const std::string& text);

/// Writes {"grid":[…],"block":[…],"source":…}, or null where there is no launch.
void writeLaunch(llvm::json::OStream& json, const FindingLaunch& launch);

/// Writes an object with one attribute a metric, in their order.
void writeMetrics(llvm::json::OStream& json, const std::vector<Metric>& metrics);

} // namespace cuda_lint
