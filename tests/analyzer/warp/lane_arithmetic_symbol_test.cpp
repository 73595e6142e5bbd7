// Values over symbols: exact where linearity and divisibility allow, marked where they do not.
#include "lane_values.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

class SymbolicLanes : public ::testing::Test {
protected:
  SymbolId make(SymbolKind kind, uint64_t alignment = 1, std::optional<int64_t> minimum = {},
                int64_t nominal = 1024) {
    Symbol symbol;
    symbol.kind = kind;
    symbol.alignment = alignment;
    symbol.nominal = nominal;
    if (minimum)
      symbol.minimum = *minimum;
    return symbols.add(symbol);
  }

  LaneVector sum(const LaneVector& a, const LaneVector& b) {
    LaneVector result;
    arithmetic.add(result, a, b, 64, 800);
    return result;
  }
  LaneVector product(const LaneVector& a, const LaneVector& b) {
    LaneVector result;
    arithmetic.multiply(result, a, b, 64, 808);
    return result;
  }
  LaneVector quotient(const LaneVector& a, const LaneVector& b) {
    LaneVector result;
    arithmetic.divide(result, a, b, false, 32, 816);
    return result;
  }
  LaneVector rest(const LaneVector& a, const LaneVector& b) {
    LaneVector result;
    arithmetic.remainder(result, a, b, false, 32, 824);
    return result;
  }
  LaneVector compared(const LaneVector& a, Comparison comparison, const LaneVector& b, bool isSigned = true) {
    LaneVector result;
    arithmetic.compare(result, comparison, isSigned, a, b, 32, 832);
    return result;
  }
  static LaneVector number(int64_t value) { return LaneVector::uniform(value); }

  SymbolTable symbols;
  LaneArithmetic arithmetic{symbols};
  const SymbolId n = make(SymbolKind::Argument);
  const SymbolId m = make(SymbolKind::Argument);
  const SymbolId pointer = make(SymbolKind::PointerBase, 256, 256);
  const SymbolId block = make(SymbolKind::BlockIndex, 1, 0, 1);
  const LaneVector lane = laneNumbers();
  const LaneVector valueOfN = LaneVector::symbol(n);
  const LaneVector valueOfM = LaneVector::symbol(m);
};

using SymbolicComparison = SymbolicLanes;
using Selection = SymbolicLanes;

TEST_F(SymbolicLanes, SumsAreLinearInTheSymbols) {
  const LaneVector value =
      sum(sum(LaneVector::symbol(n, 3), LaneVector::symbol(m, -1)), sum(valueOfN, number(5)));
  EXPECT_EQ(value.coefficient(n, 0), 4);
  EXPECT_EQ(value.coefficient(m, 0), -1);
  EXPECT_EQ(value.base(), 5);
  EXPECT_TRUE(value.isUniform());
  EXPECT_EQ(value.flags(), 0);
}

TEST_F(SymbolicLanes, SymbolsCancel) {
  LaneVector value;
  arithmetic.subtract(value, sum(LaneVector::symbol(pointer), product(lane, number(4))),
                      LaneVector::symbol(pointer), 64, 0);
  EXPECT_TRUE(value.isKnown());
  EXPECT_EQ(offsetsOf(value), lanesWhere([](int64_t l) { return 4 * l; }));
}

TEST_F(SymbolicLanes, LaneTermsCancel) {
  const LaneVector rows = product(lane, valueOfN);
  LaneVector value;
  arithmetic.subtract(value, sum(rows, number(3)), rows, 64, 0);
  EXPECT_TRUE(value.isKnown());
  EXPECT_EQ(offsetsOf(value), lanesWhere([](int64_t) { return 3; }));
}

TEST_F(SymbolicLanes, AKnownResultOfCancellingWrapsAtItsWidth) {
  LaneVector value;
  arithmetic.subtract(value, sum(valueOfN, number(int64_t{1} << 31)), valueOfN, 32, 0);
  EXPECT_TRUE(value.isKnownUniform());
  EXPECT_EQ(value.base(), std::numeric_limits<int32_t>::min());
}

