#pragma once

#include "tuner/tool/bench_cell.h"
#include "tuner/tool/run_facts.h"

#include <string>
#include <vector>

namespace cuda_tune {

/// A whole run of `cuda-tune bench`, in the order in which its cells were timed.
struct BenchReport {
  RunFacts facts;
  std::vector<BenchCell> cells;

  /// For people: a row for each cell, what the ratios come to, and the facts.
  std::string table() const;
  /// A line of titles and one for each cell, with quartiles; what was not timed is empty.
  std::string csv() const;
  /// {"device", …, "cells": […], "tuned_over_cub": {…}}; docs/cuda_tune.md.
  std::string json() const;
};

} // namespace cuda_tune
