#include "lane_values.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

SymbolId symbol(SymbolTable& symbols, const std::string& name, uint64_t alignment = 1,
                int64_t nominal = 1024) {
  Symbol symbol;
  symbol.name = name;
  symbol.alignment = alignment;
  symbol.nominal = nominal;
  return symbols.add(symbol);
}

/// `factor(lane) * symbol`.
template <class F> LaneVector scaledByLane(SymbolTable& symbols, SymbolId id, F factor) {
  LaneVector result;
  LaneArithmetic(symbols).multiply(result, lanesOf(factor), LaneVector::symbol(id), 64, 0);
  return result;
}

TEST(LaneVector, DefaultIsAKnownZero) {
  const LaneVector value{};
  EXPECT_TRUE(value.isZero());
  EXPECT_TRUE(value.isKnownUniform());
  EXPECT_EQ(value.flags(), 0);
}

TEST(LaneVector, UniformHoldsItsValueInEveryLane) {
  const LaneVector value = LaneVector::uniform(-7);
  EXPECT_EQ(offsetsOf(value), lanesWhere([](int64_t) { return -7; }));
  EXPECT_TRUE(value.isUniform());
  EXPECT_TRUE(value.isKnown());
}

TEST(LaneVector, ASymbolIsUniformButNotKnown) {
  SymbolTable symbols;
  const LaneVector value = LaneVector::symbol(symbol(symbols, "n"));
  EXPECT_TRUE(value.isUniform());
  EXPECT_FALSE(value.isKnown());
  EXPECT_FALSE(value.isKnownUniform());
}

TEST(LaneVector, PerLaneIsKnownButNotUniform) {
  const LaneVector value = laneNumbers();
  EXPECT_TRUE(value.isKnown());
  EXPECT_FALSE(value.isUniform());
  EXPECT_FALSE(value.isKnownUniform());
}

TEST(LaneVector, DivergentIsNeitherKnownNorUniform) {
  const LaneVector value = LaneVector::divergent(LaneVector::Data);
  EXPECT_TRUE(value.isDivergentUnknown());
  EXPECT_FALSE(value.isKnown());
  EXPECT_FALSE(value.isUniform());
  EXPECT_TRUE(value.has(LaneVector::Data));
  EXPECT_FALSE(value.has(LaneVector::Assumed));
}

TEST(LaneVector, IsUniformInLanesThatAgree) {
  const LaneVector halves = lanesOf([](int64_t lane) { return lane / 16; });
  EXPECT_TRUE(halves.isUniformIn(0x0000ffff));
  EXPECT_TRUE(halves.isUniformIn(0xffff0000));
  EXPECT_FALSE(halves.isUniformIn(0x00018000));
}

TEST(LaneVector, AnyValueIsUniformInASingleLane) {
  EXPECT_TRUE(laneNumbers().isUniformIn(1u << 17));
  EXPECT_TRUE(LaneVector::divergent(0).isUniformIn(1u << 3));
  EXPECT_FALSE(LaneVector::divergent(0).isUniformIn(0x3));
}

TEST(LaneVector, LaneTermsCountForUniformity) {
  SymbolTable symbols;
  const SymbolId height = symbol(symbols, "height");
  const LaneVector value = scaledByLane(symbols, height, [](int64_t lane) { return lane / 8; });
  EXPECT_FALSE(value.isUniform());
  EXPECT_TRUE(value.isUniformIn(0x000000ff));
  EXPECT_FALSE(value.isUniformIn(0x000001ff));
}

TEST(LaneVector, CoefficientAddsUniformAndLaneTerms) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const SymbolId n = symbol(symbols, "n");
  const SymbolId other = symbol(symbols, "m");
  LaneVector value = scaledByLane(symbols, n, [](int64_t lane) { return lane; });
  arithmetic.add(value, value, LaneVector::symbol(n, 10), 64, 0);
  EXPECT_EQ(value.coefficient(n, 0), 10);
  EXPECT_EQ(value.coefficient(n, 31), 41);
  EXPECT_EQ(value.coefficient(other, 5), 0);
}