TEST_F(SymbolicLanes, LaneTimesASymbolIsATermALane) {
  for (const LaneVector& value : {product(lane, valueOfN), product(valueOfN, lane)}) {
    ASSERT_NE(value.laneTerms(), nullptr);
    EXPECT_EQ(value.termCount(), 0u);
    for (unsigned i = 0; i < kWarpSize; ++i)
      EXPECT_EQ(value.coefficient(n, i), i);
    EXPECT_EQ(offsetsOf(value), lanesWhere([](int64_t) { return 0; }));
    EXPECT_EQ(value.flags(), 0);
  }
}

TEST_F(SymbolicLanes, LaneTimesASumHasAKnownPartToo) {
  // lane * (2n + 3) = 2*lane * n + 3*lane.
  const LaneVector value = product(lane, sum(LaneVector::symbol(n, 2), number(3)));
  EXPECT_EQ(value.coefficient(n, 9), 18);
  EXPECT_EQ(value.offset(9), 27);
}

TEST_F(SymbolicLanes, IndexTimesAPitchKeepsItsLanes) {
  // (block + lane) * n = block*n, which is one unknown, + lane * n.
  const LaneVector value = product(sum(LaneVector::symbol(block), lane), valueOfN);
  EXPECT_EQ(value.coefficient(n, 31) - value.coefficient(n, 30), 1);
  EXPECT_EQ(value.termCount(), 1u);
  EXPECT_EQ(value.begin()->coefficient, 1);
  EXPECT_EQ(value.flags(), 0);
}

TEST_F(SymbolicLanes, AProductOfSymbolsKeepsTheirAlignment) {
  const SymbolId rows = make(SymbolKind::Opaque, 8);
  const LaneVector value = product(LaneVector::symbol(rows), LaneVector::symbol(n, 4));
  EXPECT_TRUE(value.isUniform());
  EXPECT_EQ(value.symbolAlignment(symbols), 32u);
}

TEST_F(SymbolicLanes, LaneTermsTimesKnownLanesMultiplyLaneByLane) {
  const LaneVector value = product(product(lane, valueOfN), lanesOf([](int64_t l) { return l + 1; }));
  for (unsigned i = 0; i < kWarpSize; ++i)
    EXPECT_EQ(value.coefficient(n, i), i * (i + 1));
}

TEST_F(SymbolicLanes, AShiftToTheLeftIsAMultiplication) {
  LaneVector value;
  arithmetic.shiftLeft(value, sum(lane, valueOfN), number(3), 32, 0);
  EXPECT_EQ(value.coefficient(n, 4), 8);
  EXPECT_EQ(value.offset(4), 32);
}

TEST_F(SymbolicLanes, DivisionByADivisorOfTheCoefficientsIsExact) {
  const LaneVector value = sum(LaneVector::symbol(n, 12), lane);
  const LaneVector fourth = quotient(value, number(4));
  EXPECT_EQ(fourth.coefficient(n, 0), 3);
  EXPECT_EQ(offsetsOf(fourth), lanesWhere([](int64_t l) { return l / 4; }));
  EXPECT_FALSE(fourth.has(LaneVector::Assumed));
  const LaneVector remainder = rest(value, number(4));
  EXPECT_TRUE(remainder.isKnown());
  EXPECT_EQ(offsetsOf(remainder), lanesWhere([](int64_t l) { return l % 4; }));
  EXPECT_FALSE(remainder.has(LaneVector::Assumed));
  // Not a power of two.
  EXPECT_EQ(quotient(value, number(3)).coefficient(n, 0), 4);
  EXPECT_EQ(offsetsOf(rest(value, number(3))), lanesWhere([](int64_t l) { return l % 3; }));
}

TEST_F(SymbolicLanes, DivisionThatASymbolsAlignmentMakesExactKeepsTheRestOfIt) {
  const LaneVector value = sum(LaneVector::symbol(pointer), lane);
  const LaneVector rows = quotient(value, number(32));
  EXPECT_FALSE(rows.has(LaneVector::Assumed));
  EXPECT_EQ(rows.symbolAlignment(symbols), 8u);
  EXPECT_EQ(offsetsOf(rows), lanesWhere([](int64_t) { return 0; }));
  EXPECT_EQ(offsetsOf(rest(value, number(32))), lanesWhere([](int64_t l) { return l; }));
}

