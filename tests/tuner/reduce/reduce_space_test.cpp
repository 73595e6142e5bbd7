#include "tuner/reduce/reduce_space.h"

#include "tuner/jit/template_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace cuda_tune {
namespace {

struct Target {
  const char* name;
  ReduceTarget target;
};

const Target kTuring = {"sm_75", {75, 68, 1024}};
const Target kBlackwell = {"sm_100", {100, 148, 2048}};
const Target kTargets[] = {
    kTuring, {"sm_80", {80, 108, 2048}}, {"sm_90", {90, 132, 2048}}, kBlackwell, {"sm_120", {120, 170, 1536}},
};

constexpr std::size_t kMostConfigurations = 1500;

std::vector<std::uint64_t> sizes() {
  std::vector<std::uint64_t> all = {1, 1000003};
  for (int exponent = 10; exponent <= 30; exponent += 2)
    all.push_back(std::uint64_t{1} << exponent);
  return all;
}

const std::vector<TuningParameter>& parameters() {
  static const std::vector<TuningParameter> all = declaredParameters(reduceTemplate().text);
  return all;
}

std::string describe(Operation operation, ElementType type, std::uint64_t elements) {
  return std::string(toString(operation)) + " " + std::string(toString(type)) +
         " n=" + std::to_string(elements);
}

/// Calls `look` with each space of the target.
template <class Look> void forEachSpace(const ReduceTarget& target, Look look) {
  for (const Operation operation : kOperations)
    for (const ElementType type : kElementTypes)
      for (const std::uint64_t elements : sizes())
        look(operation, type, elements, reduceSpace(parameters(), operation, type, elements, target));
}

class ReduceSpace : public testing::TestWithParam<Target> {};

TEST_P(ReduceSpace, IsSmallAndHoldsWhatCompilesAndIsDeterministic) {
  const ReduceTarget target = GetParam().target;
  forEachSpace(target,
               [&](Operation operation, ElementType type, std::uint64_t elements, const SearchSpace& space) {
                 const std::vector<Configuration>& all = space.configurations();
                 EXPECT_FALSE(all.empty()) << describe(operation, type, elements);
                 EXPECT_LE(all.size(), kMostConfigurations) << describe(operation, type, elements);
                 EXPECT_TRUE(std::all_of(all.begin(), all.end(), [&](const Configuration& one) {
                   return canCompile(ReduceConfiguration::from(one), operation, type, target.architecture);
                 })) << describe(operation, type, elements);
                 EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const Configuration& one) {
                   return isDeterministic(operation, type, ReduceConfiguration::from(one));
                 })) << describe(operation, type, elements);
               });
}

