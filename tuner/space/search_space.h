#pragma once

#include "tuner/space/configuration.h"
#include "tuner/space/tuning_parameter.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cuda_tune {

/// Tells which combinations of values can not run, or cannot be best, before anything is compiled.
struct Constraint {
  /// In a few words what is asked: "tile no larger than the input".
  std::string name;
  std::function<bool(const Configuration&)> holds;
  /// The parameters that `holds` looks at, so that it can be asked, once for all combinations of the others,
  /// of a configuration that has these at least. Empty: all.
  std::vector<std::string> reads = {};
};

/// All combinations of the parameters' values that keep every constraint.
class SearchSpace {
public:
  /// A parameter without values makes the space empty. Throws std::invalid_argument for a parameter that
  /// declaredParameters() would not give: a name or value twice, or one that Configuration::text() cannot
  /// carry, and for a constraint that reads a parameter that there is not.
  SearchSpace(std::vector<TuningParameter> parameters, std::vector<Constraint> constraints);

  /// In a fixed order: the last parameter varies fastest.
  const std::vector<Configuration>& configurations() const { return configurations_; }
  /// How many combinations there are before the constraints.
  std::size_t combinations() const { return combinations_; }
  /// Combinations that each constraint was the first to reject, by its name; 0 for one that rejected none.
  /// Those whose parameters come first are asked first.
  const std::map<std::string, std::size_t>& rejected() const { return rejected_; }
  const std::vector<TuningParameter>& parameters() const { return parameters_; }

  /// Sum over the parameters of the position of the configuration's value in its declaration: 0 is simplest.
  /// Throws std::invalid_argument when a parameter or value is not of this space.
  int complexity(const Configuration& configuration) const;

private:
  /// `last` is, for each constraint, the position of the last parameter it reads.
  void enumerate(const std::vector<Constraint>& constraints, const std::vector<std::size_t>& last,
                 std::vector<std::pair<std::string, std::string>>& values);

  std::vector<TuningParameter> parameters_;
  std::vector<Configuration> configurations_;
  std::size_t combinations_ = 0;
  std::map<std::string, std::size_t> rejected_;
};

} // namespace cuda_tune