TEST_F(SymbolicLanes, AShiftToTheRightIsADivision) {
  LaneVector value;
  arithmetic.shiftRight(value, sum(LaneVector::symbol(n, 8), lane), number(2), false, 32, 0);
  EXPECT_EQ(value.coefficient(n, 0), 2);
  EXPECT_EQ(offsetsOf(value), lanesWhere([](int64_t l) { return l / 4; }));
}

TEST_F(SymbolicLanes, DivisionOfLanesOverAnIndivisibleSymbolIsAnAssumption) {
  const LaneVector value = sum(valueOfN, lane);
  const LaneVector rows = quotient(value, number(8));
  EXPECT_TRUE(rows.has(LaneVector::Assumed));
  EXPECT_EQ(rows.offset(31) - rows.offset(0), 3);
  const LaneVector columns = rest(value, number(8));
  EXPECT_TRUE(columns.has(LaneVector::Assumed));
  EXPECT_EQ(offsetsOf(columns), lanesWhere([](int64_t l) { return l % 8; }));
}

TEST_F(SymbolicLanes, DivisionOfAUniformIndivisibleSymbolIsOneUnknown) {
  const LaneVector third = quotient(sum(valueOfN, number(2)), number(3));
  EXPECT_TRUE(third.isUniform());
  EXPECT_FALSE(third.isKnown());
  EXPECT_FALSE(third.has(LaneVector::Assumed));
  EXPECT_EQ(third.nominal(0, symbols), 1026 / 3);
  const LaneVector remainder = rest(valueOfN, number(3));
  EXPECT_TRUE(remainder.isUniform());
  EXPECT_EQ(remainder.nominal(0, symbols), 1024 % 3);
  EXPECT_TRUE(compared(remainder, Comparison::GreaterEqual, number(0)).isKnownUniform());
}

TEST_F(SymbolicLanes, DivisionOfIndivisibleLaneTermsIsNotFollowed) {
  const LaneVector value = quotient(product(lane, valueOfN), number(4));
  EXPECT_TRUE(value.isDivergentUnknown());
  EXPECT_TRUE(value.has(LaneVector::Unfollowed));
  EXPECT_EQ(quotient(product(product(lane, number(4)), valueOfN), number(4)).coefficient(n, 7), 7);
}

TEST_F(SymbolicLanes, LanesByAnUnknownDivisorAreTakenToLieInOneRow) {
  const LaneVector row = quotient(lane, valueOfN);
  EXPECT_TRUE(row.isUniform());
  EXPECT_TRUE(row.has(LaneVector::Assumed));
  const LaneVector column = rest(sum(lane, number(64)), valueOfN);
  EXPECT_TRUE(column.has(LaneVector::Assumed));
  for (unsigned i = 1; i < kWarpSize; ++i)
    EXPECT_EQ(column.offset(i) - column.offset(i - 1), 1);
  EXPECT_EQ(column.symbolAlignment(symbols) % kWarpSize, 0u);
}

TEST_F(SymbolicLanes, AUniformValueByAnUnknownDivisorIsUniform) {
  EXPECT_TRUE(quotient(valueOfN, valueOfM).isUniform());
  EXPECT_TRUE(rest(valueOfN, valueOfM).isUniform());
  EXPECT_FALSE(quotient(valueOfN, valueOfM).has(LaneVector::Assumed));
}

TEST_F(SymbolicLanes, BitsBelowABasesAlignmentAreExact) {
  const LaneVector value = sum(LaneVector::symbol(pointer), lane);
  LaneVector result;
  arithmetic.bitXor(result, value, number(5), 64, 0);
  EXPECT_EQ(result.coefficient(pointer, 0), 1);
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l ^ 5; }));
  arithmetic.bitOr(result, value, number(96), 64, 0);
  EXPECT_EQ(result.coefficient(pointer, 0), 1);
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l | 96; }));
  arithmetic.bitAnd(result, value, number(20), 64, 0);
  EXPECT_TRUE(result.isKnown());
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l & 20; }));
  EXPECT_EQ(result.flags(), 0);
}

TEST_F(SymbolicLanes, XorOfLanesAboveTheAlignmentIsNotFollowed) {
  LaneVector result;
  arithmetic.bitXor(result, sum(LaneVector::symbol(pointer), lane), number(256), 64, 0);
  EXPECT_TRUE(result.isDivergentUnknown());
  EXPECT_TRUE(result.has(LaneVector::Unfollowed));
  arithmetic.bitXor(result, LaneVector::symbol(pointer), number(256), 64, 0);
  EXPECT_TRUE(result.isUniform());
  EXPECT_FALSE(result.isKnown());
}

