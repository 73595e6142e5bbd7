#include "tuner/tool/space_corners.h"

#include "tuner/jit/template_source.h"
#include "tuner/reduce/reduce_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace cuda_tune {
namespace {

struct Target {
  Operation operation;
  ElementType type;
  int architecture;
};

std::string name(const Target& target) {
  return std::string(toString(target.operation)) + "_" + std::string(toString(target.type)) + "_sm_" +
         std::to_string(target.architecture);
}

const std::vector<TuningParameter>& parameters() {
  static const std::vector<TuningParameter> declared = declaredParameters(reduceTemplate().text);
  return declared;
}

bool compiles(const Configuration& configuration, const Target& target) {
  return canCompile(ReduceConfiguration::from(configuration), target.operation, target.type,
                    target.architecture);
}

/// Of all parameters but the one that decides the launch alone: what appears in any combination that
/// compiles.
std::set<std::pair<std::string, std::string>> valuesThatCompile(const Target& target) {
  std::set<std::pair<std::string, std::string>> found;
  std::vector<std::pair<std::string, std::string>> values;
  const std::function<void()> combine = [&] {
    if (values.size() == parameters().size()) {
      if (!std::all_of(values.begin(), values.end(),
                       [&](const auto& value) { return found.contains(value); }) &&
          compiles(Configuration(values), target))
        found.insert(values.begin(), values.end());
      return;
    }
    const TuningParameter& parameter = parameters()[values.size()];
    for (const std::string& value : parameter.values) {
      values.emplace_back(parameter.name, value);
      combine();
      values.pop_back();
      if (parameter.name == "blocks_per_sm")
        break;
    }
  };
  combine();
  std::erase_if(found, [](const auto& value) { return value.first == "blocks_per_sm"; });
  return found;
}

std::set<std::vector<std::string>> kernels(const std::vector<Configuration>& configurations,
                                           const Target& target) {
  std::set<std::vector<std::string>> names;
  for (const Configuration& configuration : configurations)
    names.insert(nameExpressions(target.operation, target.type, ReduceConfiguration::from(configuration)));
  return names;
}

class SpaceCorners : public testing::TestWithParam<Target> {
protected:
  std::vector<Configuration> cover() const {
    return cornerCover(parameters(), GetParam().operation, GetParam().type, GetParam().architecture);
  }
  std::vector<Configuration> all() const {
    return allCorners(parameters(), GetParam().operation, GetParam().type, GetParam().architecture);
  }
};

TEST_P(SpaceCorners, TheCoverHasEveryValueThatCompiles) {
  std::set<std::pair<std::string, std::string>> covered;
  for (const Configuration& configuration : cover())
    for (const auto& value : configuration.values())
      if (value.first != "blocks_per_sm")
        covered.insert(value);
  EXPECT_EQ(covered, valuesThatCompile(GetParam()));
}

TEST_P(SpaceCorners, EachIsAKernelOfItsOwnThatCompiles) {
  for (const std::vector<Configuration>& corners : {cover(), all()}) {
    for (const Configuration& configuration : corners)
      EXPECT_TRUE(compiles(configuration, GetParam())) << configuration.text();
    EXPECT_EQ(kernels(corners, GetParam()).size(), corners.size());
  }
}

TEST_P(SpaceCorners, TheCoverIsAsSmallAsItCanBeButForThree) {
  std::size_t mostValues = 0;
  for (const TuningParameter& parameter : parameters())
    if (parameter.name != "blocks_per_sm")
      mostValues = std::max(mostValues, parameter.values.size());
  EXPECT_LE(cover().size(), mostValues + 3);
}

TEST_P(SpaceCorners, AllCornersHaveTheCoverAndEveryExtremeWithEveryName) {
  const std::vector<Configuration> corners = all();
  const std::set<Configuration> set(corners.begin(), corners.end());
  for (const Configuration& configuration : cover())
    EXPECT_TRUE(set.contains(configuration)) << configuration.text();
  for (const char* tree : {"shuffle", "shared"})
    for (const char* combine : {"last_block", "second_kernel", "single"})
      for (const char* block : {"32", "1024"})
        for (const char* unroll : {"1", "16"})
          EXPECT_TRUE(std::any_of(corners.begin(), corners.end(),
                                  [&](const Configuration& corner) {
                                    return corner.at("tree") == tree && corner.at("combine") == combine &&
                                           corner.at("block_size") == block && corner.at("unroll") == unroll;
                                  }))
              << tree << " " << combine << " " << block << " " << unroll;
}

INSTANTIATE_TEST_SUITE_P(Targets, SpaceCorners,
                         testing::Values(Target{Operation::Sum, ElementType::F32, 90},
                                         Target{Operation::Prod, ElementType::F64, 75},
                                         Target{Operation::Max, ElementType::I8, 100},
                                         Target{Operation::Sum, ElementType::U64, 80},
                                         Target{Operation::Min, ElementType::BF16, 120}),
                         [](const testing::TestParamInfo<Target>& info) { return name(info.param); });

} // namespace
} // namespace cuda_tune
