// Known lanes: every operation gives what the machine's integers give.
#include "lane_values.h"

#include "llvm/ADT/APInt.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

using llvm::APInt;

/// Values at which integers of `bits` bits go wrong.
std::vector<int64_t> edgeValues(unsigned bits) {
  std::vector<int64_t> values;
  const int64_t top = static_cast<int64_t>(uint64_t{1} << (bits - 1));
  for (int64_t value :
       {int64_t{0},  int64_t{1},   int64_t{2},       int64_t{3},  int64_t{5},   int64_t{7},  int64_t{31},
        int64_t{32}, int64_t{33},  int64_t{63},      int64_t{64}, int64_t{100}, int64_t{-1}, int64_t{-2},
        int64_t{-7}, int64_t{-32}, int64_t{1} << 20, top,         top + 1,      top - 1,     top / 2})
    values.push_back(canonicalInteger(value, bits));
  return values;
}

/// How the engine keeps an integer: sign-extended, one-bit integers as 0 or 1.
int64_t kept(const APInt& value) {
  return value.getBitWidth() == 1 ? static_cast<int64_t>(value.getZExtValue()) : value.getSExtValue();
}

APInt machineInteger(int64_t value, unsigned bits) {
  return APInt(bits, static_cast<uint64_t>(value), false, /*implicitTrunc=*/true);
}

class KnownLanes : public ::testing::TestWithParam<unsigned> {
protected:
  /// `operation` against `expected` for all pairs of edge values, as uniform values and as lanes.
  template <class Operation, class Expected>
  void expectAgreement(Operation operation, Expected expected,
                       bool (*isDefined)(const APInt&, const APInt&) = nullptr) {
    const unsigned bits = GetParam();
    const std::vector<int64_t> values = edgeValues(bits);
    for (int64_t b : values) {
      Lanes left{}, right{}, wanted{};
      std::vector<bool> defined(kWarpSize);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        left[lane] = values[lane % values.size()];
        right[lane] = b;
        const APInt x = machineInteger(left[lane], bits);
        const APInt y = machineInteger(b, bits);
        defined[lane] = !isDefined || isDefined(x, y);
        if (defined[lane])
          wanted[lane] = kept(expected(x, y));
        LaneVector uniform;
        operation(uniform, LaneVector::uniform(left[lane]), LaneVector::uniform(b));
        ASSERT_TRUE(uniform.isKnownUniform());
        if (defined[lane]) {
          ASSERT_EQ(uniform.base(), wanted[lane]) << left[lane] << " and " << b << " of " << bits << " bits";
        }
      }
      for (const LaneVector& second : {LaneVector::perLane(right), LaneVector::uniform(b)}) {
        LaneVector result;
        operation(result, LaneVector::perLane(left), second);
        ASSERT_TRUE(result.isKnown());
        for (unsigned lane = 0; lane < kWarpSize; ++lane)
          if (defined[lane]) {
            ASSERT_EQ(result.offset(lane), wanted[lane])
                << left[lane] << " and " << b << " of " << bits << " bits";
          }
      }
      // The uniform operand first.
      LaneVector swapped;
      operation(swapped, LaneVector::uniform(b), LaneVector::perLane(left));
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        const APInt x = machineInteger(b, bits);
        const APInt y = machineInteger(left[lane], bits);
        if (!isDefined || isDefined(x, y)) {
          ASSERT_EQ(swapped.offset(lane), kept(expected(x, y)))
              << b << " and " << left[lane] << " of " << bits << " bits";
        }
      }
    }
  }

  SymbolTable symbols;
  LaneArithmetic arithmetic{symbols};
};

/// One-bit integers are kept as 0 and 1: they have no sign.
class KnownIntegers : public KnownLanes {};
class ExtensibleLanes : public KnownLanes {};

bool divisorIsNotZero(const APInt&, const APInt& y) {
  return !y.isZero();
}
bool countIsInside(const APInt& x, const APInt& y) {
  return y.ult(x.getBitWidth());
}

TEST_P(KnownLanes, AddWrapsAround) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.add(out, a, b, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x + y; });
}

TEST_P(KnownLanes, SubtractWrapsAround) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.subtract(out, a, b, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x - y; });
}

TEST_P(KnownLanes, MultiplyKeepsTheLowBits) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.multiply(out, a, b, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x * y; });
}

TEST_P(KnownLanes, UnsignedDivisionAndRemainderReadTheBitsAsUnsigned) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.divide(out, a, b, false, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.udiv(y); }, divisorIsNotZero);
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.remainder(out, a, b, false, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.urem(y); }, divisorIsNotZero);
}

TEST_P(KnownIntegers, SignedDivisionAndRemainderRoundTowardsZero) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.divide(out, a, b, true, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.sdiv(y); }, divisorIsNotZero);
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.remainder(out, a, b, true, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.srem(y); }, divisorIsNotZero);
}

TEST_P(KnownLanes, ShiftsMoveBitsAndFillWithZerosOrTheSign) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.shiftLeft(out, a, b, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.shl(y); }, countIsInside);
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.shiftRight(out, a, b, false, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.lshr(y); }, countIsInside);
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.shiftRight(out, a, b, true, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.ashr(y); }, countIsInside);
}