TEST_F(SymbolicLanes, ALowMaskOfAnIndivisibleSymbolIsAnAssumption) {
  LaneVector result;
  arithmetic.bitAnd(result, sum(valueOfN, lane), number(15), 32, 0);
  EXPECT_TRUE(result.has(LaneVector::Assumed));
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l & 15; }));
}

TEST_F(SymbolicLanes, AHighMaskRoundsDown) {
  LaneVector result;
  arithmetic.bitAnd(result, sum(LaneVector::symbol(n, 16), lane), number(~int64_t{7}), 32, 0);
  EXPECT_EQ(result.coefficient(n, 0), 16);
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l & ~7; }));
  EXPECT_FALSE(result.has(LaneVector::Assumed));
}

TEST_F(SymbolicLanes, ComplementIsMinusOneMinusTheValue) {
  LaneVector result;
  arithmetic.bitXor(result, sum(valueOfN, lane), number(-1), 32, 0);
  EXPECT_EQ(result.coefficient(n, 0), -1);
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return -1 - l; }));
}

TEST_F(SymbolicLanes, SymbolsAreTakenToFitInAnIndexButNotInAByte) {
  LaneVector result;
  arithmetic.truncate(result, sum(valueOfN, lane), 32, 0);
  EXPECT_EQ(result.coefficient(n, 0), 1);
  arithmetic.truncate(result, valueOfN, 8, 0);
  EXPECT_TRUE(result.isUniform());
  EXPECT_EQ(result.coefficient(n, 0), 0);
  arithmetic.truncate(result, sum(valueOfN, lane), 8, 0);
  EXPECT_TRUE(result.isDivergentUnknown());
}

TEST_F(SymbolicLanes, MoreTermsThanAVectorHoldsBecomeOneSymbol) {
  LaneVector value = LaneVector::symbol(pointer);
  int64_t nominal = symbols[pointer].nominal;
  for (unsigned i = 0; i < LaneVector::kMaxTerms + 2; ++i) {
    const SymbolId size = make(SymbolKind::Argument, 4, {}, 100 + i);
    value = sum(value, LaneVector::symbol(size, 2));
    nominal += 2 * (100 + i);
  }
  value = sum(value, lane);
  EXPECT_LE(value.termCount(), LaneVector::kMaxTerms);
  EXPECT_EQ(value.coefficient(pointer, 0), 1) << "the allocation must stay known";
  EXPECT_EQ(value.symbolAlignment(symbols), 8u);
  EXPECT_EQ(value.nominal(3, symbols), nominal + 3);
  EXPECT_EQ(offsetsOf(value), lanesWhere([](int64_t l) { return l; }));
}

TEST_F(SymbolicComparison, OfEqualSymbolsIsDecidedByTheKnownPart) {
  const LaneVector less = compared(sum(valueOfN, lane), Comparison::Less, sum(valueOfN, number(8)));
  EXPECT_TRUE(less.isKnown());
  EXPECT_EQ(less.flags(), 0);
  EXPECT_EQ(offsetsOf(less), lanesWhere([](int64_t l) { return l < 8; }));
}

TEST_F(SymbolicComparison, IsProvenByTheSymbolsMinimum) {
  const LaneVector index = sum(LaneVector::symbol(block, 256), lane);
  const LaneVector notNegative = compared(index, Comparison::GreaterEqual, number(0));
  ASSERT_TRUE(notNegative.isKnownUniform());
  EXPECT_EQ(notNegative.base(), 1);
  EXPECT_EQ(notNegative.flags(), 0);
  const LaneVector negative = compared(index, Comparison::Less, number(0));
  ASSERT_TRUE(negative.isKnownUniform());
  EXPECT_EQ(negative.base(), 0);
  const LaneVector isMinusOne = compared(index, Comparison::Equal, number(-1));
  ASSERT_TRUE(isMinusOne.isKnownUniform());
  EXPECT_EQ(isMinusOne.base(), 0);
  // The bound is tight: 0 >= index holds in the first thread alone, and so cannot be settled.
  EXPECT_FALSE(compared(LaneVector::symbol(block), Comparison::Greater, number(0)).isKnown());
}

