#pragma once

#include "analyzer/warp/lane_vector.h"

namespace cuda_lint {

enum class Comparison : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

/// The integer operations on lane vectors. Exact on known lanes; on symbols exact where linearity and
/// divisibility allow, else under an assumption that the result's flags tell (Assumed), else not known.
/// `bits` is the width of the result; `place` names the place in the program for fresh symbols: an operation
/// may use `place` … `place + kPlacesPerOperation - 1`. `out` may be an operand.
class LaneArithmetic {
public:
  static constexpr unsigned kPlacesPerOperation = 8;

  explicit LaneArithmetic(SymbolTable& symbols) : symbols_(symbols) {}

  using Operand = const LaneVector&;

  void add(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place);
  void subtract(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place);
  void multiply(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place);
  /// Quotients of symbolic dividends take them to be non-negative. A lane-varying dividend by an unknown
  /// divisor takes the warp's values to lie in one multiple of it.
  void divide(LaneVector& out, Operand a, Operand b, bool isSigned, unsigned bits, unsigned place);
  void remainder(LaneVector& out, Operand a, Operand b, bool isSigned, unsigned bits, unsigned place);
  void shiftLeft(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place);
  void shiftRight(LaneVector& out, Operand a, Operand b, bool isSigned, unsigned bits, unsigned place);
  void bitAnd(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place);
  void bitOr(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place);
  void bitXor(LaneVector& out, Operand a, Operand b, unsigned bits, unsigned place);
  void truncate(LaneVector& out, Operand a, unsigned bits, unsigned place);
  void zeroExtend(LaneVector& out, Operand a, unsigned fromBits, unsigned place);
  void signExtend(LaneVector& out, Operand a, unsigned fromBits, unsigned place);
  /// A one-bit result: 0 or 1 a lane; a uniform fresh symbol whose nominal value is the likelier outcome; or
  /// divergent.
  void compare(LaneVector& out, Comparison comparison, bool isSigned, Operand a, Operand b, unsigned bits,
               unsigned place);
  /// The lesser (or greater) of two; of symbols the nominal one, as an assumption.
  void minimum(LaneVector& out, Operand a, Operand b, bool greater, bool isSigned, unsigned bits,
               unsigned place);
  void select(LaneVector& out, Operand condition, Operand whenTrue, Operand whenFalse, unsigned place);
  /// Lanes of `mask` from `value`, the others as they were.
  void blend(LaneVector& out, Operand value, ActiveMask mask, unsigned place);
  /// What holds after either of two paths, when it is not known which: the same value, or the same shape over
  /// a fresh symbol.
  void join(LaneVector& out, Operand value, unsigned place);
  /// `start + step * round`, lane by lane, where `step` is the change from `start` to `next`; false where it
  /// is not linear.
  bool generalise(LaneVector& out, Operand start, Operand next, SymbolId round, unsigned place);
  /// The result of an operation that is not modelled: uniform if all operands are.
  void opaque(LaneVector& out, bool isUniform, uint8_t flags, unsigned place);

  SymbolTable& symbols() { return symbols_; }

private:
  LaneVector freshUniform(unsigned place, uint64_t alignment, int64_t nominal, uint8_t flags,
                          SymbolKind kind = SymbolKind::Opaque);
  void linear(LaneVector& out, Operand a, Operand b, int64_t sign, unsigned bits, unsigned place);
  void scale(LaneVector& out, Operand a, int64_t factor, unsigned bits);
  void setTerms(LaneVector& out, std::vector<Term>& terms, unsigned place);
  static void setLaneTerms(LaneVector& out, std::vector<LaneTerm> terms);
  static void canonicalise(LaneVector& out, unsigned bits);
  template <class F> static bool known(LaneVector& out, Operand a, Operand b, unsigned bits, F f);
  /// Floor division of the symbolic and known part by a known positive divisor; `wantRemainder` gives the
  /// rest instead.
  void divideByKnown(LaneVector& out, Operand a, int64_t divisor, bool wantRemainder, unsigned place);
  void divideByUnknown(LaneVector& out, Operand a, Operand divisor, bool wantRemainder, unsigned place);
  void logical(LaneVector& out, Operand a, Operand b, char operation, unsigned place);
  bool lowBits(LaneVector& out, Operand a, Operand b, char operation);

  SymbolTable& symbols_;
};

/// Sign-extends the low `bits` bits; one-bit values stay 0 or 1.
inline int64_t canonicalInteger(int64_t value, unsigned bits) {
  if (bits == 32)
    return static_cast<int32_t>(value);
  if (bits >= 64)
    return value;
  if (bits == 1)
    return value & 1;
  unsigned shift = 64 - bits;
  return static_cast<int64_t>(static_cast<uint64_t>(value) << shift) >> shift;
}

/// The same bits read as unsigned.
inline uint64_t unsignedInteger(int64_t value, unsigned bits) {
  return bits >= 64 ? static_cast<uint64_t>(value)
                    : static_cast<uint64_t>(value) & ((uint64_t{1} << bits) - 1);
}

} // namespace cuda_lint