TEST_P(KnownLanes, BitwiseOperationsWorkBitByBit) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.bitAnd(out, a, b, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x & y; });
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.bitOr(out, a, b, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x | y; });
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.bitXor(out, a, b, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x ^ y; });
}

TEST_P(KnownLanes, ComparisonsFollowTheSignedOrUnsignedOrder) {
  struct Case {
    Comparison comparison;
    bool isSigned;
    bool (*holds)(const APInt&, const APInt&);
  };
  const Case cases[] = {
      {Comparison::Equal, false, [](const APInt& x, const APInt& y) { return x == y; }},
      {Comparison::NotEqual, false, [](const APInt& x, const APInt& y) { return x != y; }},
      {Comparison::Less, false, [](const APInt& x, const APInt& y) { return x.ult(y); }},
      {Comparison::LessEqual, false, [](const APInt& x, const APInt& y) { return x.ule(y); }},
      {Comparison::Greater, false, [](const APInt& x, const APInt& y) { return x.ugt(y); }},
      {Comparison::GreaterEqual, false, [](const APInt& x, const APInt& y) { return x.uge(y); }},
      {Comparison::Less, true, [](const APInt& x, const APInt& y) { return x.slt(y); }},
      {Comparison::LessEqual, true, [](const APInt& x, const APInt& y) { return x.sle(y); }},
      {Comparison::Greater, true, [](const APInt& x, const APInt& y) { return x.sgt(y); }},
      {Comparison::GreaterEqual, true, [](const APInt& x, const APInt& y) { return x.sge(y); }},
  };
  for (const Case& c : cases) {
    if (c.isSigned && GetParam() == 1)
      continue;
    expectAgreement(
        [&](LaneVector& out, const LaneVector& a, const LaneVector& b) {
          arithmetic.compare(out, c.comparison, c.isSigned, a, b, GetParam(), 0);
        },
        [&](const APInt& x, const APInt& y) { return APInt(1, c.holds(x, y)); });
  }
}

TEST_P(KnownIntegers, MinimumAndMaximumFollowTheSignedOrUnsignedOrder) {
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.minimum(out, a, b, false, true, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.slt(y) ? x : y; });
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.minimum(out, a, b, true, true, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.sgt(y) ? x : y; });
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.minimum(out, a, b, false, false, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.ult(y) ? x : y; });
  expectAgreement([&](LaneVector& out, const LaneVector& a,
                      const LaneVector& b) { arithmetic.minimum(out, a, b, true, false, GetParam(), 0); },
                  [](const APInt& x, const APInt& y) { return x.ugt(y) ? x : y; });
}

TEST_P(KnownLanes, TruncationKeepsTheLowBits) {
  LaneVector result;
  const std::vector<int64_t> values = edgeValues(64);
  arithmetic.truncate(
      result, lanesOf([&](int64_t lane) { return values[static_cast<size_t>(lane) % values.size()]; }),
      GetParam(), 0);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    EXPECT_EQ(result.offset(lane), kept(machineInteger(values[lane % values.size()], 64).trunc(GetParam())));
}

TEST_P(ExtensibleLanes, ExtensionsToALongerIntegerFillWithZerosOrTheSign) {
  const std::vector<int64_t> values = edgeValues(GetParam());
  const LaneVector lanes =
      lanesOf([&](int64_t lane) { return values[static_cast<size_t>(lane) % values.size()]; });
  LaneVector zeroExtended, signExtended;
  arithmetic.zeroExtend(zeroExtended, lanes, GetParam(), 0);
  arithmetic.signExtend(signExtended, lanes, GetParam(), 0);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const APInt value = machineInteger(lanes.offset(lane), GetParam());
    EXPECT_EQ(zeroExtended.offset(lane), value.zext(64).getSExtValue());
    EXPECT_EQ(signExtended.offset(lane), value.sext(64).getSExtValue());
  }
}

TEST_P(KnownIntegers, ShiftingBeyondTheWidthGivesAKnownValue) {
  const LaneVector value = lanesOf([](int64_t lane) { return lane + 1; });
  for (int64_t count : {int64_t{GetParam()}, int64_t{100}, int64_t{-1}}) {
    const LaneVector by = LaneVector::uniform(canonicalInteger(count, GetParam()));
    ASSERT_GE(unsignedInteger(by.base(), GetParam()), GetParam());
    LaneVector left, right;
    arithmetic.shiftLeft(left, value, by, GetParam(), 0);
    arithmetic.shiftRight(right, value, by, false, GetParam(), 0);
    EXPECT_EQ(offsetsOf(left), lanesWhere([](int64_t) { return 0; }));
    EXPECT_EQ(offsetsOf(right), lanesWhere([](int64_t) { return 0; }));
  }
}

INSTANTIATE_TEST_SUITE_P(Bits, KnownLanes, ::testing::Values(1u, 8u, 16u, 32u, 64u));
INSTANTIATE_TEST_SUITE_P(Bits, KnownIntegers, ::testing::Values(8u, 16u, 32u, 64u));
INSTANTIATE_TEST_SUITE_P(Bits, ExtensibleLanes, ::testing::Values(1u, 8u, 16u, 32u));

