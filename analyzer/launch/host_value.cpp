#include "analyzer/launch/host_value.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace clang;
using llvm::APInt;
using llvm::APSInt;

namespace cuda_lint {
namespace {

APSInt integerOf(uint64_t value, QualType type, const ASTContext& context) {
  return APSInt(APInt(context.getIntWidth(type), value, false, true),
                type->isUnsignedIntegerOrEnumerationType());
}

double toDouble(const APSInt& value) {
  return value.isSigned() ? value.signedRoundToDouble() : value.roundToDouble();
}

std::optional<double> toDouble(const HostValue& value) {
  if (const auto* real = std::get_if<double>(&value))
    return *real;
  if (const auto* integer = std::get_if<APSInt>(&value))
    return toDouble(*integer);
  return std::nullopt;
}

std::optional<bool> compare(BinaryOperatorKind op, int order) {
  switch (op) {
  case BO_LT:
    return order < 0;
  case BO_GT:
    return order > 0;
  case BO_LE:
    return order <= 0;
  case BO_GE:
    return order >= 0;
  case BO_EQ:
    return order == 0;
  case BO_NE:
    return order != 0;
  default:
    return std::nullopt;
  }
}

std::optional<APInt> shift(BinaryOperatorKind op, const APSInt& left, const APSInt& right) {
  if (right.isNegative() || right.uge(left.getBitWidth()))
    return std::nullopt;
  unsigned amount = static_cast<unsigned>(right.getZExtValue());
  if (op == BO_Shl)
    return left.shl(amount);
  return left.isSigned() ? left.ashr(amount) : left.lshr(amount);
}

std::optional<APInt> divide(BinaryOperatorKind op, const APSInt& left, const APSInt& right) {
  if (right.isZero() || (left.isSigned() && left.isMinSignedValue() && right.isAllOnes()))
    return std::nullopt;
  if (op == BO_Div)
    return left.isSigned() ? left.sdiv(right) : left.udiv(right);
  return left.isSigned() ? left.srem(right) : left.urem(right);
}

std::optional<APInt> addOrMultiply(BinaryOperatorKind op, const APSInt& left, const APSInt& right) {
  bool overflow = false;
  APInt result = op == BO_Add   ? left.sadd_ov(right, overflow)
                 : op == BO_Sub ? left.ssub_ov(right, overflow)
                                : left.smul_ov(right, overflow);
  // Unsigned arithmetic wraps, by definition; the bits are the same.
  if (overflow && left.isSigned())
    return std::nullopt;
  return result;
}

std::optional<APInt> integerResult(BinaryOperatorKind op, const APSInt& left, const APSInt& right) {
  if (op == BO_Shl || op == BO_Shr)
    return shift(op, left, right);
  if (left.getBitWidth() != right.getBitWidth())
    return std::nullopt;
  switch (op) {
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
    return addOrMultiply(op, left, right);
  case BO_Div:
  case BO_Rem:
    return divide(op, left, right);
  case BO_And:
    return left & right;
  case BO_Or:
    return left | right;
  case BO_Xor:
    return left ^ right;
  default:
    return std::nullopt;
  }
}

std::optional<double> realResult(BinaryOperatorKind op, double left, double right) {
  switch (op) {
  case BO_Add:
    return left + right;
  case BO_Sub:
    return left - right;
  case BO_Mul:
    return left * right;
  case BO_Div:
    return right == 0 ? std::nullopt : std::optional(left / right);
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<bool> truth(const HostValue& value) {
  if (const auto* integer = std::get_if<APSInt>(&value))
    return !integer->isZero();
  if (const auto* real = std::get_if<double>(&value))
    return *real != 0;
  return std::nullopt;
}

std::optional<int64_t> toInt64(const HostValue& value) {
  const auto* integer = std::get_if<APSInt>(&value);
  return integer ? integer->tryExtValue() : std::nullopt;
}

std::optional<HostValue> convert(const HostValue& value, QualType type, const ASTContext& context) {
  if (std::holds_alternative<const FunctionDecl*>(value))
    return value;
  if (type->isBooleanType()) {
    std::optional<bool> condition = truth(value);
    return condition ? std::optional<HostValue>(integerOf(*condition, type, context)) : std::nullopt;
  }
  if (type->isRealFloatingType()) {
    std::optional<double> real = toDouble(value);
    if (real && context.getTypeSize(type) == 32)
      return static_cast<double>(static_cast<float>(*real));
    return real ? std::optional<HostValue>(*real) : std::nullopt;
  }
  if (!type->isIntegralOrEnumerationType())
    return std::nullopt;
  unsigned width = context.getIntWidth(type);
  bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
  if (const auto* integer = std::get_if<APSInt>(&value))
    return APSInt(integer->extOrTrunc(width), isUnsigned);
  APSInt result(width, isUnsigned);
  bool exact = false;
  llvm::APFloat real(std::get<double>(value));
  if (real.convertToInteger(result, llvm::APFloat::rmTowardZero, &exact) == llvm::APFloat::opInvalidOp)
    return std::nullopt;
  return result;
}

std::optional<HostValue> apply(BinaryOperatorKind op, const HostValue& left, const HostValue& right,
                               QualType resultType, const ASTContext& context) {
  const auto* leftInteger = std::get_if<APSInt>(&left);
  const auto* rightInteger = std::get_if<APSInt>(&right);
  if (BinaryOperator::isComparisonOp(op)) {
    std::optional<bool> result;
    if (leftInteger && rightInteger) {
      result = compare(op, APSInt::compareValues(*leftInteger, *rightInteger));
    } else {
      std::optional<double> leftReal = toDouble(left), rightReal = toDouble(right);
      if (leftReal && rightReal && !std::isnan(*leftReal) && !std::isnan(*rightReal))
        result = compare(op, *leftReal < *rightReal ? -1 : *leftReal > *rightReal);
    }
    return result ? std::optional<HostValue>(integerOf(*result, context.IntTy, context)) : std::nullopt;
  }
  if (leftInteger && rightInteger) {
    std::optional<APInt> result = integerResult(op, *leftInteger, *rightInteger);
    return result ? std::optional<HostValue>(APSInt(*result, leftInteger->isUnsigned())) : std::nullopt;
  }
  std::optional<double> leftReal = toDouble(left), rightReal = toDouble(right);
  if (!leftReal || !rightReal)
    return std::nullopt;
  std::optional<double> result = realResult(op, *leftReal, *rightReal);
  return result ? convert(*result, resultType, context) : std::nullopt;
}

std::optional<HostValue> apply(UnaryOperatorKind op, const HostValue& operand, QualType resultType,
                               const ASTContext& context) {
  if (op == UO_Plus)
    return operand;
  if (op == UO_LNot) {
    std::optional<bool> condition = truth(operand);
    return condition ? std::optional<HostValue>(integerOf(!*condition, context.IntTy, context))
                     : std::nullopt;
  }
  if (const auto* real = std::get_if<double>(&operand))
    return op == UO_Minus ? std::optional<HostValue>(-*real) : std::nullopt;
  const auto* integer = std::get_if<APSInt>(&operand);
  if (!integer)
    return std::nullopt;
  if (op == UO_Not)
    return APSInt(~static_cast<const APInt&>(*integer), integer->isUnsigned());
  if (op != UO_Minus || (integer->isSigned() && integer->isMinSignedValue()))
    return std::nullopt;
  return APSInt(-static_cast<const APInt&>(*integer), integer->isUnsigned());
}

std::optional<HostValue> applyMath(llvm::StringRef name, llvm::ArrayRef<HostValue> arguments,
                                   QualType resultType, const ASTContext& context) {
  using Function = double (*)(double);
  if (arguments.empty())
    return std::nullopt;
  std::optional<double> first = toDouble(arguments[0]);
  if (!first)
    return std::nullopt;
  std::optional<double> result;
  if (name == "pow" && arguments.size() == 2) {
    if (std::optional<double> exponent = toDouble(arguments[1]))
      result = std::pow(*first, *exponent);
  } else if (arguments.size() == 1) {
    Function function = llvm::StringSwitch<Function>(name)
                            .Case("ceil", [](double x) { return std::ceil(x); })
                            .Case("floor", [](double x) { return std::floor(x); })
                            .Case("round", [](double x) { return std::round(x); })
                            .Case("sqrt", [](double x) { return std::sqrt(x); })
                            .Case("log2", [](double x) { return std::log2(x); })
                            .Cases({"abs", "fabs"}, [](double x) { return std::fabs(x); })
                            .Default(nullptr);
    if (function)
      result = function(*first);
  }
  if (!result || !std::isfinite(*result))
    return std::nullopt;
  return convert(*result, resultType, context);
}

} // namespace cuda_lint