TEST(LaneVector, SymbolAlignmentIsTheCoefficientsTimesTheSymbols) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const SymbolId aligned = symbol(symbols, "p", 8);
  // 12 = 4 * 3, and 8 divides p.
  LaneVector value = LaneVector::symbol(aligned, 12);
  EXPECT_EQ(value.symbolAlignment(symbols), 32u);
  // The known part does not count, a less aligned term does.
  arithmetic.add(value, value, LaneVector::uniform(1), 64, 0);
  EXPECT_EQ(value.symbolAlignment(symbols), 32u);
  arithmetic.add(value, value, LaneVector::symbol(symbol(symbols, "n"), 2), 64, 0);
  EXPECT_EQ(value.symbolAlignment(symbols), 2u);
}

TEST(LaneVector, SymbolAlignmentIsTheLeastOfAllLanes) {
  SymbolTable symbols;
  const SymbolId n = symbol(symbols, "n");
  EXPECT_EQ(scaledByLane(symbols, n, [](int64_t lane) { return 8 * lane; }).symbolAlignment(symbols), 8u);
  EXPECT_EQ(
      scaledByLane(symbols, n, [](int64_t lane) { return lane == 9 ? 4 : 64; }).symbolAlignment(symbols), 4u);
}

TEST(LaneVector, EveryPowerOfTwoDividesAnAbsentSymbolicPart) {
  SymbolTable symbols;
  EXPECT_EQ(LaneVector::uniform(3).symbolAlignment(symbols), uint64_t{1} << 63);
}

TEST(LaneVector, NominalPutsTheSymbolsNominalValuesIn) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const SymbolId n = symbol(symbols, "n", 1, 100);
  const SymbolId m = symbol(symbols, "m", 1, 7);
  LaneVector value = scaledByLane(symbols, n, [](int64_t lane) { return lane; });
  arithmetic.add(value, value, LaneVector::symbol(m, -2), 64, 0);
  arithmetic.add(value, value, lanesOf([](int64_t lane) { return 3 * lane; }), 64, 0);
  EXPECT_EQ(value.nominal(0, symbols), -14);
  EXPECT_EQ(value.nominal(5, symbols), 500 - 14 + 15);
}

TEST(LaneVector, SameValueComparesLanesTermsAndLaneTerms) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const SymbolId n = symbol(symbols, "n");
  EXPECT_TRUE(laneNumbers().sameValue(laneNumbers()));
  EXPECT_FALSE(laneNumbers().sameValue(lanesOf([](int64_t lane) { return lane == 31 ? 0 : lane; })));
  EXPECT_TRUE(LaneVector::symbol(n, 2).sameValue(LaneVector::symbol(n, 2)));
  EXPECT_FALSE(LaneVector::symbol(n, 2).sameValue(LaneVector::symbol(n, 3)));
  auto rows = [&](int64_t scale) {
    return scaledByLane(symbols, n, [=](int64_t lane) { return scale * lane; });
  };
  EXPECT_TRUE(rows(1).sameValue(rows(1)));
  EXPECT_FALSE(rows(1).sameValue(rows(2)));
  EXPECT_FALSE(rows(1).sameValue(lanesOf([](int64_t) { return 0; })));
}

TEST(LaneVector, TwoUnknownDivergentValuesAreNotTheSame) {
  EXPECT_FALSE(LaneVector::divergent(0).sameValue(LaneVector::divergent(0)));
}

TEST(LaneVector, ACopyKeepsLanesTermsLaneTermsAndFlags) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const SymbolId n = symbol(symbols, "n");
  LaneVector value = scaledByLane(symbols, n, [](int64_t lane) { return lane; });
  arithmetic.add(value, value, LaneVector::symbol(symbol(symbols, "m")), 64, 0);
  arithmetic.add(value, value, laneNumbers(), 64, 0);
  value.addFlags(LaneVector::Assumed);
  const LaneVector copy = value;
  EXPECT_TRUE(copy.sameValue(value));
  EXPECT_EQ(copy.flags(), value.flags());
}

