#include "analyzer/warp/interpreter.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>

namespace cuda_lint {

namespace {

/// Wider masks than this are no swizzles: the block index is put in.
constexpr unsigned kMaxSwizzleBits = 16;
/// Leaves room for a scale and a few terms more.
constexpr double kSafeMagnitude = 1e17;

unsigned operandCount(Opcode opcode) {
  switch (opcode) {
  case Opcode::Truncate:
  case Opcode::ZeroExtend:
  case Opcode::SignExtend:
  case Opcode::Absolute:
    return 1;
  case Opcode::BitFunction:
    return 3;
  default:
    return 2;
  }
}

template <class F> Lanes lanesOf(F f) {
  Lanes lanes;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    lanes[lane] = f(lane);
  return lanes;
}

LaneVector compact(const Lanes& lanes) {
  const bool same = std::all_of(lanes.begin(), lanes.end(), [&](int64_t lane) { return lane == lanes[0]; });
  return same ? LaneVector::uniform(lanes[0]) : LaneVector::perLane(lanes);
}

} // namespace

void Interpreter::settle(uint32_t reg, ActiveMask mask) {
  LaneVector& value = registers_[reg];
  if (!blocks_ || !blocks_->hangsOn(value))
    return;
  blocks_->keepValue(value, mask);
  value = blocks_->here(value);
}

/// n-bit arithmetic wraps where the mathematical value leaves the range of n bits: the offsets are moved into
/// it, and the blocks kept in which each lane stays there.
void Interpreter::wrapOverBlocks(LaneVector& value, unsigned bits, ActiveMask mask) {
  if (bits >= 64 || !blocks_->hangsOnNothingElse(value))
    return;
  const LaneVector here = blocks_->here(value);
  bool isInside = true;
  for (unsigned lane = 0; lane < kWarpSize && isInside; ++lane)
    isInside = !isActive(mask, lane) || canonicalInteger(here.offset(lane), bits) == here.offset(lane);
  if (!isInside) {
    const LaneVector shift = compact(lanesOf(
        [&](unsigned lane) { return canonicalInteger(here.offset(lane), bits) - here.offset(lane); }));
    arithmetic_.add(value, value, shift, 64, 0);
  }
  Lanes bound;
  bound.fill(-(int64_t{1} << (bits - 1)));
  blocks_->keepAtLeast(value, mask, bound);
  bound.fill((int64_t{1} << (bits - 1)) - 1);
  blocks_->keepAtMost(value, mask, bound);
}

/// False where a lane is negative.
bool Interpreter::keepSign(const LaneVector& value, ActiveMask mask) {
  const LaneVector here = blocks_->here(value);
  ActiveMask negative = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (isActive(mask, lane) && here.offset(lane) < 0)
      negative |= ActiveMask{1} << lane;
  Lanes bound;
  bound.fill(0);
  blocks_->keepAtLeast(value, mask & ~negative, bound);
  bound.fill(-1);
  blocks_->keepAtMost(value, negative, bound);
  return negative == 0;
}

LaneVector Interpreter::asUnsigned(const LaneVector& value, unsigned bits, ActiveMask mask) {
  if (!blocks_->hangsOnNothingElse(value) || keepSign(value, mask))
    return value;
  const LaneVector here = blocks_->here(value);
  LaneVector moved;
  arithmetic_.add(
      moved, value,
      compact(lanesOf([&](unsigned lane) { return here.offset(lane) < 0 ? int64_t{1} << bits : 0; })), 64, 0);
  return moved;
}

/// Whether the result could leave the range in which sums and addresses of 64 bits are sure not to wrap.
bool Interpreter::mayOverflow(const Operation& operation) const {
  const LaneVector& a = registers_[operation.operands[0]];
  const LaneVector& b = registers_[operation.operands[1]];
  if (a.isDivergentUnknown() || b.isDivergentUnknown())
    return false;
  const double x = blocks_->magnitude(a);
  const double y = blocks_->magnitude(b);
  const double result = operation.opcode == Opcode::Multiply ? x * y
                        : operation.opcode == Opcode::ShiftLeft
                            ? std::ldexp(x, static_cast<int>(std::min(y, 64.0)))
                            : x + y;
  return result > kSafeMagnitude;
}

void Interpreter::linearOverBlocks(LaneVector& out, const Operation& operation, ActiveMask mask) {
  const unsigned where = place(operation);
  const auto [first, second, unused] = operation.operands;
  // A product of two values that hang on the block is not linear in it.
  const bool isProduct = operation.opcode == Opcode::Multiply;
  if (isProduct && blocks_->hangsOn(registers_[first]))
    settle(second, mask);
  if (operation.opcode == Opcode::ShiftLeft) {
    settle(second, mask);
    if (!registers_[second].isKnownUniform())
      settle(first, mask);
  }
  if (mayOverflow(operation)) {
    settle(first, mask);
    settle(second, mask);
  }
  const LaneVector& a = registers_[first];
  const LaneVector& b = registers_[second];
  const unsigned bits = operation.bits;
  switch (operation.opcode) {
  case Opcode::Add:
    arithmetic_.add(out, a, b, bits, where);
    break;
  case Opcode::Subtract:
    arithmetic_.subtract(out, a, b, bits, where);
    break;
  case Opcode::Multiply:
    arithmetic_.multiply(out, a, b, bits, where);
    break;
  default:
    arithmetic_.shiftLeft(out, a, b, bits, where);
    break;
  }
  if (blocks_->hangsOn(out))
    wrapOverBlocks(out, bits, mask);
}

bool Interpreter::compareOverBlocks(LaneVector& out, Comparison comparison, bool isSigned,
                                    const LaneVector& first, const LaneVector& second, unsigned bits,
                                    ActiveMask mask, unsigned where) {
  if (first.isDivergentUnknown() || second.isDivergentUnknown())
    return false;
  const bool isEquality = comparison == Comparison::Equal || comparison == Comparison::NotEqual;
  LaneVector a = first;
  LaneVector b = second;
  if (!isSigned && !isEquality && bits < 64) {
    a = asUnsigned(a, bits, mask);
    b = asUnsigned(b, bits, mask);
  }
  LaneVector difference;
  arithmetic_.subtract(difference, a, b, 64, where);
  const uint8_t flags = a.flags() | b.flags();
  if (!blocks_->hangsOnNothingElse(difference)) {
    arithmetic_.compare(out, comparison, isSigned, blocks_->here(a), blocks_->here(b), bits, where);
    return true;
  }
  if (!isSigned && !isEquality && bits == 64 && blocks_->hangsOnNothingElse(a) &&
      blocks_->hangsOnNothingElse(b)) {
    // Beyond the range of the arithmetic here.
    const bool positive = keepSign(a, mask) & keepSign(b, mask);
    if (!positive) {
      blocks_->keepValue(a, mask);
      blocks_->keepValue(b, mask);
      arithmetic_.compare(out, comparison, isSigned, blocks_->here(a), blocks_->here(b), bits, where);
      return true;
    }
  }
  const LaneVector here = blocks_->here(difference);
  ActiveMask below = 0, equal = 0, above = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const int64_t by = here.offset(lane);
    (by < 0 ? below : by > 0 ? above : equal) |= ActiveMask{1} << lane;
  }
  auto keepFrom = [&](ActiveMask lanes, int64_t least) {
    Lanes bound;
    bound.fill(least);
    blocks_->keepAtLeast(difference, lanes & mask, bound);
  };
  auto keepTo = [&](ActiveMask lanes, int64_t most) {
    Lanes bound;
    bound.fill(most);
    blocks_->keepAtMost(difference, lanes & mask, bound);
  };
  ActiveMask truth = 0;
  switch (comparison) {
  case Comparison::Equal:
  case Comparison::NotEqual:
    keepFrom(above | equal, 0);
    keepFrom(above, 1);
    keepTo(below | equal, 0);
    keepTo(below, -1);
    truth = comparison == Comparison::Equal ? equal : ~equal;
    break;
  case Comparison::Less:
  case Comparison::GreaterEqual:
    keepFrom(above | equal, 0);
    keepTo(below, -1);
    truth = comparison == Comparison::Less ? below : ~below;
    break;
  case Comparison::LessEqual:
  case Comparison::Greater:
    keepFrom(above, 1);
    keepTo(below | equal, 0);
    truth = comparison == Comparison::Greater ? above : ~above;
    break;
  }
  out = compact(lanesOf([&](unsigned lane) { return isActive(truth, lane); }));
  out.addFlags(flags);
  return true;
}