TEST(LaneArithmetic, DivisionByZeroIsAValueAndNoCrash) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const LaneVector mixed = lanesOf([](int64_t lane) { return lane % 4; });
  for (bool isSigned : {false, true}) {
    LaneVector quotient, rest;
    arithmetic.divide(quotient, LaneVector::uniform(100), mixed, isSigned, 32, 0);
    arithmetic.remainder(rest, LaneVector::uniform(100), mixed, isSigned, 32, 0);
    // The lanes that do not divide by zero are not disturbed by those that do.
    EXPECT_EQ(quotient.offset(3), 33);
    EXPECT_EQ(rest.offset(3), 1);
    EXPECT_TRUE(quotient.isKnown());
  }
}

TEST(LaneArithmetic, DividingASymbolByZeroOrANegativeNumberIsNotKnown) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const LaneVector n = LaneVector::symbol(symbols.add({}));
  for (int64_t divisor : {0, -4}) {
    LaneVector quotient, rest;
    arithmetic.divide(quotient, n, LaneVector::uniform(divisor), true, 32, 0);
    arithmetic.remainder(rest, n, LaneVector::uniform(divisor), true, 32, 8);
    EXPECT_TRUE(quotient.isUniform());
    EXPECT_FALSE(quotient.isKnown());
    EXPECT_FALSE(rest.isKnown());
  }
}

TEST(LaneArithmetic, FlagsOfBothOperandsReachTheResult) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  LaneVector a = laneNumbers();
  a.addFlags(LaneVector::Data);
  LaneVector b = LaneVector::uniform(3);
  b.addFlags(LaneVector::Assumed);
  LaneVector result;
  arithmetic.add(result, a, b, 32, 0);
  EXPECT_EQ(result.flags(), LaneVector::Data | LaneVector::Assumed);
}

TEST(LaneArithmetic, ADivergentOperandMakesTheResultDivergentWithItsFlags) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const LaneVector data = LaneVector::divergent(LaneVector::Data);
  LaneVector result;
  arithmetic.add(result, data, laneNumbers(), 32, 0);
  EXPECT_TRUE(result.isDivergentUnknown());
  EXPECT_EQ(result.flags(), LaneVector::Data);
  arithmetic.remainder(result, data, LaneVector::uniform(32), false, 32, 0);
  EXPECT_TRUE(result.isDivergentUnknown());
  arithmetic.compare(result, Comparison::Less, true, laneNumbers(), data, 32, 0);
  EXPECT_TRUE(result.isDivergentUnknown());
}

TEST(LaneArithmetic, ZeroTimesAnythingIsZero) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  LaneVector result;
  arithmetic.multiply(result, LaneVector::uniform(0), LaneVector::divergent(LaneVector::Data), 32, 0);
  EXPECT_TRUE(result.isZero());
  arithmetic.multiply(result, LaneVector::symbol(symbols.add({})), LaneVector::uniform(0), 32, 0);
  EXPECT_TRUE(result.isZero());
}

TEST(LaneArithmetic, TheResultMayBeAnOperand) {
  SymbolTable symbols;
  LaneArithmetic arithmetic(symbols);
  const LaneVector n = LaneVector::symbol(symbols.add({}));
  // x = x op y and y = x op y, for known lanes and for lanes over a symbol, against a result of its own.
  LaneVector overSymbol;
  arithmetic.add(overSymbol, laneNumbers(), n, 64, 0);
  using Binary =
      void (LaneArithmetic::*)(LaneVector&, const LaneVector&, const LaneVector&, unsigned, unsigned);
  for (Binary operation :
       {&LaneArithmetic::add, &LaneArithmetic::subtract, &LaneArithmetic::multiply,
        &LaneArithmetic::shiftLeft, &LaneArithmetic::bitAnd, &LaneArithmetic::bitOr, &LaneArithmetic::bitXor})
    for (const LaneVector& left : {laneNumbers(), overSymbol}) {
      const LaneVector right = LaneVector::uniform(7);
      LaneVector apart;
      (arithmetic.*operation)(apart, left, right, 64, 16);
      if (apart.isDivergentUnknown())
        continue;
      LaneVector first = left;
      (arithmetic.*operation)(first, first, right, 64, 16);
      EXPECT_TRUE(first.sameValue(apart));
      LaneVector second = right;
      (arithmetic.*operation)(second, left, second, 64, 16);
      EXPECT_TRUE(second.sameValue(apart));
    }
  LaneVector both = overSymbol;
  arithmetic.subtract(both, both, both, 64, 0);
  EXPECT_TRUE(both.isKnown());
  EXPECT_EQ(offsetsOf(both), lanesWhere([](int64_t) { return 0; }));
  LaneVector chosen = lanesOf([](int64_t lane) { return lane % 2; });
  arithmetic.select(chosen, chosen, laneNumbers(), LaneVector::uniform(-1), 0);
  EXPECT_EQ(offsetsOf(chosen), lanesWhere([](int64_t lane) { return lane % 2 ? lane : -1; }));
}

} // namespace
} // namespace cuda_lint
