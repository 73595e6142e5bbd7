#include "analyzer/warp/interpreter.h"

#include "llvm/IR/Instruction.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/MathExtras.h"

namespace cuda_lint {

namespace {

uint64_t apply(BitFunction function, uint64_t a, uint64_t b, uint64_t c, unsigned bits) {
  const uint64_t all = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  switch (function) {
  case BitFunction::Reverse:
    return llvm::reverseBits<uint64_t>(a) >> (64 - bits);
  case BitFunction::Count:
    return static_cast<uint64_t>(std::popcount(a));
  case BitFunction::LeadingZeros:
    return static_cast<uint64_t>(std::countl_zero(a)) - (64 - bits);
  case BitFunction::TrailingZeros:
    return a == 0 ? bits : static_cast<uint64_t>(std::countr_zero(a));
  case BitFunction::FindFirstSet:
    return a == 0 ? 0 : static_cast<uint64_t>(std::countr_zero(a)) + 1;
  case BitFunction::SwapBytes:
    return llvm::byteswap<uint64_t>(a) >> (64 - bits);
  case BitFunction::FunnelLeft: {
    const uint64_t by = c % bits;
    return by == 0 ? a : (a << by | b >> (bits - by)) & all;
  }
  case BitFunction::FunnelRight: {
    const uint64_t by = c % bits;
    return by == 0 ? b : (a << (bits - by) | b >> by) & all;
  }
  }
  return 0;
}

} // namespace

void Interpreter::bitFunction(LaneVector& out, const Operation& operation, ActiveMask mask) {
  const auto function = static_cast<BitFunction>(operation.detail);
  const bool isFunnel = function == BitFunction::FunnelLeft || function == BitFunction::FunnelRight;
  const unsigned count = isFunnel ? 3 : 1;
  bool isKnown = true;
  bool isUniform = true;
  uint8_t flags = 0;
  for (unsigned i = 0; i < count; ++i) {
    const LaneVector& operand = registers_[operation.operands[i]];
    isKnown = isKnown && operand.isKnown();
    isUniform = isUniform && operand.isUniformIn(mask);
    flags |= operand.flags();
  }
  if (!isKnown) {
    if (!isUniform && !(flags & LaneVector::Data))
      flags |= LaneVector::Unfollowed;
    arithmetic_.opaque(out, isUniform, flags, place(operation));
    return;
  }
  // popcll and its like take 64 bits and give 32.
  const llvm::Type* type = operation.instruction->getOperand(0)->getType();
  const unsigned bits = type->isIntegerTy() ? type->getIntegerBitWidth() : operation.bits;
  auto value = [&](unsigned i, unsigned lane) {
    return i < count ? unsignedInteger(registers_[operation.operands[i]].offset(lane), bits) : 0;
  };
  Lanes lanes;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    lanes[lane] = canonicalInteger(
        static_cast<int64_t>(apply(function, value(0, lane), value(1, lane), value(2, lane), bits)),
        operation.bits);
  out = LaneVector::perLane(lanes);
  if (out.isUniformIn(kFullMask))
    out = LaneVector::uniform(lanes[0]);
  out.addFlags(flags);
}

} // namespace cuda_lint
