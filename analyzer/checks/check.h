#pragma once

#include "analyzer/report/finding.h"
#include "analyzer/warp/kernel_run.h"

#include <memory>

namespace cuda_lint {

class SourceLocator;

/// What a check may know of the run that it observes.
struct RunContext {
  const Program& program;
  const Launch& launch;
  SourceLocator& locator;
};

/// What a check has seen in one run of one kernel.
struct CheckResult {
  /// Check, kernel and launch are filled in by the caller.
  std::vector<Finding> findings;
  /// Kernel is filled in by the caller.
  std::vector<Declined> declined;
};

/// Observes the runs of a kernel and says what is wrong with it. A new object for every run.
class Check : public RunSink {
public:
  explicit Check(const RunContext& context) : context_(context) {}
  /// Called once, after the run.
  virtual CheckResult finish() = 0;

protected:
  const RunContext context_;
};

/// "load", "store", or "access" for what is both or neither.
const char* accessNoun(const llvm::Instruction& instruction);

Confidence confidenceOf(bool isPossible, bool isBounded);

/// `id` must be one of allChecks().
std::unique_ptr<Check> makeCheck(llvm::StringRef id, const RunContext& context);

} // namespace cuda_lint