TEST_F(SymbolicComparison, WithAnUnboundedSymbolIsNotProven) {
  EXPECT_FALSE(compared(valueOfN, Comparison::GreaterEqual, number(0)).isKnown());
}

TEST_F(SymbolicComparison, OfValuesThatAlignmentKeepsApartIsNeverEqual) {
  for (const LaneVector& odd : {number(5), lanesOf([](int64_t l) { return 2 * l + 1; })}) {
    const LaneVector equal = compared(LaneVector::symbol(n, 2), Comparison::Equal, odd);
    ASSERT_TRUE(equal.isKnownUniform());
    EXPECT_EQ(equal.base(), 0);
    EXPECT_EQ(equal.flags(), 0);
    const LaneVector different = compared(LaneVector::symbol(n, 2), Comparison::NotEqual, odd);
    ASSERT_TRUE(different.isKnownUniform());
    EXPECT_EQ(different.base(), 1);
  }
}

TEST_F(SymbolicComparison, OfAnIndexWithASizeIsAssumedInside) {
  const LaneVector index = sum(LaneVector::symbol(block, 32), lane);
  struct Case {
    const LaneVector& left;
    Comparison comparison;
    const LaneVector& right;
    int64_t inside;
  };
  const Case cases[] = {{index, Comparison::Less, valueOfN, 1},
                        {index, Comparison::GreaterEqual, valueOfN, 0},
                        {valueOfN, Comparison::Greater, index, 1},
                        {valueOfN, Comparison::LessEqual, index, 0}};
  for (const Case& c : cases) {
    const LaneVector result = compared(c.left, c.comparison, c.right);
    ASSERT_TRUE(result.isKnown());
    EXPECT_TRUE(result.has(LaneVector::Assumed));
    EXPECT_FALSE(result.has(LaneVector::OneLane));
    EXPECT_EQ(offsetsOf(result), lanesWhere([&](int64_t) { return c.inside; }));
  }
}

TEST_F(SymbolicComparison, OfALaneWithOneUnknownPlaceIsAssumedToMissAndTellsThatOneLaneMayHit) {
  const LaneVector last = compared(lane, Comparison::Equal, sum(valueOfN, number(-1)));
  ASSERT_TRUE(last.isKnown());
  EXPECT_TRUE(last.has(LaneVector::Assumed));
  EXPECT_TRUE(last.has(LaneVector::OneLane));
  EXPECT_EQ(offsetsOf(last), lanesWhere([](int64_t) { return 0; }));
  EXPECT_EQ(offsetsOf(compared(lane, Comparison::NotEqual, valueOfN)), lanesWhere([](int64_t) { return 1; }));
}

TEST_F(SymbolicComparison, OfUniformUnknownsIsOneUnknownWhoseNominalValueIsTheLikelierOutcome) {
  const LaneVector small = compared(valueOfN, Comparison::Less, number(5));
  EXPECT_TRUE(small.isUniform());
  EXPECT_FALSE(small.isKnown());
  EXPECT_FALSE(small.has(LaneVector::Assumed));
  EXPECT_EQ(small.nominal(0, symbols), 0);
  EXPECT_EQ(compared(valueOfN, Comparison::Greater, number(5)).nominal(0, symbols), 1);
  // Two sizes are seldom the same.
  EXPECT_EQ(compared(valueOfN, Comparison::Equal, valueOfM).nominal(0, symbols), 0);
  EXPECT_EQ(compared(valueOfN, Comparison::NotEqual, valueOfM).nominal(0, symbols), 1);
}

TEST_F(SymbolicComparison, LogicOfOneBitValuesSettlesWhatOneSideSettles) {
  const LaneVector unknown = compared(valueOfN, Comparison::Less, number(5));
  LaneVector result;
  arithmetic.bitAnd(result, unknown, number(0), 1, 0);
  EXPECT_TRUE(result.isZero());
  arithmetic.bitOr(result, LaneVector::divergent(LaneVector::Data), number(1), 1, 0);
  ASSERT_TRUE(result.isKnownUniform());
  EXPECT_EQ(result.base(), 1);
  arithmetic.bitAnd(result, unknown, number(1), 1, 0);
  EXPECT_TRUE(result.sameValue(unknown));
  arithmetic.bitAnd(result, unknown, lanesOf([](int64_t l) { return l < 4; }), 1, 0);
  EXPECT_TRUE(result.has(LaneVector::Assumed));
}

