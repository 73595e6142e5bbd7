#pragma once

#include "../frontend/parse_fixture.h"

#include "analyzer/predict/predictor.h"

namespace cuda_lint {

/// Predicts launches of sources written in the test.
class PredictTest : public ParseTest {
protected:
  struct Outcome {
    Prediction prediction;
    std::string error;
  };

  Outcome predictSource(const std::string& source, const PredictionRequest& request) {
    Outcome outcome;
    const std::string parseError = parse(source, [&](TranslationUnit& unit) {
      llvm::Expected<Prediction> prediction = predict(unit, request);
      if (prediction)
        outcome.prediction = std::move(*prediction);
      else
        outcome.error = llvm::toString(prediction.takeError());
    });
    if (!parseError.empty())
      outcome.error = parseError;
    return outcome;
  }

  static PredictionRequest request(std::string kernel, std::array<uint64_t, 3> grid,
                                   std::array<uint64_t, 3> block, std::vector<NamedValue> arguments = {}) {
    PredictionRequest request;
    request.kernel = std::move(kernel);
    request.grid = grid;
    request.block = block;
    request.arguments = std::move(arguments);
    return request;
  }

  /// The sum over the sites of a kind on a line; line 0: on any.
  static SiteCounts countsAt(const Prediction& prediction, SiteKind kind, unsigned line = 0) {
    SiteCounts sum;
    for (const Site& site : prediction.sites)
      if (site.kind == kind && (line == 0 || site.line == line))
        sum.add(site.counts, 1);
    return sum;
  }
};

} // namespace cuda_lint
