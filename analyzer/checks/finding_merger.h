#pragma once

#include "analyzer/report/finding.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace cuda_lint {

/// Joins what the runs of all kernels, instantiations and launch sites found: one finding a place and check,
/// the worst case first, the others counted.
class FindingMerger {
public:
  void add(Finding finding);
  /// The findings since the last call belong to one run of one kernel.
  void endRun();
  /// In the order file, line, column, check.
  std::vector<Finding> take();

private:
  struct Entry {
    Finding worst;
    unsigned runs = 0;
    std::set<std::string> kernels;
  };
  using Key = std::tuple<std::string, unsigned, unsigned, std::string>;

  std::map<Key, Finding> run_;
  std::map<Key, Entry> all_;
};

} // namespace cuda_lint
