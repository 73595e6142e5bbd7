#pragma once

#include "analyzer/predict/argument_binding.h"
#include "analyzer/predict/prediction.h"

#include "llvm/Support/Error.h"

namespace cuda_lint {

class TranslationUnit;

/// One launch to be predicted.
struct PredictionRequest {
  /// As a user writes it; template arguments may be left out where one instantiation exists.
  std::string kernel;
  std::array<uint64_t, 3> grid{1, 1, 1};
  std::array<uint64_t, 3> block{1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  std::vector<NamedValue> arguments;
  /// Warp instructions after which blocks that are left are not run any more.
  uint64_t instructionBudget = 500'000'000;
};

/// What Nsight Compute would count for the launch. `unit` is changed: it serves one prediction. Error: one
/// sentence about the request (a kernel that there is not, an argument that is missing or does not fit) or
/// about a kernel that cannot be followed at all.
llvm::Expected<Prediction> predict(TranslationUnit& unit, const PredictionRequest& request);

} // namespace cuda_lint