/// Floor division by a positive number.
void Interpreter::quotientOverBlocks(LaneVector& out, const LaneVector& value, int64_t divisor,
                                     bool wantRemainder, ActiveMask mask, unsigned where) {
  const uint8_t flags = value.flags();
  const LaneVector here = blocks_->here(value);
  const LaneVector quotients =
      compact(lanesOf([&](unsigned lane) { return llvm::divideFloorSigned(here.offset(lane), divisor); }));
  const double classes = blocks_->remainderClasses(value, static_cast<uint64_t>(divisor));
  const double stretches = blocks_->span(value) / static_cast<double>(divisor) + 1;
  if (wantRemainder && classes <= stretches) {
    blocks_->keepRemainder(value, mask, static_cast<uint64_t>(divisor));
    out = compact(lanesOf([&](unsigned lane) {
      return here.offset(lane) - llvm::divideFloorSigned(here.offset(lane), divisor) * divisor;
    }));
    out.addFlags(flags);
    return;
  }
  const bool divides = std::all_of(value.begin(), value.end(),
                                   [&](const Term& term) { return term.coefficient % divisor == 0; });
  LaneVector quotient;
  if (divides && !value.laneTerms()) {
    const LaneVector known = value.withSymbols([](SymbolId) { return std::optional<int64_t>(0); });
    quotient =
        compact(lanesOf([&](unsigned lane) { return llvm::divideFloorSigned(known.offset(lane), divisor); }));
    for (const Term& term : value)
      arithmetic_.add(quotient, quotient, LaneVector::symbol(term.symbol, term.coefficient / divisor), 64,
                      where);
  } else {
    quotient = quotients;
    blocks_->keepAtLeast(value, mask,
                         lanesOf([&](unsigned lane) { return quotients.offset(lane) * divisor; }));
    blocks_->keepAtMost(
        value, mask, lanesOf([&](unsigned lane) { return quotients.offset(lane) * divisor + divisor - 1; }));
  }
  if (wantRemainder) {
    LaneVector whole;
    arithmetic_.multiply(whole, quotient, LaneVector::uniform(divisor), 64, where);
    arithmetic_.subtract(out, value, whole, 64, where);
  } else {
    out = quotient;
  }
  out.addFlags(flags);
}

