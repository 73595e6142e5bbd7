#pragma once

#include "analyzer/checks/check.h"

#include "llvm/ADT/MapVector.h"

namespace cuda_lint {

/// `threadIdx.x % stride` with a stride that changes from round to round, deciding a branch or an address;
/// and, as a note, integer division by a run-time value in an innermost loop.
class ModuloStride : public Check {
public:
  using Check::Check;

  void restart() override;
  void remainder(const RemainderExecution& remainder) override;
  CheckResult finish() override;

private:
  struct Counts {
    /// The first divisor that was seen, and whether another one followed.
    int64_t divisor = 0;
    bool seen = false;
    bool changes = false;
  };

  void noteDivisions(CheckResult& result) const;

  llvm::MapVector<const llvm::Instruction*, Counts> sites_;
};

} // namespace cuda_lint
