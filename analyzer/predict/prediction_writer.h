#pragma once

#include "analyzer/predict/prediction.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_lint {

/// docs/predict.md describes both forms. Paths below `workingDirectory` are written relative to it.
void writePredictionJson(const Prediction& prediction, llvm::StringRef workingDirectory,
                         llvm::raw_ostream& stream);
void writePredictionText(const Prediction& prediction, llvm::StringRef workingDirectory,
                         llvm::raw_ostream& stream);

} // namespace cuda_lint