bool Interpreter::divideOverBlocks(LaneVector& out, const Operation& operation, ActiveMask mask) {
  const bool isShift = operation.opcode == Opcode::ShiftRight;
  const bool wantRemainder = operation.opcode == Opcode::Remainder;
  settle(operation.operands[1], mask);
  const LaneVector& value = registers_[operation.operands[0]];
  const LaneVector& by = registers_[operation.operands[1]];
  int64_t divisor = by.isKnownUniform() ? by.base() : 0;
  if (isShift)
    divisor = by.isKnownUniform() && by.base() >= 0 && by.base() < 62 ? int64_t{1} << by.base() : 0;
  if (divisor <= 0 || !blocks_->hangsOnNothingElse(value))
    return false;
  // An arithmetic shift rounds down; everything else agrees with that from zero on.
  if (!(isShift && operation.isSigned) && !keepSign(value, mask))
    return false;
  quotientOverBlocks(out, value, divisor, wantRemainder, mask, place(operation));
  return true;
}

bool Interpreter::bitsOverBlocks(LaneVector& out, const Operation& operation, ActiveMask mask) {
  const unsigned where = place(operation);
  const bool firstHangs = blocks_->hangsOn(registers_[operation.operands[0]]);
  const LaneVector& value = registers_[operation.operands[firstHangs ? 0 : 1]];
  const LaneVector& other = registers_[operation.operands[firstHangs ? 1 : 0]];
  if (!other.isKnown() || !blocks_->hangsOnNothingElse(value))
    return false;
  const uint8_t flags = value.flags() | other.flags();
  if (operation.opcode == Opcode::And && other.isKnownUniform()) {
    const uint64_t zeros = unsignedInteger(~other.base(), operation.bits);
    if (zeros != 0 && llvm::isMask_64(zeros) && zeros < uint64_t{1} << 62) {
      LaneVector low;
      quotientOverBlocks(low, value, static_cast<int64_t>(zeros + 1), true, mask, where);
      arithmetic_.subtract(out, value, low, 64, where);
      out.addFlags(flags);
      return true;
    }
    const uint64_t ones = unsignedInteger(other.base(), operation.bits);
    if (llvm::isMask_64(ones) && ones < uint64_t{1} << 62) {
      quotientOverBlocks(out, value, static_cast<int64_t>(ones + 1), true, mask, where);
      out.addFlags(flags);
      return true;
    }
  }
  if (operation.opcode == Opcode::Xor && other.isKnownUniform() && other.base() == -1) {
    arithmetic_.subtract(out, other, value, 64, where);
    return true;
  }
  // Below the highest bit of `other` the block must not matter; above it nothing happens to the value.
  int64_t highest = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (isActive(mask, lane))
      highest = other.offset(lane) < 0 ? INT64_MAX : std::max(highest, other.offset(lane));
  if (highest >= int64_t{1} << kMaxSwizzleBits)
    return false;
  blocks_->keepRemainder(value, mask, uint64_t{1} << std::bit_width(static_cast<uint64_t>(highest)));
  const LaneVector here = blocks_->here(value);
  auto apply = [&](unsigned lane) {
    const int64_t x = here.offset(lane);
    const int64_t y = other.offset(lane);
    return operation.opcode == Opcode::And ? (x & y) : operation.opcode == Opcode::Or ? (x | y) : (x ^ y);
  };
  if (operation.opcode == Opcode::And)
    out = compact(lanesOf(apply));
  else
    arithmetic_.add(out, value,
                    compact(lanesOf([&](unsigned lane) { return apply(lane) - here.offset(lane); })), 64,
                    where);
  out.addFlags(flags);
  return true;
}