TEST_F(Selection, ByAKnownConditionTakesLaneByLane) {
  LaneVector result;
  arithmetic.select(result, lanesOf([](int64_t l) { return l < 16; }), lane, number(100), 0);
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l < 16 ? l : 100; }));
  EXPECT_TRUE(result.isKnown());
}

TEST_F(Selection, BetweenSymbolsByLaneGivesLaneTerms) {
  LaneVector result;
  arithmetic.select(result, lanesOf([](int64_t l) { return l % 2; }), valueOfN, sum(valueOfM, number(3)), 0);
  EXPECT_EQ(result.coefficient(n, 1), 1);
  EXPECT_EQ(result.coefficient(m, 1), 0);
  EXPECT_EQ(result.offset(1), 0);
  EXPECT_EQ(result.coefficient(n, 2), 0);
  EXPECT_EQ(result.coefficient(m, 2), 1);
  EXPECT_EQ(result.offset(2), 3);
}

TEST_F(Selection, BetweenEqualValuesDoesNotNeedTheCondition) {
  LaneVector result;
  arithmetic.select(result, LaneVector::divergent(LaneVector::Data), lane, lane, 0);
  EXPECT_TRUE(result.sameValue(lane));
}

TEST_F(Selection, ByDataIsDivergentAndSaysWhy) {
  LaneVector result;
  arithmetic.select(result, LaneVector::divergent(LaneVector::Data), lane, number(0), 0);
  EXPECT_TRUE(result.isDivergentUnknown());
  EXPECT_TRUE(result.has(LaneVector::Data));
}

TEST_F(Selection, ByAnUnknownUniformConditionOfUniformValuesIsUniform) {
  LaneVector result;
  arithmetic.select(result, compared(valueOfN, Comparison::Less, number(5)), number(16), number(64), 0);
  EXPECT_TRUE(result.isUniform());
  EXPECT_FALSE(result.isKnown());
  EXPECT_EQ(result.symbolAlignment(symbols), 16u) << "16 divides both";
}

TEST_F(Selection, MinimumOfASymbolAndANumberIsTheLikelierOneAsAnAssumption) {
  LaneVector result;
  arithmetic.minimum(result, valueOfN, number(16), false, true, 32, 0);
  EXPECT_TRUE(result.has(LaneVector::Assumed));
  EXPECT_EQ(result.nominal(0, symbols), 16);
}

TEST_F(Selection, BlendTakesTheLanesOfTheMask) {
  LaneVector result = number(7);
  arithmetic.blend(result, lane, 0x0000ff00, 0);
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l >= 8 && l < 16 ? l : 7; }));
  arithmetic.blend(result, number(1), kFullMask, 0);
  EXPECT_TRUE(result.isKnownUniform());
}

TEST_F(Selection, BlendOverOneBaseKeepsTheBaseUniform) {
  LaneVector result = sum(LaneVector::symbol(pointer), lane);
  arithmetic.blend(result, LaneVector::symbol(pointer), 0xffff0000, 0);
  EXPECT_EQ(result.laneTerms(), nullptr);
  EXPECT_EQ(result.coefficient(pointer, 0), 1);
  EXPECT_EQ(result.offset(15), 15);
  EXPECT_EQ(result.offset(16), 0);
}

TEST_F(Selection, BlendingInAnUnknownMakesTheWholeUnknown) {
  LaneVector result = lane;
  arithmetic.blend(result, LaneVector::divergent(LaneVector::Data), 0x1, 0);
  EXPECT_TRUE(result.isDivergentUnknown());
}

TEST_F(Selection, JoinOfEqualValuesIsThatValue) {
  LaneVector result = sum(valueOfN, lane);
  arithmetic.join(result, sum(valueOfN, lane), 0);
  EXPECT_TRUE(result.sameValue(sum(valueOfN, lane)));
}

TEST_F(Selection, JoinOfUniformValuesKeepsWhatDividesBoth) {
  LaneVector result = number(24);
  arithmetic.join(result, LaneVector::symbol(n, 16), 0);
  EXPECT_TRUE(result.isUniform());
  EXPECT_FALSE(result.isKnown());
  EXPECT_EQ(result.symbolAlignment(symbols), 8u);
}

