#include "tuner/space/search_space.h"

#include "tuner/space/parameter_spelling.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace cuda_tune {
namespace {

/// A space that breaks this would hold configurations that Configuration::text() cannot tell apart.
void checkParameters(const std::vector<TuningParameter>& parameters) {
  std::set<std::string_view> names;
  for (const TuningParameter& parameter : parameters) {
    if (!isParameterName(parameter.name))
      throw std::invalid_argument("tuning parameter '" + parameter.name +
                                  "': the name is not an identifier; rename it");
    if (!names.insert(parameter.name).second)
      throw std::invalid_argument("tuning parameter '" + parameter.name +
                                  "': there are two of this name; rename one");
    std::set<std::string_view> values;
    for (const std::string& value : parameter.values)
      if (!isParameterValue(value) || !values.insert(value).second)
        throw std::invalid_argument("tuning parameter '" + parameter.name + "': the value '" + value +
                                    "' is there twice or has a space, '=' or ','; remove it");
  }
}

/// Position of the last parameter that the constraint reads; that of the last of all when it names none.
std::size_t lastRead(const Constraint& constraint, const std::vector<TuningParameter>& parameters) {
  std::size_t last = 0;
  for (const std::string& name : constraint.reads) {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const TuningParameter& parameter) { return parameter.name == name; });
    if (found == parameters.end())
      throw std::invalid_argument("constraint '" + constraint.name + "' reads '" + name +
                                  "', which is no tuning parameter");
    last = std::max<std::size_t>(last, found - parameters.begin());
  }
  return constraint.reads.empty() && !parameters.empty() ? parameters.size() - 1 : last;
}

} // namespace

SearchSpace::SearchSpace(std::vector<TuningParameter> parameters, std::vector<Constraint> constraints)
    : parameters_(std::move(parameters)) {
  checkParameters(parameters_);
  for (const Constraint& constraint : constraints)
    rejected_[constraint.name] = 0;
  std::vector<std::size_t> last;
  for (const Constraint& constraint : constraints)
    last.push_back(lastRead(constraint, parameters_));
  combinations_ = 1;
  for (const TuningParameter& parameter : parameters_)
    combinations_ *= parameter.values.size();
  std::vector<std::pair<std::string, std::string>> values;
  enumerate(constraints, last, values);
}

void SearchSpace::enumerate(const std::vector<Constraint>& constraints, const std::vector<std::size_t>& last,
                            std::vector<std::pair<std::string, std::string>>& values) {
  const std::size_t depth = values.size();
  if (depth == parameters_.size()) {
    configurations_.emplace_back(values);
    return;
  }
  std::size_t below = 1;
  for (std::size_t i = depth + 1; i < parameters_.size(); ++i)
    below *= parameters_[i].values.size();
  for (const std::string& value : parameters_[depth].values) {
    values.emplace_back(parameters_[depth].name, value);
    const Configuration configuration(values);
    std::size_t broken = 0;
    while (broken < constraints.size() && (last[broken] != depth || constraints[broken].holds(configuration)))
      ++broken;
    if (broken == constraints.size())
      enumerate(constraints, last, values);
    else
      rejected_[constraints[broken].name] += below;
    values.pop_back();
  }
}

int SearchSpace::complexity(const Configuration& configuration) const {
  // As many values as parameters, and one of each: then there is none of another name.
  if (configuration.values().size() != parameters_.size())
    throw std::invalid_argument("configuration '" + configuration.text() + "' has " +
                                std::to_string(configuration.values().size()) + " values for " +
                                std::to_string(parameters_.size()) + " tuning parameters");
  int sum = 0;
  for (const TuningParameter& parameter : parameters_) {
    const auto named = std::find_if(configuration.values().begin(), configuration.values().end(),
                                    [&](const auto& value) { return value.first == parameter.name; });
    if (named == configuration.values().end())
      throw std::invalid_argument("configuration '" + configuration.text() +
                                  "' has no value of the tuning parameter '" + parameter.name + "'");
    const auto declared = std::find(parameter.values.begin(), parameter.values.end(), named->second);
    if (declared == parameter.values.end())
      throw std::invalid_argument("configuration '" + configuration.text() + "': '" + named->second +
                                  "' is not a value of the tuning parameter '" + parameter.name + "'");
    sum += static_cast<int>(declared - parameter.values.begin());
  }
  return sum;
}

} // namespace cuda_tune