bool Interpreter::executeOverBlocks(const Operation& operation, ActiveMask mask) {
  switch (operation.opcode) {
  case Opcode::Add:
  case Opcode::Subtract:
  case Opcode::Multiply:
  case Opcode::ShiftLeft:
  case Opcode::Divide:
  case Opcode::Remainder:
  case Opcode::ShiftRight:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Truncate:
  case Opcode::ZeroExtend:
  case Opcode::Compare:
  case Opcode::Minimum:
  case Opcode::Maximum:
  case Opcode::Absolute:
  case Opcode::BitFunction:
    break;
  default:
    return false;
  }
  const unsigned count = operandCount(operation.opcode);
  bool hangs = false;
  for (unsigned i = 0; i < count; ++i)
    hangs = hangs || blocks_->hangsOn(registers_[operation.operands[i]]);
  if (!hangs)
    return false;
  const unsigned where = place(operation);
  const unsigned bits = operation.bits;
  auto reg = [&](unsigned i) -> const LaneVector& { return registers_[operation.operands[i]]; };
  LaneVector value;
  bool isDone = true;
  switch (operation.opcode) {
  case Opcode::Divide:
  case Opcode::Remainder:
  case Opcode::ShiftRight:
    isDone = divideOverBlocks(value, operation, mask);
    break;
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    isDone = bitsOverBlocks(value, operation, mask);
    break;
  case Opcode::Truncate:
    isDone = blocks_->hangsOnNothingElse(reg(0));
    if (isDone && bits == 1) {
      quotientOverBlocks(value, reg(0), 2, true, mask, where);
      isDone = value.isKnown();
    } else if (isDone) {
      value = reg(0);
      wrapOverBlocks(value, bits, mask);
    }
    break;
  case Opcode::ZeroExtend:
    value = bits < 64 ? asUnsigned(reg(0), bits, mask) : reg(0);
    break;
  case Opcode::Compare:
    isDone = compareOverBlocks(value, static_cast<Comparison>(operation.detail), operation.isSigned, reg(0),
                               reg(1), bits, mask, where);
    break;
  case Opcode::Minimum:
  case Opcode::Maximum: {
    LaneVector condition;
    const Comparison wanted = operation.opcode == Opcode::Maximum ? Comparison::Greater : Comparison::Less;
    isDone =
        compareOverBlocks(condition, wanted, operation.isSigned, reg(0), reg(1), bits, mask, where + 5) &&
        condition.isKnown();
    if (isDone)
      arithmetic_.select(value, condition, reg(0), reg(1), where);
    break;
  }
  case Opcode::Absolute: {
    LaneVector condition, negated;
    isDone = compareOverBlocks(condition, Comparison::Less, true, reg(0), LaneVector::uniform(0), bits, mask,
                               where + 5) &&
             condition.isKnown();
    if (isDone) {
      arithmetic_.subtract(negated, LaneVector::uniform(0), reg(0), 64, where + 7);
      arithmetic_.select(value, condition, negated, reg(0), where);
    }
    break;
  }
  case Opcode::BitFunction:
    isDone = false;
    break;
  default:
    linearOverBlocks(value, operation, mask);
    break;
  }
  if (!isDone) {
    // What follows is done on known values, block by block.
    for (unsigned i = 0; i < count; ++i)
      settle(operation.operands[i], mask);
    return false;
  }
  result(operation, mask) = value;
  finishResult(operation, mask);
  return true;
}

} // namespace cuda_lint
