#include "tuner/tool/space_corners.h"

#include "tuner/reduce/reduce_space.h"

#include <algorithm>
#include <functional>
#include <set>

namespace cuda_tune {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

bool isNumeric(const TuningParameter& parameter) {
  return std::all_of(parameter.values.begin(), parameter.values.end(), [](const std::string& value) {
    return value.find_first_not_of("0123456789") == std::string::npos;
  });
}

class Corners {
public:
  Corners(const std::vector<TuningParameter>& parameters, Operation operation, ElementType type,
          int architecture)
      : operation_(operation), type_(type), architecture_(architecture) {
    const Configuration base = baseConfiguration(type, architecture);
    for (const TuningParameter& parameter : parameters)
      base_.emplace_back(parameter.name, base.at(parameter.name));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      candidates_.push_back(candidatesOf(parameters[i], i));
      isNumeric_.push_back(isNumeric(parameters[i]));
    }
  }

  std::vector<Configuration> cover() const {
    std::vector<std::vector<std::string>> missing = candidates_;
    std::vector<Configuration> corners;
    for (std::size_t i = 0; i < missing.size(); ++i)
      while (!missing[i].empty()) {
        Values values = base_;
        values[i].second = missing[i].front();
        for (std::size_t other = 0; other < missing.size(); ++other)
          if (other != i)
            takeFirstThatCompiles(values, other, missing[other]);
        for (std::size_t k = 0; k < missing.size(); ++k)
          std::erase(missing[k], values[k].second);
        corners.emplace_back(std::move(values));
      }
    return corners;
  }

  std::vector<Configuration> all() const {
    std::vector<Configuration> corners = cover();
    const std::set<Configuration> covering(corners.begin(), corners.end());
    Values values = base_;
    const std::function<void(std::size_t)> choose = [&](std::size_t i) {
      if (i == candidates_.size()) {
        if (compiles(values) && !covering.contains(Configuration(values)))
          corners.emplace_back(values);
        return;
      }
      const std::size_t count =
          isNumeric_[i] ? std::min<std::size_t>(2, candidates_[i].size()) : candidates_[i].size();
      for (std::size_t k = 0; k < count; ++k) {
        values[i].second = candidates_[i][k];
        choose(i + 1);
      }
    };
    choose(0);
    return corners;
  }

private:
  bool compiles(const Values& values) const {
    return canCompile(ReduceConfiguration::from(Configuration(values)), operation_, type_, architecture_);
  }

  /// The values that compile beside those of the default, numbers from their ends: largest, smallest, others.
  std::vector<std::string> candidatesOf(const TuningParameter& parameter, std::size_t position) const {
    // It decides the launch alone.
    if (parameter.name == "blocks_per_sm")
      return {base_[position].second};
    std::vector<std::string> candidates;
    for (const std::string& value : parameter.values) {
      Values values = base_;
      values[position].second = value;
      if (compiles(values))
        candidates.push_back(value);
    }
    if (isNumeric(parameter) && candidates.size() > 2) {
      std::sort(candidates.begin(), candidates.end(),
                [](const std::string& a, const std::string& b) { return std::stoi(a) > std::stoi(b); });
      std::rotate(candidates.begin() + 1, candidates.end() - 1, candidates.end());
    }
    return candidates;
  }

  void takeFirstThatCompiles(Values& values, std::size_t position,
                             const std::vector<std::string>& missing) const {
    const std::string before = values[position].second;
    for (const std::string& value : missing) {
      values[position].second = value;
      if (compiles(values))
        return;
    }
    values[position].second = before;
  }

  Operation operation_;
  ElementType type_;
  int architecture_;
  Values base_;
  std::vector<std::vector<std::string>> candidates_;
  std::vector<bool> isNumeric_;
};

} // namespace

std::vector<Configuration> cornerCover(const std::vector<TuningParameter>& parameters, Operation operation,
                                       ElementType type, int architecture) {
  return Corners(parameters, operation, type, architecture).cover();
}

std::vector<Configuration> allCorners(const std::vector<TuningParameter>& parameters, Operation operation,
                                      ElementType type, int architecture) {
  return Corners(parameters, operation, type, architecture).all();
}

} // namespace cuda_tune