INSTANTIATE_TEST_SUITE_P(Targets, ReduceSpace, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

TEST(ReduceSpaceOf75, LacksWhatCameLater) {
  forEachSpace(kTuring.target,
               [](Operation operation, ElementType type, std::uint64_t elements, const SearchSpace& space) {
                 for (const Configuration& one : space.configurations()) {
                   const ReduceConfiguration c = ReduceConfiguration::from(one);
                   ASSERT_TRUE(c.tree != "redux" && c.transfer == "direct" && c.packBytes <= 16 &&
                               (c.cacheHint == "none" || c.cacheHint == "no_allocate"))
                       << describe(operation, type, elements) << ": " << one.text();
                 }
               });
}

TEST(ReduceSpaceOf120, FitsTheTilesOfBulkCopiesIntoItsSharedMemory) {
  const ReduceTarget target = {.architecture = 120, .multiprocessors = 170, .threadsPerMultiprocessor = 1536};
  const SearchSpace space = reduceSpace(parameters(), Operation::Sum, ElementType::F32, 1 << 24, target);
  bool any = false;
  for (const Configuration& one : space.configurations()) {
    const ReduceConfiguration c = ReduceConfiguration::from(one);
    any |= c.transfer == "bulk";
    // A block has 99 KiB, some of which the trees take.
    EXPECT_LT(planLaunch(c, ElementType::F32, 1 << 24, target.multiprocessors).dynamicSharedBytes, 98u << 10)
        << one.text();
  }
  EXPECT_TRUE(any);
}

TEST(ReduceSpaceOf100, TriesEveryDeclaredValueSomewhere) {
  std::map<std::string, std::set<std::string>> seen;
  forEachSpace(kBlackwell.target, [&](Operation, ElementType, std::uint64_t, const SearchSpace& space) {
    for (const Configuration& one : space.configurations())
      for (const auto& [name, value] : one.values())
        seen[name].insert(value);
  });
  for (const TuningParameter& parameter : parameters())
    EXPECT_EQ(seen[parameter.name], std::set(parameter.values.begin(), parameter.values.end()))
        << parameter.name;
}

/// The built-in default with one value changed.
ReduceConfiguration baseWith(std::initializer_list<std::pair<const char*, const char*>> changes) {
  std::vector<std::pair<std::string, std::string>> values = baseConfiguration(ElementType::F32, 90).values();
  for (const auto& [name, changed] : changes)
    for (auto& [parameter, value] : values)
      if (parameter == name)
        value = changed;
  return ReduceConfiguration::from(Configuration(values));
}

TEST(CanCompile, RefusesWhatTheArchitectureLacks) {
  const ReduceConfiguration redux = baseWith({{"tree", "redux"}});
  EXPECT_FALSE(canCompile(redux, Operation::Sum, ElementType::I32, 75));
  EXPECT_TRUE(canCompile(redux, Operation::Sum, ElementType::I32, 80));
  const ReduceConfiguration bulk = baseWith({{"transfer", "bulk"}});
  EXPECT_FALSE(canCompile(bulk, Operation::Sum, ElementType::F32, 89));
  EXPECT_TRUE(canCompile(bulk, Operation::Sum, ElementType::F32, 90));
  const ReduceConfiguration wide = baseWith({{"pack_bytes", "32"}});
  EXPECT_FALSE(canCompile(wide, Operation::Sum, ElementType::F32, 90));
  EXPECT_TRUE(canCompile(wide, Operation::Sum, ElementType::F32, 100));
  for (const char* hint : {"evict_first", "prefetch_256"}) {
    EXPECT_FALSE(canCompile(baseWith({{"cache_hint", hint}}), Operation::Sum, ElementType::F32, 75)) << hint;
    EXPECT_TRUE(canCompile(baseWith({{"cache_hint", hint}}), Operation::Sum, ElementType::F32, 80)) << hint;
  }
  EXPECT_TRUE(canCompile(baseWith({{"cache_hint", "no_allocate"}}), Operation::Sum, ElementType::F32, 75));
}

TEST(CanCompile, RefusesWhatTheOperationOrTypeLacks) {
  const ReduceConfiguration redux = baseWith({{"tree", "redux"}});
  EXPECT_FALSE(canCompile(redux, Operation::Prod, ElementType::I32, 90));
  EXPECT_FALSE(canCompile(redux, Operation::Sum, ElementType::F32, 90));
  EXPECT_FALSE(canCompile(redux, Operation::Sum, ElementType::I64, 90));
  EXPECT_TRUE(canCompile(redux, Operation::Max, ElementType::U8, 90));
  const ReduceConfiguration atomics = baseWith({{"combine", "atomics"}});
  EXPECT_FALSE(canCompile(atomics, Operation::Prod, ElementType::U32, 90));
  EXPECT_TRUE(canCompile(atomics, Operation::Max, ElementType::F64, 90));
  const ReduceConfiguration small = baseWith({{"pack_bytes", "4"}});
  EXPECT_FALSE(canCompile(small, Operation::Sum, ElementType::F64, 90));
  EXPECT_TRUE(canCompile(small, Operation::Sum, ElementType::F32, 90));
}

} // namespace
} // namespace cuda_tune