TEST(LaneVector, AssigningAPlainValueDropsLaneTerms) {
  SymbolTable symbols;
  LaneVector value = scaledByLane(symbols, symbol(symbols, "n"), [](int64_t lane) { return lane; });
  value = LaneVector::uniform(4);
  EXPECT_TRUE(value.isKnownUniform());
  EXPECT_EQ(value.base(), 4);
}

TEST(LaneVector, TextNamesSymbolsAndShowsTheFirstAndLastLanes) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  LaneVector value = LaneVector::symbol(symbol(symbols, "n"), 4);
  EXPECT_EQ(value.toString(symbols), "4*n");
  arithmetic.add(value, value, LaneVector::uniform(3), 64, 0);
  EXPECT_EQ(value.toString(symbols), "4*n+3");
  arithmetic.add(value, value, laneNumbers(), 64, 0);
  EXPECT_EQ(value.toString(symbols), "4*n+[3,4,..,34]");
  EXPECT_EQ(LaneVector().toString(symbols), "0");
  EXPECT_EQ(LaneVector::divergent(LaneVector::Data).toString(symbols), "divergent(data)");
  EXPECT_EQ(LaneVector::divergent(0).toString(symbols), "divergent");
}

TEST(SymbolTable, FreshSymbolsOfOnePlaceComeFromARing) {
  SymbolTable symbols;
  std::vector<SymbolId> first;
  for (unsigned i = 0; i < SymbolTable::kGenerations; ++i)
    first.push_back(symbols.fresh(3, SymbolKind::Loaded, 1));
  const size_t size = symbols.size();
  std::sort(first.begin(), first.end());
  EXPECT_EQ(std::unique(first.begin(), first.end()), first.end());
  EXPECT_EQ(symbols.fresh(3, SymbolKind::Loaded, 1), first[0]);
  EXPECT_EQ(symbols.size(), size);
}

TEST(SymbolTable, ASymbolThatIsUsedAgainHasForgottenItsBounds) {
  SymbolTable symbols;
  const SymbolId id = symbols.fresh(0, SymbolKind::PointerBase, 256);
  symbols[id].minimum = 256;
  symbols[id].space = AddressSpace::Shared;
  for (unsigned i = 1; i < SymbolTable::kGenerations; ++i)
    symbols.fresh(0, SymbolKind::Loaded, 1);
  ASSERT_EQ(symbols.fresh(0, SymbolKind::Loaded, 4), id);
  EXPECT_EQ(symbols[id].kind, SymbolKind::Loaded);
  EXPECT_EQ(symbols[id].alignment, 4u);
  EXPECT_EQ(symbols[id].minimum, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(symbols[id].space, AddressSpace::Unknown);
}

TEST(ActiveMask, PrefixesAndSuffixesAreRunsFromAnEnd) {
  EXPECT_TRUE(isPrefixOrSuffix(0x000000ff));
  EXPECT_TRUE(isPrefixOrSuffix(0xfffffff0));
  EXPECT_TRUE(isPrefixOrSuffix(kFullMask));
  EXPECT_TRUE(isPrefixOrSuffix(0x1));
  EXPECT_TRUE(isPrefixOrSuffix(0x80000000));
  EXPECT_FALSE(isPrefixOrSuffix(0x55555555));
  EXPECT_FALSE(isPrefixOrSuffix(0x00ff0000));
  EXPECT_FALSE(isPrefixOrSuffix(0xf000000f));
}

TEST(ActiveMask, FirstLaneIsTheLowestAndPastTheEndOfAnEmptyMask) {
  EXPECT_EQ(firstLane(0xf0), 4u);
  EXPECT_EQ(firstLane(0), 32u);
  EXPECT_EQ(laneCount(0x8000000f), 5u);
}

} // namespace
} // namespace cuda_lint