TEST_F(Selection, JoinOfTwoPointersPointsIntoTheSameSpace) {
  symbols[pointer].space = AddressSpace::Shared;
  LaneVector result = LaneVector::symbol(pointer);
  arithmetic.join(result, sum(LaneVector::symbol(pointer), number(64)), 0);
  ASSERT_EQ(result.termCount(), 1u);
  const Symbol& joined = symbols[result.begin()->symbol];
  EXPECT_EQ(joined.kind, SymbolKind::PointerBase);
  EXPECT_EQ(joined.space, AddressSpace::Shared);
  EXPECT_EQ(joined.alignment, 64u);
}

TEST_F(Selection, JoinOfLanesThatDifferByAUniformAmountKeepsTheirDistances) {
  LaneVector result = lane;
  arithmetic.join(result, sum(lane, valueOfN), 0);
  EXPECT_FALSE(result.isDivergentUnknown());
  EXPECT_EQ(result.offset(31) - result.offset(0), 31);
  EXPECT_EQ(result.termCount(), 1u) << "not known by how much";
}

TEST_F(Selection, JoinOfLanesThatDifferByAUniformAmountKeepsWhatDividesIt) {
  LaneVector result = lane;
  arithmetic.join(result, sum(lane, number(96)), 0);
  EXPECT_EQ(result.symbolAlignment(symbols), 32u) << "0 or 96 is added";
}

TEST_F(Selection, JoinWithDifferentLanesIsAnAssumption) {
  LaneVector result = lane;
  arithmetic.join(result, product(lane, number(2)), 0);
  EXPECT_TRUE(result.has(LaneVector::Assumed));
}

TEST_F(Selection, AGeneralisedCounterIsItsStartPlusRoundsTimesItsStep) {
  const SymbolId round = make(SymbolKind::LoopRound, 1, 0, 1);
  LaneVector result;
  ASSERT_TRUE(arithmetic.generalise(result, lane, sum(lane, number(256)), round, 0));
  EXPECT_EQ(result.coefficient(round, 0), 256);
  EXPECT_EQ(offsetsOf(result), lanesWhere([](int64_t l) { return l; }));
}

TEST_F(Selection, AGeneralisedCounterMayStepByLane) {
  const SymbolId round = make(SymbolKind::LoopRound, 1, 0, 1);
  LaneVector result;
  ASSERT_TRUE(arithmetic.generalise(result, number(3), sum(number(3), lane), round, 0));
  EXPECT_EQ(result.coefficient(round, 0), 0);
  EXPECT_EQ(result.coefficient(round, 31), 31);
}

TEST_F(Selection, AGeneralisedCounterOfAnUnknownStepKeepsItsAlignment) {
  const SymbolId round = make(SymbolKind::LoopRound, 1, 0, 1);
  LaneVector result;
  ASSERT_TRUE(arithmetic.generalise(result, lane, sum(lane, LaneVector::symbol(n, 32)), round, 0));
  EXPECT_EQ(result.symbolAlignment(symbols), 32u);
  EXPECT_EQ(result.offset(31), 31);
}

TEST_F(Selection, WhatDoesNotChangeStaysAsItIs) {
  const SymbolId round = make(SymbolKind::LoopRound, 1, 0, 1);
  LaneVector result;
  ASSERT_TRUE(arithmetic.generalise(result, lane, lane, round, 0));
  EXPECT_TRUE(result.sameValue(lane));
}

TEST_F(Selection, AnUnknownCounterCannotBeGeneralised) {
  const SymbolId round = make(SymbolKind::LoopRound, 1, 0, 1);
  LaneVector result;
  EXPECT_FALSE(arithmetic.generalise(result, LaneVector::divergent(LaneVector::Data), lane, round, 0));
}

TEST_F(SymbolicLanes, AnOperationNotModelledIsUniformIfItsOperandsAre) {
  LaneVector result;
  arithmetic.opaque(result, true, LaneVector::Data, 0);
  EXPECT_TRUE(result.isUniform());
  EXPECT_FALSE(result.isKnown());
  EXPECT_TRUE(result.has(LaneVector::Data));
  arithmetic.opaque(result, false, LaneVector::Unfollowed, 0);
  EXPECT_TRUE(result.isDivergentUnknown());
}

} // namespace
} // namespace cuda_lint
